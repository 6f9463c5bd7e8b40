// Writes docs/signals.md from the signal definitions and their files: node --import tsx scripts/build-signal-docs.ts
import { readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { GROUP_CAPS } from '../src/scoring/automation.ts';
import { formatDuration } from '../src/scoring/format.ts';
import type { Scope, Signal, Window } from '../src/scoring/signal.ts';
import { SIGNALS } from '../src/scoring/signals/index.ts';

const DOCUMENT = new URL('../docs/signals.md', import.meta.url);
const FOLDER = new URL('../src/scoring/signals/', import.meta.url);
/** Written by `npm run evaluate:signals`. */
const EVIDENCE = new URL('signal-evidence.json', import.meta.url);

/** How often a signal fired in labeled events of several populations, and an example of its sentence. */
interface Measured {
  populations: readonly string[];
  events: { honest: number; attack: number };
  signals: Readonly<Record<string, { honest: number; attack: number; ratio: number; example: string | null }>>;
}
const MEASURED = JSON.parse(readFileSync(EVIDENCE, 'utf8')) as Measured;

function percent(share: number): string {
  const value = 100 * share;
  return `${value === 0 ? '0' : value < 0.01 ? '< 0.01' : value.toPrecision(2)} %`;
}

/** Shares, likelihood ratio and example, as measured. */
function measuredText({ code }: Signal): string[] {
  const { events, signals } = MEASURED;
  const measured = signals[code];
  if (measured === undefined) return ['- Measured: not yet; run `npm run evaluate:signals`.'];
  const { honest, attack, ratio, example } = measured;
  if (honest + attack === 0) return ['- Measured: it fired in no event of these populations.'];
  const shares = `${percent(honest / events.honest)} of honest and ${percent(attack / events.attack)} of attack events`;
  return [
    `- Measured: ${shares}; likelihood ratio ${Number(ratio.toPrecision(2))}.`,
    ...(example === null ? [] : [`- Example: "${example}"`]),
  ];
}

const SCOPE_TEXT: Record<Scope, string> = {
  context: 'context: how familiar the source is to the account',
  acting: 'acting source: what this address, device or fingerprint did',
  target: 'target: what others did to the account or the environment; never counts against a recognized source',
};

function fileOf({ code }: Signal): string {
  return `${code.toLowerCase().replaceAll('_', '-')}.ts`;
}

/** The text of a comment block: its lines joined, without the slashes. */
function prose(lines: readonly string[]): string {
  return lines.map((line) => line.replace(/^\/\/ ?/, '')).join(' ');
}

/**
 * The evidence in the comment above a signal's definition. It stays a comment, because the dashboard bundles the definitions
 * and does not need it.
 */
function evidenceOf(signal: Signal): string {
  const lines = readFileSync(new URL(fileOf(signal), FOLDER), 'utf8').split('\n');
  const defined = lines.findIndex((line) => line.startsWith('export const '));
  let first = defined;
  while (first > 0 && lines[first - 1]?.startsWith('// ')) first -= 1;
  const evidence = prose(lines.slice(first, defined));
  if (defined < 0 || !evidence.startsWith('Evidence: ')) {
    const expected =
      'a comment of // lines that begins with "Evidence: " and says where weight and thresholds come from';
    throw new Error(`src/scoring/signals/${fileOf(signal)} needs, right above its definition, ${expected}`);
  }
  return capitalized(evidence.slice('Evidence: '.length));
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function weightText(weight: number): string {
  return weight > 0 ? `+${weight}` : String(weight);
}

function windowText(windows: readonly Window[]): string {
  const distinct = new Set(windows.map(({ key, span }) => `${key}, ${formatDuration(span)}`));
  return distinct.size === 0 ? 'none' : [...distinct].join('; ');
}

/** Whether the signal may block, and whether that depends on who caused the evidence. */
function blockText(signal: Signal): string {
  const own = signal.blockCapable({ about: 'source', key: 'device' });
  const others = signal.blockCapable({ about: 'account', key: 'account' });
  if (!own) return 'no';
  return others ? 'yes' : 'yes for what the source itself did, no for what others did to the account';
}

function section(signal: Signal): string {
  const codes = signal.yieldsTo.map((code) => `\`${code}\``).join(', ');
  return [
    // Only the code: the heading is the target of links, and its anchor would contain the weight.
    `### \`${signal.code}\``,
    '',
    signal.summary,
    '',
    `- Weight: ${weightText(signal.weight)}.`,
    `- Name in the dashboard: ${signal.title}.`,
    `- Fires when: ${signal.when}.`,
    `- Kind of evidence: ${SCOPE_TEXT[signal.scope]}.`,
    `- Windows: ${windowText(signal.windows)}.`,
    `- Lifts the ceiling of 89 for the event: ${blockText(signal)}.`,
    ...(signal.ranksOnly ? ['- Only ranks: never takes an event to the next level.'] : []),
    ...(signal.recognizes ? ['- Limits the score to 89 while it fires: yes.'] : []),
    ...(signal.yieldsTo.length === 0 ? [] : [`- Replaced by: ${codes}.`]),
    ...(signal.webhook === null ? [] : [`- Webhook: \`${signal.webhook}\`.`]),
    ...measuredText(signal),
    '',
    `Weight and thresholds: ${evidenceOf(signal)}`,
    '',
  ].join('\n');
}

/** The whole document. */
export function signalDocument(): string {
  const rows = SIGNALS.map(
    (signal) =>
      `| [\`${signal.code}\`](#${signal.code.toLowerCase()}) | ${weightText(signal.weight)} | ${signal.scope} | ${signal.when} |`,
  );
  const recognizing = SIGNALS.filter(({ recognizes }) => recognizes).map(({ code }) => `\`${code}\``);
  const ranking = SIGNALS.filter(({ ranksOnly }) => ranksOnly).map(({ code }) => `\`${code}\``);
  return [
    '# Signals',
    '',
    '<!-- Generated from src/scoring/signals/ by scripts/build-signal-docs.ts. -->',
    '',
    'The score is the sum of the weights of the fired signals, limited to 0 to 100. It is at most 89 unless a signal that may',
    `block fires, and at most 89 whenever ${recognizing.join(' or ')} fires. Past events that anyone could have sent`,
    `cannot cause a block, except of a failed attempt. ${ranking.join(', ')} only rank: they`,
    'order the events of a level and never take one to the next. [Scoring](scoring.md) describes these ceilings, how Assay',
    'recognizes a source, and measured results.',
    '',
    'Weights are fixed integers. They are derived from 5.8 x ln(likelihood ratio), called "points by formula" below.',
    '',
    `"Measured" refers to ${MEASURED.events.honest + MEASURED.events.attack} labeled events of ${MEASURED.populations.length} simulated populations ([scoring.md](scoring.md)): ${MEASURED.populations.join(', ')}.`,
    '',
    '| Code | Weight | Kind | Fires when |',
    '|---|---|---|---|',
    ...rows,
    '',
    '`automation.score` (0 to 100) is separate from the risk score. It adds up hard evidence without a cap, inconsistency up to',
    `${GROUP_CAPS.inconsistency}, environment up to ${GROUP_CAPS.environment} and behavior up to ${GROUP_CAPS.behavior}. Two signals read it: \`AUTOMATION_TRACES\` and \`AUTOMATION_SUSPECTED\`.`,
    '',
    ...SIGNALS.map(section),
  ]
    .join('\n')
    .trimEnd()
    .concat('\n');
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  writeFileSync(DOCUMENT, signalDocument());
}
