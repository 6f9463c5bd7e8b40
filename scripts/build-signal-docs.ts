// Writes docs/signals.md from the signals' own files: node --import tsx scripts/build-signal-docs.ts
import { readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { GROUP_CAPS } from '../src/scoring/automation.ts';
import type { Scope, Signal, Window } from '../src/scoring/signal.ts';
import { SIGNALS } from '../src/scoring/signals/index.ts';
import { spanned } from '../src/scoring/wording.ts';

const DOCUMENT = new URL('../docs/signals.md', import.meta.url);
const FOLDER = new URL('../src/scoring/signals/', import.meta.url);

const SCOPE_WORDS: Record<Scope, string> = {
  context: 'context: how well the account knows the source',
  acting: 'acting source: what this address, device or fingerprint did',
  target: 'target: what others did to the account or the environment; never held against a recognized source',
};

function fileOf({ code }: Signal): string {
  return `${code.toLowerCase().replaceAll('_', '-')}.ts`;
}

/** The text of a comment block: its lines without the slashes, joined. */
function prose(lines: readonly string[]): string {
  return lines.map((line) => line.replace(/^\/\/ ?/, '')).join(' ');
}

/** What the file says of itself in its first line, and the evidence that stands above its definition. */
function commentsOf(signal: Signal): { about: string; evidence: string } {
  const lines = readFileSync(new URL(fileOf(signal), FOLDER), 'utf8').split('\n');
  const defined = lines.findIndex((line) => line.startsWith('export const '));
  let first = defined;
  while (first > 0 && lines[first - 1]?.startsWith('// ')) first -= 1;
  const evidence = prose(lines.slice(first, defined));
  const about = prose(lines.slice(0, 1)).replace(`${signal.code}: `, '');
  if (defined < 0 || !evidence.startsWith('Evidence: ')) throw new Error(`${fileOf(signal)} gives no evidence`);
  return { about: about.charAt(0).toUpperCase() + about.slice(1), evidence: evidence.slice('Evidence: '.length) };
}

function weightText(weight: number): string {
  return weight > 0 ? `+${weight}` : String(weight);
}

function windowText(windows: readonly Window[]): string {
  const seen = new Set(windows.map(({ key, span }) => `${key}, ${spanned(span)}`));
  return seen.size === 0 ? 'none' : [...seen].join('; ');
}

/** Evidence that lets a signal block, and evidence that does not where it depends on the branch. */
function blockText(signal: Signal): string {
  const own = signal.blockCapable({ about: 'source', key: 'device' });
  const others = signal.blockCapable({ about: 'account', key: 'account' });
  if (!own) return 'no';
  return others ? 'yes' : "yes, by the source's own acts; not by what others did to the account";
}

function section(signal: Signal): string {
  const { about, evidence } = commentsOf(signal);
  const replaced =
    signal.yieldsTo.length === 0 ? [] : [`- Replaced by: ${signal.yieldsTo.map((code) => `\`${code}\``).join(', ')}`];
  return [
    `### \`${signal.code}\` ${weightText(signal.weight)}`,
    '',
    about,
    '',
    `- Fires when: ${signal.when}.`,
    `- Evidence kind: ${SCOPE_WORDS[signal.scope]}.`,
    `- Windows: ${windowText(signal.windows)}.`,
    `- May take the score above 89: ${blockText(signal)}.`,
    ...replaced.map((line) => `${line}.`),
    '',
    `Weight and threshold: ${evidence.charAt(0).toUpperCase()}${evidence.slice(1)}`,
    '',
  ].join('\n');
}

/** The whole document. */
export function signalDocument(): string {
  const rows = SIGNALS.map(
    (signal) =>
      `| [\`${signal.code}\`](#${signal.code.toLowerCase()}) | ${weightText(signal.weight)} | ${signal.scope} | ${signal.when} |`,
  );
  return [
    '# Signals',
    '',
    'Written by `scripts/build-signal-docs.ts` from `src/scoring/signals/`; change the signal, not this file.',
    '',
    'The score is the sum of the weights of the fired signals, between 0 and 100, with two ceilings: at most 89 unless a signal',
    'that may block fired, and at most 89 whenever `KNOWN_DEVICE` or `TRUSTED_DEVICE` did. Weights are fixed integers. See',
    '[scoring.md](scoring.md) for how a source is recognized and how well this does.',
    '',
    '| Code | Weight | Kind | Fires when |',
    '|---|---|---|---|',
    ...rows,
    '',
    `\`automation.score\` (0 to 100) is apart from risk: hard evidence without a cap, inconsistency up to ${GROUP_CAPS.inconsistency}, environment up to`,
    `${GROUP_CAPS.environment}, behavior up to ${GROUP_CAPS.behavior}. Two signals read it.`,
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
