// outcomes import: what a file says of past events, line by line, as if each had been submitted through the door.
import { createHash } from 'node:crypto';
import { evaluate } from '../../outcomes/evaluation.ts';
import { revisionOf, type Submission } from '../../outcomes/revision.ts';
import type { Environment } from '../../records/tenants.ts';
import { Failure, type ValidationIssue } from '../../vocabulary/failure.ts';
import type { Evaluation } from '../../vocabulary/words.ts';
import type { Context } from '../context.ts';
import { recordOutcome } from '../outcomes/record-outcome.ts';
import { type ClaimedEvent, findClaimedEvent } from './find-claimed-event.ts';

/** Lines worked on at once: on SQLite they share a commit, on PostgreSQL they share a pool of connections. */
const BATCH = 32;
/** Rows of an event's history read at once. */
const HISTORY = 100;

export interface OutcomeLine {
  about: ClaimedEvent;
  submission: Submission;
}

export type Verdict = Pick<Submission, 'label' | 'authenticationOutcome'>;

/** What a line did, or in a dry run would do. */
export interface OutcomeEffect {
  line: number;
  eventId: string;
  /** `standing`: the current row says the same. `repeated`: this very line was imported before, and more was said since. */
  effect: 'created' | 'updated' | 'standing' | 'repeated';
  before: Verdict | null;
  after: Verdict;
  evaluation: Evaluation;
}

export interface OutcomeImportOptions<L extends { number: number }> {
  environment: Environment;
  /** In order, numbered from 1. */
  lines: AsyncIterable<L>;
  /** @throws Failure `invalid` with the wrong places. */
  read: (line: L) => OutcomeLine;
  /** How far from the time of a line its event may have happened, ms. */
  within: number;
  /** Who imports; stands in the history beside each row. */
  importedBy: string;
  /** Writes nothing. Remembers each event that it would change, so its memory grows with their number. */
  dryRun: boolean;
  /** The first bad line ends the run instead of being passed over. */
  strict: boolean;
  onEffect: (effect: OutcomeEffect) => void;
  onBadLine: (line: number, places: readonly ValidationIssue[]) => void;
  onProgress: (summary: Readonly<OutcomeImportSummary>) => void;
  /** True ends the run after the lines under way. */
  stopped: () => boolean;
}

export interface OutcomeImportSummary extends Record<OutcomeEffect['effect'], number> {
  /** The last line that was read. */
  lines: number;
  bad: number;
  /** False when the run was stopped before the end of the file. */
  complete: boolean;
}

interface Item extends OutcomeLine {
  number: number;
  eventId: string;
}

interface BadItem {
  number: number;
  wrong: Failure;
}

/**
 * Imports a file. A line that was imported before changes nothing, even if its event was judged otherwise since: a run
 * that was interrupted is resumed by running it again.
 * @throws Failure `invalid` at the first bad line of a strict run, `unavailable` when storage cannot take a write.
 */
export async function importOutcomes<L extends { number: number }>(
  context: Context,
  options: OutcomeImportOptions<L>,
): Promise<OutcomeImportSummary> {
  const run = new OutcomeImport(context, options);
  try {
    for await (const line of options.lines) {
      if (options.stopped()) return await run.finish(false);
      await run.take(line);
    }
  } catch (error) {
    // A broken file, or a bad line of a strict run, takes nothing from the lines before it.
    await run.finish(false);
    throw error;
  }
  return run.finish(true);
}

class OutcomeImport<L extends { number: number }> {
  readonly #context: Context;
  readonly #options: OutcomeImportOptions<L>;
  readonly #summary: OutcomeImportSummary;
  readonly #imagined = new Map<string, Verdict>();
  #batch: L[] = [];

  constructor(context: Context, options: OutcomeImportOptions<L>) {
    this.#context = context;
    this.#options = options;
    this.#summary = { lines: 0, created: 0, updated: 0, standing: 0, repeated: 0, bad: 0, complete: false };
  }

  async take(line: L): Promise<void> {
    this.#summary.lines = line.number;
    this.#batch.push(line);
    // A strict run knows of each line whether it is good before it reads the next one.
    if (this.#options.strict || this.#batch.length >= BATCH) await this.#keepBatch();
    this.#options.onProgress(this.#summary);
  }

  async finish(complete: boolean): Promise<OutcomeImportSummary> {
    await this.#keepBatch();
    this.#summary.complete = complete;
    return this.#summary;
  }

  /** Events at once, the lines of each event one after the other. */
  async #keepBatch(): Promise<void> {
    const batch = this.#batch;
    this.#batch = [];
    const found = await Promise.all(batch.map((line) => this.#find(line)));
    const byEvent = new Map<string, Item[]>();
    for (const item of found) {
      if ('wrong' in item) this.#tellBad(item);
      else byEvent.set(item.eventId, [...(byEvent.get(item.eventId) ?? []), item]);
    }
    const effects = await Promise.all([...byEvent.values()].map((items) => this.#inOrder(items)));
    for (const effect of effects.flat().sort((a, b) => a.line - b.line)) {
      this.#summary[effect.effect] += 1;
      this.#options.onEffect(effect);
    }
  }

  /** The line with its event, or what is wrong with it. */
  async #find(line: L): Promise<Item | BadItem> {
    const { environment, within, read } = this.#options;
    try {
      const given = read(line);
      const eventId = await findClaimedEvent(this.#context, environment, given.about, within);
      return { ...given, number: line.number, eventId };
    } catch (error) {
      if (!(error instanceof Failure) || error.kind !== 'invalid') throw error;
      return { number: line.number, wrong: error };
    }
  }

  #tellBad({ number, wrong }: BadItem): void {
    this.#summary.bad += 1;
    this.#options.onBadLine(number, wrong.issues);
    if (!this.#options.strict) return;
    throw new Failure('invalid', 'bad_line', `line ${number}: ${wrong.message}`, { places: wrong.issues });
  }

  async #inOrder(items: readonly Item[]): Promise<OutcomeEffect[]> {
    const effects: OutcomeEffect[] = [];
    for (const item of items) effects.push(await this.#apply(item));
    return effects;
  }

  async #apply({ number: line, eventId, submission }: Item): Promise<OutcomeEffect> {
    const { environment, dryRun, importedBy } = this.#options;
    const submitter = { type: 'user', id: lineId(line, eventId, submission), name: importedBy } as const;
    const current = await this.#context.store.outcomes.current(environment.number, eventId);
    const before = this.#imagined.get(eventId) ?? current;
    const evaluation = current?.evaluation ?? 'inconclusive';
    const told = { line, eventId, before: before === null ? null : verdictOf(before), after: verdictOf(submission) };
    const revision = revisionOf(before, submission);
    if (revision === 'unchanged') return { ...told, effect: 'standing', evaluation };
    if (revision === 'updated' && (await this.#saidBefore(eventId, submitter.id))) {
      return { ...told, effect: 'repeated', after: verdictOf(before as Verdict), evaluation };
    }
    if (dryRun) {
      this.#imagined.set(eventId, verdictOf(submission));
      const decision = current?.decision ?? (await this.#decisionOf(eventId));
      return { ...told, effect: revision, evaluation: evaluate(decision, submission.label) };
    }
    const { row, written } = await recordOutcome(this.#context, [environment], eventId, submission, submitter);
    // Somebody else may have said the same in between.
    return { ...told, effect: written ? revision : 'standing', evaluation: row.evaluation };
  }

  async #saidBefore(eventId: string, submitterId: string): Promise<boolean> {
    const { number } = this.#options.environment;
    for (let revision = 0; ; ) {
      const from = { direction: 'next', revision } as const;
      const rows = await this.#context.store.outcomes.history(number, eventId, HISTORY, from);
      if (rows.some(({ submittedBy }) => submittedBy.id === submitterId)) return true;
      if (rows.length < HISTORY) return false;
      revision = rows.at(-1)?.revision ?? 0;
    }
  }

  async #decisionOf(eventId: string) {
    const detail = await this.#context.store.events.event(this.#options.environment.number, eventId);
    if (detail === null) throw new Error(`event ${eventId} vanished`);
    return detail.event.decision;
  }
}

function verdictOf({ label, authenticationOutcome }: Verdict): Verdict {
  return { label, authenticationOutcome };
}

/** The same for the same line at the same place of a file, whatever the file is called. */
function lineId(line: number, eventId: string, submission: Submission): string {
  const said = JSON.stringify([line, eventId, submission]);
  return `import_${createHash('sha256').update(said).digest('base64url').slice(0, 22)}`;
}
