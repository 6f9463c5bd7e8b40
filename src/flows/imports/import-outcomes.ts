// assay outcomes import: submits the outcomes of a file line by line, as if each had come through the API.
import { createHash } from 'node:crypto';
import { evaluate } from '../../outcomes/evaluation.ts';
import { revisionOf, type Submission } from '../../outcomes/revision.ts';
import type { Environment } from '../../records/tenants.ts';
import { Failure, type ValidationIssue } from '../../vocabulary/failure.ts';
import type { Evaluation } from '../../vocabulary/words.ts';
import type { Context } from '../context.ts';
import { recordOutcome } from '../outcomes/record-outcome.ts';
import { type EventReference, findReferencedEvent } from './find-referenced-event.ts';
import { type Waiting, whileUnavailable } from './while-unavailable.ts';

/** Lines processed concurrently: they share a commit on SQLite and a connection pool on PostgreSQL. */
const BATCH = 32;
/** Rows per read of an event's outcome history. */
const HISTORY_PAGE = 100;

export interface OutcomeLine {
  event: EventReference;
  submission: Submission;
}

/** The two fields of an outcome that decide whether it is a new revision. */
export type OutcomeLabels = Pick<Submission, 'label' | 'authenticationOutcome'>;

/** What a line changed or, in a dry run, would change. */
export interface OutcomeEffect {
  line: number;
  eventId: string;
  /**
   * `standing`: the current outcome already has the same labels. `repeated`: the same line was imported before, and the
   * outcome has been revised since.
   */
  effect: 'created' | 'updated' | 'standing' | 'repeated';
  before: OutcomeLabels | null;
  after: OutcomeLabels;
  evaluation: Evaluation;
}

export interface OutcomeImportOptions<L extends { number: number }> extends Waiting {
  environment: Environment;
  /** In order, numbered from 1. */
  lines: AsyncIterable<L>;
  /** Parses a line. @throws Failure `invalid` with its issues. */
  read: (line: L) => OutcomeLine;
  /** Maximum distance between the time of a line and its event, ms. */
  within: number;
  /** Name of the person who imports, recorded as the submitter of each row. */
  importedBy: string;
  /** Writes nothing. Memory grows with the number of events that would change. */
  dryRun: boolean;
  /** Ends the run at the first invalid line instead of skipping it. */
  strict: boolean;
  onEffect: (effect: OutcomeEffect) => void;
  onBadLine: (line: number, issues: readonly ValidationIssue[]) => void;
  onProgress: (summary: Readonly<OutcomeImportSummary>) => void;
}

export interface OutcomeImportSummary extends Record<OutcomeEffect['effect'], number> {
  /** Number of the last line read. */
  lines: number;
  bad: number;
  /** False when the run was stopped before the end of the file. */
  complete: boolean;
}

interface Item extends OutcomeLine {
  number: number;
  eventId: string;
  /** What an attempt to record it would change; the database may have committed it without an answer. */
  begun?: Omit<OutcomeEffect, 'evaluation'> | undefined;
}

interface BadItem {
  number: number;
  error: Failure;
}

/**
 * Imports a file. A line that was imported before changes nothing, even if the outcome of its event was revised since, so
 * an interrupted run is resumed by running it again.
 * @throws Failure `invalid` at the first invalid line of a strict run, `unavailable` when storage cannot accept a write.
 */
export async function importOutcomes<L extends { number: number }>(
  context: Context,
  options: OutcomeImportOptions<L>,
): Promise<OutcomeImportSummary> {
  const run = new OutcomeImport(context, options);
  try {
    for await (const line of options.lines) {
      if (options.stopped()) return await run.finish(false);
      await run.addLine(line);
    }
  } catch (error) {
    // A truncated file or an invalid line of a strict run must not lose the lines before it.
    await run.finish(false);
    throw error;
  }
  return run.finish(true);
}

class OutcomeImport<L extends { number: number }> {
  readonly #context: Context;
  readonly #options: OutcomeImportOptions<L>;
  readonly #summary: OutcomeImportSummary;
  /** In a dry run, the labels that each event would have by now. */
  readonly #simulated = new Map<string, OutcomeLabels>();
  #batch: L[] = [];

  constructor(context: Context, options: OutcomeImportOptions<L>) {
    this.#context = context;
    this.#options = options;
    this.#summary = { lines: 0, created: 0, updated: 0, standing: 0, repeated: 0, bad: 0, complete: false };
  }

  async addLine(line: L): Promise<void> {
    this.#summary.lines = line.number;
    this.#batch.push(line);
    // A strict run must check each line before it reads the next one.
    if (this.#options.strict || this.#batch.length >= BATCH) await this.#saveBatch();
    this.#options.onProgress(this.#summary);
  }

  async finish(complete: boolean): Promise<OutcomeImportSummary> {
    await this.#saveBatch();
    this.#summary.complete = complete;
    return this.#summary;
  }

  /** Processes events concurrently, and the lines of each event in order. */
  async #saveBatch(): Promise<void> {
    const batch = this.#batch;
    this.#batch = [];
    const found = await whileUnavailable(this.#options, () => allOf(batch.map((line) => this.#find(line))));
    const byEvent = new Map<string, Item[]>();
    for (const item of found) {
      if ('error' in item) this.#reportBad(item);
      else byEvent.set(item.eventId, [...(byEvent.get(item.eventId) ?? []), item]);
    }
    const effects: OutcomeEffect[] = [];
    await whileUnavailable(this.#options, () =>
      allOf([...byEvent.values()].map((items) => this.#applyInOrder(items, effects))),
    );
    for (const effect of effects.sort((a, b) => a.line - b.line)) {
      this.#summary[effect.effect] += 1;
      this.#options.onEffect(effect);
    }
  }

  /** The line with the id of its event, or the error that makes it invalid. */
  async #find(line: L): Promise<Item | BadItem> {
    const { environment, within, read } = this.#options;
    try {
      const parsed = read(line);
      const eventId = await findReferencedEvent(this.#context, environment, parsed.event, within);
      return { ...parsed, number: line.number, eventId };
    } catch (error) {
      if (!(error instanceof Failure) || error.kind !== 'invalid') throw error;
      return { number: line.number, error };
    }
  }

  #reportBad({ number, error }: BadItem): void {
    this.#summary.bad += 1;
    this.#options.onBadLine(number, error.issues);
    if (!this.#options.strict) return;
    throw new Failure('invalid', 'bad_line', `line ${number}: ${error.message}`, { issues: error.issues });
  }

  /** Removes the items that it has applied, so that a further attempt begins with the others. */
  async #applyInOrder(items: Item[], effects: OutcomeEffect[]): Promise<void> {
    for (let item = items[0]; item !== undefined; item = items[0]) {
      effects.push(await this.#apply(item));
      items.shift();
    }
  }

  async #apply(item: Item): Promise<OutcomeEffect> {
    const { number: line, eventId, submission, begun } = item;
    const { environment, dryRun, importedBy } = this.#options;
    const submitter = { type: 'user', id: lineId(line, eventId, submission), name: importedBy } as const;
    const current = await this.#context.store.outcomes.current(environment.number, eventId);
    if (begun && current?.submittedBy.id === submitter.id) return { ...begun, evaluation: current.evaluation };
    const before = this.#simulated.get(eventId) ?? current;
    const evaluation = current?.evaluation ?? 'inconclusive';
    const change = { line, eventId, before: before === null ? null : labelsOf(before), after: labelsOf(submission) };
    const revision = revisionOf(before, submission);
    if (revision === 'unchanged') return { ...change, effect: 'standing', evaluation };
    if (revision === 'updated' && (await this.#wasImported(eventId, submitter.id))) {
      return { ...change, effect: 'repeated', after: labelsOf(before as OutcomeLabels), evaluation };
    }
    if (dryRun) {
      const decision = current?.decision ?? (await this.#decisionOf(eventId));
      this.#simulated.set(eventId, labelsOf(submission));
      return { ...change, effect: revision, evaluation: evaluate(decision, submission.label) };
    }
    item.begun = { ...change, effect: revision };
    const after = { after: current };
    const { row, written } = await recordOutcome(this.#context, [environment], eventId, submission, submitter, after);
    if (written) return { ...change, effect: revision, evaluation: row.evaluation };
    // Another import of the same file may have recorded this line and the next one of the event since `current` was read.
    item.begun = undefined;
    return this.#apply(item);
  }

  /** Whether a row of the event was recorded from the same line. */
  async #wasImported(eventId: string, submitterId: string): Promise<boolean> {
    const { number } = this.#options.environment;
    for (let revision = 0; ; ) {
      const from = { direction: 'next', revision } as const;
      const rows = await this.#context.store.outcomes.history(number, eventId, HISTORY_PAGE, from);
      if (rows.some(({ submittedBy }) => submittedBy.id === submitterId)) return true;
      if (rows.length < HISTORY_PAGE) return false;
      revision = rows.at(-1)?.revision ?? 0;
    }
  }

  async #decisionOf(eventId: string) {
    const detail = await this.#context.store.events.event(this.#options.environment.number, eventId);
    if (detail === null) throw new Error(`event ${eventId} vanished`);
    return detail.event.decision;
  }
}

function labelsOf({ label, authenticationOutcome }: OutcomeLabels): OutcomeLabels {
  return { label, authenticationOutcome };
}

/** Waits for all of them even if one fails, so that nothing of this attempt goes on beside the next one. */
async function allOf<T>(work: readonly Promise<T>[]): Promise<T[]> {
  await Promise.allSettled(work);
  return Promise.all(work);
}

/** The submitter id of a line: the same for the same content at the same line number, whatever the file is called. */
function lineId(line: number, eventId: string, submission: Submission): string {
  const identity = JSON.stringify([line, eventId, submission]);
  return `import_${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}`;
}
