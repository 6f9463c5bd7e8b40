// Shows an answer of the service: the decision, the score and every reason for it. Text nodes only, never HTML.
import type { EventAnswer, TrackResult } from '../src/index.ts';

type Content = Node | string;

function element(name: string, className: string, ...content: Content[]): HTMLElement {
  const made = document.createElement(name);
  if (className !== '') made.className = className;
  made.append(...content);
  return made;
}

/** Replaces what stands under "What Assay decided". `milliseconds` is what the page waited. */
export function showAnswer(event: string, result: TrackResult, milliseconds: number): void {
  const place = document.getElementById('answer') as HTMLElement;
  if (result.failOpen) {
    place.replaceChildren(
      element(
        'p',
        'verdict',
        element('span', 'word allow', 'allow'),
        element('span', '', `fail-open: ${result.reason}`),
      ),
      element('p', 'hint', `The shop goes on as if allowed. ${result.error}`),
    );
    return;
  }
  const { risk } = result.event;
  if (!risk) {
    place.replaceChildren(element('p', 'hint', 'This environment does not show decisions to browsers.'));
    return;
  }
  const meter = document.createElement('meter');
  Object.assign(meter, { min: 0, max: 100, low: 30, high: 50, optimum: 0, value: risk.score });
  meter.setAttribute('aria-label', 'Risk score');
  place.replaceChildren(
    element(
      'p',
      'verdict',
      element('span', `word ${risk.decision}`, risk.decision),
      element('b', '', `${risk.score} of 100`),
      element('span', '', `${risk.level} risk · ${event} · answered in ${Math.round(milliseconds)} ms`),
    ),
    meter,
    reasons(risk.signals),
    facts(result.event),
  );
}

function reasons(signals: readonly { code: string; weight: number; description: string }[]): HTMLElement {
  if (signals.length === 0) return element('p', 'hint', 'Nothing unusual: no signal fired.');
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
    ['Rule', risk?.matched_rule?.name ?? `none: thresholds of policy version ${risk?.policy_version}`],
  ];
  return element('dl', '', ...rows.flatMap(([name, value]) => [element('dt', '', name), element('dd', '', value)]));
}

/** One row more on top of "Events so far". */
export function showEvent(event: string, account: string, { device, risk }: EventAnswer): void {
  const tag = risk ? element('span', `tag ${risk.decision}`, risk.decision) : '';
  const cells: Content[] = [event, account, `…${device?.id.slice(-6) ?? ''}`, String(risk?.score ?? ''), tag];
  const row = element('tr', '', ...cells.map((content) => element('td', '', content)));
  document.getElementById('events')?.prepend(row);
}
