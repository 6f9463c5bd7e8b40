// import: past events, each recognized, scored and kept at its own time by the same code as live ones, without webhooks.
import { createHash } from 'node:crypto';
import type { Submission } from '../../outcomes/revision.ts';
import type { Submitter } from '../../records/outcomes.ts';
import type { Environment } from '../../records/tenants.ts';
import { Failure, type ValidationIssue } from '../../vocabulary/failure.ts';
import type { Context } from '../context.ts';
import type { EventInput } from '../events/event-input.ts';
import { observeEvent } from '../events/observe-event.ts';
import { type ReadyEvent, recordEventWithin } from '../events/record-event.ts';
import { recordOutcome } from '../outcomes/record-outcome.ts';
import { type LineResult, resultOf, storedResult } from './import-result.ts';
import { idsOfLine, lineDigest } from './line-ids.ts';

/** Events that share a commit: at 128 its cost hardly counts, and live events on PostgreSQL never wait long for a turn. */
const BATCH = 128;

/** What a good line says: an event with its own time, and perhaps what it turned out to be. */
export interface PastLine {
  input: Omit<EventInput, 'imported' | 'occurredAt'> & { occurredAt: number };
  outcome: Submission | null;
}

export interface ImportOptions {
  environment: Environment;
  /** Lines in order, numbered from 1; blank ones may be left out. Null bytes: the line was too long to be kept. */
  lines: AsyncIterable<{ number: number; bytes: Uint8Array | null }>;
  /** Reads a line. @throws Failure `invalid` with the wrong places. */
  read: (bytes: Uint8Array | null) => PastLine;
  /** What the file is called across runs; null names it by its first good line. */
  source: string | null;
  /** The first bad line ends the run instead of being passed over. */
  strict: boolean;
  /** Called in order for every good line, also for those that an earlier run kept; null when nobody wants them. */
  onResult: ((result: LineResult) => Promise<void>) | null;
  onBadLine: (line: number, places: readonly ValidationIssue[]) => void;
  /** Called after each line with the summary so far. */
  onProgress: (summary: Readonly<ImportSummary>) => void;
  /** True ends the run after the line under way. */
  stopped: () => boolean;
}

export interface ImportSummary {
  source: string | null;
  /** The last line that was read. */
  lines: number;
  imported: number;
  /** Good lines that an earlier run had kept. */
  alreadyKept: number;
  bad: number;
  /** Outcome rows written. */
  outcomes: number;
  /** Lines whose time lies before that of an earlier line: windows then miss what came between. */
  outOfOrder: number;
  /** False when the run was stopped before the end of the file. */
  complete: boolean;
}

interface Item extends PastLine {
  number: number;
  digest: Uint8Array;
}

const SUBMITTER: Submitter = { type: 'user', id: 'import', name: 'import' };

/**
 * Imports a file. Lines that an earlier run kept are passed over; outcomes that it did not come to are added.
 * @throws Failure `conflict` when an earlier run kept another file under this source,
 *   `invalid` at the first bad line of a strict run, `unavailable` when storage cannot take a write.
 */
export async function importEvents(context: Context, options: ImportOptions): Promise<ImportSummary> {
  const run = new ImportRun(context, options);
  try {
    for await (const { number, bytes } of options.lines) {
      if (options.stopped()) return await run.finish(false);
      await run.take(number, bytes);
    }
  } catch (error) {
    // A file that is cut off, or a bad line of a strict run, takes nothing from the lines before it.
    await run.finish(false);
    throw error;
  }
  return run.finish(true);
}

class ImportRun {
  readonly #context: Context;
  readonly #options: ImportOptions;
  readonly #summary: ImportSummary;
  /** Which source this is and the last line of it that an earlier run kept; the first good line tells. */
  #known: { source: string; position: number } | null = null;
  #batch: Item[] = [];
  /** The last good lines up to the position: a crash may have come between their events and their outcomes. */
  #keptLast: Item[] = [];
  #latest = Number.NEGATIVE_INFINITY;

  constructor(context: Context, options: ImportOptions) {
    // Nothing is announced, not even an outcome: the past is no news.
    this.#context = { ...context, subscribersOf: async () => [] };
    this.#options = options;
    const counts = { lines: 0, imported: 0, alreadyKept: 0, bad: 0, outcomes: 0, outOfOrder: 0 };
    this.#summary = { source: options.source, ...counts, complete: false };
  }

  async take(number: number, bytes: Uint8Array | null): Promise<void> {
    this.#summary.lines = number;
    const event = await this.#read(number, bytes);
    if (event !== null && bytes !== null) {
      const { source, position } = await this.#identify(bytes);
      const item = { ...event, number, digest: lineDigest(this.#options.environment.id, source, number, bytes) };
      if (event.input.occurredAt < this.#latest) this.#summary.outOfOrder += 1;
      else this.#latest = event.input.occurredAt;
      if (number <= position) await this.#passOver(item, number === position);
      else this.#batch.push(item);
    }
    if (this.#batch.length >= BATCH) await this.#keepBatch();
    this.#options.onProgress(this.#summary);
  }

  async finish(complete: boolean): Promise<ImportSummary> {
    await this.#keepBatch();
    this.#summary.complete = complete;
    return this.#summary;
  }

  /** The event of a line; null after a bad line was reported. */
  async #read(number: number, bytes: Uint8Array | null): Promise<PastLine | null> {
    try {
      return this.#options.read(bytes);
    } catch (error) {
      if (!(error instanceof Failure) || error.kind !== 'invalid') throw error;
      // What an earlier run passed over it has reported.
      if (number > (this.#known?.position ?? 0)) {
        this.#summary.bad += 1;
        this.#options.onBadLine(number, error.issues);
      }
      if (!this.#options.strict) return null;
      throw new Failure('invalid', 'bad_line', `line ${number}: ${error.message}`, { places: error.issues });
    }
  }

  async #identify(bytes: Uint8Array): Promise<{ source: string; position: number }> {
    if (this.#known === null) {
      const source = this.#options.source ?? createHash('sha256').update(bytes).digest('base64url').slice(0, 22);
      const position = await this.#context.store.importPosition(this.#options.environment.number, source);
      this.#known = { source, position };
      this.#summary.source = source;
    }
    return this.#known;
  }

  /** A line that an earlier run kept. The last of them must be what it was, or this is another file. */
  async #passOver(item: Item, last: boolean): Promise<void> {
    const { environment, onResult } = this.#options;
    this.#summary.alreadyKept += 1;
    this.#keptLast.push(item);
    if (this.#keptLast.length > BATCH) this.#keptLast.shift();
    if (!last && onResult === null) return;
    const detail = await this.#context.store.events.event(environment.number, eventIdOf(item));
    if (detail === null) throw changedSource(item.number, this.#summary.source);
    await onResult?.(storedResult(item.number, detail));
    if (!last) return;
    for (const kept of this.#keptLast) {
      const known = await this.#context.store.outcomes.current(environment.number, eventIdOf(kept));
      if (known === null) await this.#keepOutcome(kept);
    }
    this.#keptLast = [];
  }

  /** One transaction: every event sees those before it, as if each had come alone. */
  async #keepBatch(): Promise<void> {
    const batch = this.#batch;
    if (batch.length === 0) return;
    this.#batch = [];
    const { environment } = this.#options;
    const policy = await this.#context.policyOf(environment);
    const source = this.#known?.source ?? '';
    const ready = batch.map(({ input: past, number }): ReadyEvent => {
      const input = { ...past, imported: { source, line: number } };
      const now = this.#context.clock();
      return { environment, policy, subscribers: [], input, observed: observeEvent(environment, input, now), now };
    });
    const results = await this.#context.store.ingest(async (transaction) => {
      const lines: LineResult[] = [];
      for (const [index, item] of batch.entries()) {
        const context = { ...this.#context, newId: idsOfLine(item.number, item.digest) };
        const { recorded } = await recordEventWithin(transaction, context, ready[index] as ReadyEvent);
        lines.push(resultOf(item.number, recorded));
      }
      return lines;
    });
    for (const item of batch) await this.#keepOutcome(item);
    for (const result of results) await this.#options.onResult?.(result);
    this.#summary.imported += batch.length;
  }

  async #keepOutcome(item: Item): Promise<void> {
    if (item.outcome === null) return;
    const { environment } = this.#options;
    const { written } = await recordOutcome(this.#context, [environment], eventIdOf(item), item.outcome, SUBMITTER);
    if (written) this.#summary.outcomes += 1;
  }
}

function eventIdOf(item: Item): string {
  return idsOfLine(item.number, item.digest)('event', item.input.occurredAt);
}

function changedSource(line: number, source: string | null): Failure {
  return new Failure(
    'conflict',
    'import_source_changed',
    `line ${line} is not what an earlier import of source ${source} kept: name this file with --source`,
  );
}
