// Shows the result of an event: decision, score and reasons. Uses only text nodes, never HTML.
import type { EventAnswer, TrackResult } from '../src/index.ts';

type Content = Node | string;

function element(name: string, className: string, ...content: Content[]): HTMLElement {
  const node = document.createElement(name);
  if (className !== '') node.className = className;
  node.append(...content);
  return node;
}

/** Updates the card "Assay's decision". `milliseconds` is the time until the result. */
export function showResult(event: string, result: TrackResult, milliseconds: number): void {
  const target = document.getElementById('result') as HTMLElement;
  if (result.failOpen) {
    target.replaceChildren(
      element(
        'p',
        'verdict',
        element('span', 'word none', 'no decision'),
        element('span', '', `fail-open: ${result.reason}`),
      ),
      element('p', 'hint', `Without a decision, the shop allows the login. ${result.error}`),
    );
    return;
  }
  const { risk } = result.event;
  if (!risk) {
    target.replaceChildren(element('p', 'hint', 'This environment hides decisions from browsers.'));
    return;
  }
  const meter = document.createElement('meter');
  Object.assign(meter, { min: 0, max: 100, low: 30, high: 50, optimum: 0, value: risk.score });
  meter.setAttribute('aria-label', 'Risk score');
  target.replaceChildren(
    element(
      'p',
      'verdict',
      element('span', `word ${risk.decision}`, risk.decision),
      element('b', '', `${risk.score} of 100`),
      element('span', '', `${risk.level} risk · ${event} · ${Math.round(milliseconds)} ms`),
    ),
    meter,
    reasons(risk.signals),
    facts(result.event),
  );
}

function reasons(signals: readonly { code: string; weight: number; description: string }[]): HTMLElement {
  if (signals.length === 0) return element('p', 'hint', 'No risk signals detected.');
  const items = signals.map(({ code, weight, description }) =>
    element(
      'li',
      '',
      element('span', 'weight', weight > 0 ? `+${weight}` : String(weight)),
      element('span', '', element('code', '', code), element('br', ''), description),
    ),
  );
  return element('ul', 'reasons', ...items);
}

function facts({ device, session, risk }: EventAnswer): HTMLElement {
  const rows: [string, string][] = [
    ['Device', `${device?.id}${device?.is_trusted ? ' (trusted)' : ''}`],
    ['Session', String(session?.id)],
    ['Rule', risk?.matched_rule?.id ?? `None: decided by the thresholds of policy version ${risk?.policy_version}`],
  ];
  return element('dl', '', ...rows.flatMap(([name, value]) => [element('dt', '', name), element('dd', '', value)]));
}

/** Adds a row at the top of "Recent events". */
export function showEvent(event: string, account: string, { device, risk }: EventAnswer): void {
  const tag = risk ? element('span', `tag ${risk.decision}`, risk.decision) : '';
  const cells: Content[] = [event, account, `…${device?.id.slice(-6) ?? ''}`, String(risk?.score ?? ''), tag];
  const row = element('tr', '', ...cells.map((content) => element('td', '', content)));
  document.getElementById('events')?.prepend(row);
}
