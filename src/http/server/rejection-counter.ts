// Counts refused events in memory and writes the sums every second: a flood of them never becomes a flood of writes.
import type { RejectionCount, RejectionStore } from '../../records/alerts.ts';
import { type Clock, SECOND } from '../../vocabulary/clock.ts';

const INTERVAL = SECOND;
/** Different origins and codes of one environment between two writes. What is beyond is counted as `other`. */
const MAX_WORDS = 20;
const MAX_WORD_LENGTH = 200;

export class RejectionCounter {
  readonly #store: RejectionStore;
  readonly #clock: Clock;
  /** By environment number, then by kind and word. */
  #counts = new Map<number, Map<string, { kind: RejectionCount['kind']; word: string; count: number }>>();
  #timer: NodeJS.Timeout | null = null;

  constructor(store: RejectionStore, clock: Clock) {
    this.#store = store;
    this.#clock = clock;
  }

  count(environmentNumber: number, kind: RejectionCount['kind'], text: string): void {
    const own = this.#counts.get(environmentNumber) ?? new Map();
    this.#counts.set(environmentNumber, own);
    const exact = text.slice(0, MAX_WORD_LENGTH);
    const word = own.has(`${kind} ${exact}`) || own.size < MAX_WORDS ? exact : 'other';
    const known = own.get(`${kind} ${word}`) ?? { kind, word, count: 0 };
    own.set(`${kind} ${word}`, { ...known, count: known.count + 1 });
    this.#timer ??= setTimeout(() => void this.flush(), INTERVAL).unref();
  }

  /** Writes what was counted. Counts that storage does not take are lost: they inform, and nothing is decided by them. */
  async flush(): Promise<void> {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    const counts = this.#counts;
    this.#counts = new Map();
    const at = this.#clock();
    const rows = [...counts].flatMap(([environmentNumber, own]) =>
      [...own.values()].map((row) => ({ environmentNumber, at, ...row })),
    );
    if (rows.length > 0) await this.#store.add(rows).catch(() => undefined);
  }
}
