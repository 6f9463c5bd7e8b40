// assay import: records past events at their own time, with the same assessment as live events and without webhooks.
import { createHash } from 'node:crypto';
import type { Submission } from '../../outcomes/revision.ts';
import type { Submitter } from '../../records/outcomes.ts';
import type { Environment } from '../../records/tenants.ts';
import { Failure, type ValidationIssue } from '../../vocabulary/failure.ts';
import type { Context } from '../context.ts';
import { readsOf } from '../events/assess-event.ts';
import type { EventInput } from '../events/event-input.ts';
import { type PreparedEvent, prepareEvent } from '../events/prepared-event.ts';
import { recordEventWithin } from '../events/record-event.ts';
import { recordOutcome } from '../outcomes/record-outcome.ts';
import { type LineResult, recordedResult, storedResult } from './import-result.ts';
import { idsOfLine, lineDigest } from './line-ids.ts';
import { type Waiting, whileUnavailable } from './while-unavailable.ts';

/** Events per commit. At 128 the cost of a commit is negligible, and live events on PostgreSQL wait only briefly for locks. */
const BATCH = 128;

/** A valid line: an event with its own time, and its outcome if known. */
export interface EventLine {
  input: Omit<EventInput, 'imported' | 'occurredAt'> & { occurredAt: number };
  outcome: Submission | null;
}

export interface ImportOptions extends Waiting {
  environment: Environment;
  /** Lines in order, numbered from 1; blank lines may be omitted. `bytes` is null when the line exceeds the size limit. */
  lines: AsyncIterable<{ number: number; bytes: Uint8Array | null }>;
  /** Parses a line. @throws Failure `invalid` with its issues. */
  read: (bytes: Uint8Array | null) => EventLine;
  /** Identifies the file across runs; null derives a name from the first valid line. */
  source: string | null;
  /** Ends the run at the first invalid line instead of skipping it. */
  strict: boolean;
  /** Called in order for every valid line, including those stored by an earlier run; null when results are not needed. */
  onResult: ((result: LineResult) => Promise<void>) | null;
  onBadLine: (line: number, issues: readonly ValidationIssue[]) => void;
  /** Called after each line with the summary so far. */
  onProgress: (summary: Readonly<ImportSummary>) => void;
}

export interface ImportSummary {
  source: string | null;
  /** Number of the last line read. */
  lines: number;
  imported: number;
  /** Valid lines that an earlier run stored. */
  alreadyImported: number;
  bad: number;
  /** Outcome rows written. */
  outcomes: number;
  /** Lines with an earlier time than a line before them. Windows of those lines miss the events in between. */
  outOfOrder: number;
  /** False when the run was stopped before the end of the file. */
  complete: boolean;
}

interface Item extends EventLine {
  number: number;
  digest: Uint8Array;
}

const SUBMITTER: Submitter = { type: 'user', id: 'import', name: 'import' };

/**
 * Imports a file. Lines stored by an earlier run are skipped, and outcomes that it did not reach are added.
 * @throws Failure `conflict` when an earlier run stored another file under this source or another run is storing it, `invalid` at the first invalid
 *   line of a strict run, `unavailable` when storage cannot accept a write.
 */
export async function importEvents(context: Context, options: ImportOptions): Promise<ImportSummary> {
  const run = new ImportRun(context, options);
  try {
    for await (const { number, bytes } of options.lines) {
      if (options.stopped()) return await run.finish(false);
      await run.addLine(number, bytes);
    }
  } catch (error) {
    // A truncated file or an invalid line of a strict run must not lose the lines before it.
    await run.finish(false);
    throw error;
  }
  return run.finish(true);
}

class ImportRun {
  readonly #context: Context;
  readonly #options: ImportOptions;
  readonly #summary: ImportSummary;
  /** The source, its last line that an earlier run stored, and the last one stored so far; set by the first valid line. */
  #progress: { source: string; position: number; saved: number } | null = null;
  #batch: Item[] = [];
  /** Settles when the previous batch has been saved. */
  #saving: Promise<void> = Promise.resolve();
  /** The last valid lines up to the position: a crash may have happened between saving their events and their outcomes. */
  #lastImported: Item[] = [];
  #latest = Number.NEGATIVE_INFINITY;

  constructor(context: Context, options: ImportOptions) {
    // Without subscribers nothing is announced, not even outcomes: receivers do not expect past events.
    this.#context = { ...context, subscribersOf: async () => [] };
    this.#options = options;
    const counts = { lines: 0, imported: 0, alreadyImported: 0, bad: 0, outcomes: 0, outOfOrder: 0 };
    this.#summary = { source: options.source, ...counts, complete: false };
  }

  async addLine(number: number, bytes: Uint8Array | null): Promise<void> {
    this.#summary.lines = number;
    const event = await this.#read(number, bytes);
    if (event !== null && bytes !== null) {
      const { source, position } = await this.#identify(bytes);
      const item = { ...event, number, digest: lineDigest(this.#options.environment.id, source, number, bytes) };
      if (event.input.occurredAt < this.#latest) this.#summary.outOfOrder += 1;
      else this.#latest = event.input.occurredAt;
      if (number <= position) await this.#skipImported(item, number === position);
      else this.#batch.push(item);
    }
    if (this.#batch.length >= BATCH) await this.#saveBatch();
    this.#options.onProgress(this.#summary);
  }

  async finish(complete: boolean): Promise<ImportSummary> {
    await this.#saveBatch();
    await this.#saving;
    this.#summary.complete = complete;
    return this.#summary;
  }

  /** The event of a line; null after reporting an invalid line. */
  async #read(number: number, bytes: Uint8Array | null): Promise<EventLine | null> {
    try {
      return this.#options.read(bytes);
    } catch (error) {
      if (!(error instanceof Failure) || error.kind !== 'invalid') throw error;
      // Invalid lines up to the position were reported by the earlier run.
      if (number > (this.#progress?.position ?? 0)) {
        this.#summary.bad += 1;
        this.#options.onBadLine(number, error.issues);
      }
      if (!this.#options.strict) return null;
      throw new Failure('invalid', 'bad_line', `line ${number}: ${error.message}`, { issues: error.issues });
    }
  }

  async #identify(bytes: Uint8Array): Promise<{ source: string; position: number }> {
    if (this.#progress === null) {
      const source = this.#options.source ?? createHash('sha256').update(bytes).digest('base64url').slice(0, 22);
      const position = await this.#context.store.importPosition(this.#options.environment.number, source);
      this.#progress = { source, position, saved: position };
      this.#summary.source = source;
    }
    return this.#progress;
  }

  /** Handles a line stored by an earlier run. The last such line must be unchanged, or this is another file. */
  async #skipImported(item: Item, last: boolean): Promise<void> {
    const { environment, onResult } = this.#options;
    this.#summary.alreadyImported += 1;
    this.#lastImported.push(item);
    if (this.#lastImported.length > BATCH) this.#lastImported.shift();
    if (!last && onResult === null) return;
    const result = await this.#readResult(item);
    await onResult?.(result);
    if (!last) return;
    for (const imported of this.#lastImported) {
      const outcome = await this.#context.store.outcomes.current(environment.number, eventIdOf(imported));
      if (outcome === null) await this.#saveOutcome(imported);
    }
    this.#lastImported = [];
  }

  async #readResult(item: Item): Promise<LineResult> {
    const detail = await this.#context.store.events.event(this.#options.environment.number, eventIdOf(item));
    if (detail === null) throw changedSource(item.number, this.#summary.source);
    return storedResult(item.number, detail);
  }

  /** Starts to save the batch once the previous one is saved, while the next lines are read. */
  async #saveBatch(): Promise<void> {
    const batch = this.#batch;
    if (batch.length === 0) return;
    const prepared = await this.#prepare(batch);
    await this.#saving;
    this.#batch = [];
    this.#saving = this.#save(batch, prepared);
    // The next batch or `finish` awaits it and reports a failure; until then its rejection must not count as unhandled.
    this.#saving.catch(() => {});
  }

  async #prepare(batch: readonly Item[]): Promise<PreparedEvent[]> {
    const { environment } = this.#options;
    const policy = await this.#context.policyOf(environment);
    const source = this.#progress?.source ?? '';
    return batch.map(({ input: line, number, digest }) => {
      const input = { ...line, imported: { source, line: number } };
      const ids = { newId: idsOfLine(number, digest) };
      return prepareEvent(ids, { environment, policy, subscribers: [] }, input, this.#context.clock());
    });
  }

  /** Saves a batch in one transaction. Each event's history includes the events before it, as if recorded one at a time. */
  async #save(batch: readonly Item[], prepared: readonly PreparedEvent[]): Promise<void> {
    const results = await this.#whileUnavailable(
      async (attempt) => (attempt > 0 && (await this.#readStored(batch))) || this.#saveEvents(batch, prepared),
    );
    if (this.#progress !== null) this.#progress.saved = batch.at(-1)?.number ?? 0;
    for (const item of batch) await this.#whileUnavailable(() => this.#saveOutcome(item));
    for (const result of results) await this.#options.onResult?.(result);
    this.#summary.imported += batch.length;
  }

  #saveEvents(batch: readonly Item[], prepared: readonly PreparedEvent[]): Promise<LineResult[]> {
    return this.#context.store.ingest(async (transaction) => {
      await transaction.readAhead(prepared.map(({ observed }) => readsOf(observed)));
      const lines: LineResult[] = [];
      for (const [index, item] of batch.entries()) {
        const context = { ...this.#context, newId: idsOfLine(item.number, item.digest) };
        const { recorded } = await recordEventWithin(transaction, context, prepared[index] as PreparedEvent);
        lines.push(recordedResult(item.number, recorded));
      }
      return lines;
    });
  }

  /** The results of a batch that an attempt without an answer has stored; null if none has. */
  async #readStored(batch: readonly Item[]): Promise<LineResult[] | null> {
    const { environment, onResult } = this.#options;
    const position = await this.#context.store.importPosition(environment.number, this.#progress?.source ?? '');
    if (position !== batch.at(-1)?.number) return null;
    const results: LineResult[] = [];
    if (onResult !== null) for (const item of batch) results.push(await this.#readResult(item));
    return results;
  }

  /** Storage may be unavailable to a step because it has waited too long for the locks of another import. */
  #whileUnavailable<T>(step: (attempt: number) => Promise<T>): Promise<T> {
    return whileUnavailable(this.#options, async (attempt) => {
      try {
        return await step(attempt);
      } catch (error) {
        throw (await this.#otherImport()) ?? error;
      }
    });
  }

  /** The error if another import has saved lines that this one has not: both make the same ids, so only one can save a line. */
  async #otherImport(): Promise<Failure | null> {
    if (this.#progress === null) return null;
    const { source, saved } = this.#progress;
    const position = await this.#context.store.importPosition(this.#options.environment.number, source).catch(() => 0);
    if (position <= saved) return null;
    const detail = `another import of source ${source} has stored the lines up to ${position}: let it end, then run the same command again`;
    return new Failure('conflict', 'import_running', detail);
  }

  async #saveOutcome(item: Item): Promise<void> {
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
    `line ${line} differs from the one that an earlier import of source ${source} stored: name this file with --source`,
  );
}
