// Counts refused events in memory and writes the sums every second: a flood of them never becomes a flood of writes.
import type { RejectionCount, RejectionStore } from '../../records/alerts.ts';
import { REJECTION_SPAN } from '../../vocabulary/alerts.ts';
import { type Clock, SECOND } from '../../vocabulary/clock.ts';

const INTERVAL = SECOND;
/**
 * Different words of each kind that one process counts for an environment in one span; further words count as `other`. Anyone
 * can send an origin: without a limit for the whole span, one caller would store 20 rows a second.
 */
const MAX_WORDS = 20;
const MAX_WORD_LENGTH = 200;

type Kind = RejectionCount['kind'];

/** Counts of one environment in one span: those not written yet, and every word that was written. */
interface Span {
  start: number;
  words: Map<Kind, Set<string>>;
  counts: Map<string, { kind: Kind; word: string; count: number }>;
}

export class RejectionCounter {
  readonly #store: RejectionStore;
  readonly #clock: Clock;
  /** By environment number. */
  readonly #spans = new Map<number, Span>();
  #timer: NodeJS.Timeout | null = null;
  #writing: Promise<void> = Promise.resolve();

  constructor(store: RejectionStore, clock: Clock) {
    this.#store = store;
    this.#clock = clock;
  }

  count(environmentNumber: number, kind: Kind, text: string): void {
    const span = this.#spanOf(environmentNumber);
    const words = span.words.get(kind) ?? new Set();
    span.words.set(kind, words);
    const exact = text.slice(0, MAX_WORD_LENGTH);
    const word = words.has(exact) || words.size < MAX_WORDS ? exact : 'other';
    if (word !== 'other') words.add(word);
    const key = `${kind} ${word}`;
    span.counts.set(key, { kind, word, count: (span.counts.get(key)?.count ?? 0) + 1 });
    this.#timer ??= setTimeout(() => void this.flush(), INTERVAL).unref();
  }

  #spanOf(environmentNumber: number): Span {
    const start = Math.floor(this.#clock() / REJECTION_SPAN) * REJECTION_SPAN;
    const known = this.#spans.get(environmentNumber);
    if (known?.start === start) return known;
    if (known !== undefined) this.#write(new Map([[environmentNumber, known]]));
    const span: Span = { start, words: new Map(), counts: new Map() };
    this.#spans.set(environmentNumber, span);
    return span;
  }

  /** Writes the counts. Counts that storage does not accept are lost: they only inform, and no decision depends on them. */
  async flush(): Promise<void> {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    this.#write(this.#spans);
    await this.#writing;
  }

  #write(spans: ReadonlyMap<number, Span>): void {
    const rows = [...spans].flatMap(([environmentNumber, { start, counts }]) =>
      [...counts.values()].map((row) => ({ environmentNumber, at: start, ...row })),
    );
    for (const span of spans.values()) span.counts.clear();
    if (rows.length === 0) return;
    const written = this.#store.add(rows).catch(() => undefined);
    this.#writing = Promise.all([this.#writing, written]).then(() => undefined);
  }
}
