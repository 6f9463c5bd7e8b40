// Reads the two files of a login evaluation: newline-delimited JSON events as `import` reads them, and the line-aligned truth.
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { LABELS, type Label } from '../../src/vocabulary/words.ts';

/** One event of the file, with the fields that the evaluation reads. */
export interface EventLine {
  event: string;
  account: { id: string } | null;
  ip_address: string | null;
  user_agent: string | null;
  /** ms since the epoch. */
  at: number;
  credential: 'public' | 'secret';
  signals: Readonly<Record<string, unknown>> | null;
}

/** The truth about an event. Lines of phase `warmup` build up history and are not counted. */
export interface TruthLine {
  label: Label;
  scenario: string;
  campaign: string | null;
  phase: string;
}

/** Whether an honest person sent the event. */
export function isHonest(truth: TruthLine): boolean {
  return truth.label === 'legitimate';
}

/** Labels that are neither honest nor attack: legitimate robots, and events that could be either. */
const UNCOUNTED: ReadonlySet<Label> = new Set(['automation_legitimate', 'unknown']);

/** Whether the line is counted, as honest or as an attack. */
export function isCounted({ phase, label }: TruthLine): boolean {
  return phase !== 'warmup' && !UNCOUNTED.has(label);
}

function lines(path: string): Record<string, unknown>[] {
  const raw = readFileSync(path);
  // 1f 8b: the magic number of gzip (RFC 1952).
  const text = (raw[0] === 0x1f && raw[1] === 0x8b ? gunzipSync(raw) : raw).toString('utf8');
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line, index) => {
      try {
        return JSON.parse(line) as Record<string, unknown>;
      } catch {
        throw new Error(`${path}:${index + 1} is not valid JSON`);
      }
    });
}

function text(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

function eventLine(line: Record<string, unknown>, where: string): EventLine {
  const at = Date.parse(String(line.occurred_at));
  const account = line.account as { id?: unknown } | null | undefined;
  if (typeof line.event !== 'string' || Number.isNaN(at)) throw new Error(`${where} has no event or occurred_at`);
  return {
    event: line.event,
    account: typeof account?.id === 'string' ? { id: account.id } : null,
    ip_address: text(line.ip_address),
    user_agent: text(line.user_agent),
    at,
    credential: line.credential === 'public' ? 'public' : 'secret',
    signals: typeof line.signals === 'object' ? (line.signals as EventLine['signals']) : null,
  };
}

function truthLine(line: Record<string, unknown>, where: string): TruthLine {
  const label = LABELS.find((word) => word === line.label);
  if (label === undefined || typeof line.scenario !== 'string') throw new Error(`${where} has no label or scenario`);
  return { label, scenario: line.scenario, campaign: text(line.campaign), phase: text(line.phase) ?? 'eval' };
}

/** Reads both files. @throws Error when a line is not valid JSON or lacks a field, or the files differ in length. */
export function readPopulation(eventsPath: string, truthPath: string): { events: EventLine[]; truth: TruthLine[] } {
  const events = lines(eventsPath).map((line, index) => eventLine(line, `${eventsPath}:${index + 1}`));
  const truth = lines(truthPath).map((line, index) => truthLine(line, `${truthPath}:${index + 1}`));
  if (events.length !== truth.length) throw new Error(`${events.length} events, but ${truth.length} truth lines`);
  return { events, truth };
}
