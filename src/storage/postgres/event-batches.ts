// Forms batches of the events that wait at the same moment.

/** Enough events to share a commit and the start of a plan; an event waits for the slowest of its batch. */
const MAX_EVENTS = 32;
/** While one batch waits for the server, another is assessed here. More batches would only be smaller. */
const MAX_RUNNING = 3;
/**
 * A batch that waits longer than others, for a lock or a hanging disk, no longer counts as running: after four times the average
 * duration, within these bounds. With 50 ms alone, a server with a fifth of a core took 178 instead of 305 events a second: each of
 * its batches counted as stalled, and the more concurrent batches were smaller and cost it more.
 */
const STALLED = { minMs: 50, maxMs: 1_000, averages: 4 } as const;
/** Weight of the newest batch in the average. */
const NEWEST = 0.2;

/** The part of an event that decides which batch it joins. */
export interface BatchMember {
  eventKeys: { environmentNumber: number };
}

/**
 * Runs batches of members of one environment, because a distributed database stores an environment on one server. Its members have
 * no lock in common: each holds its own within the process (`KeyedMutex`).
 */
export class EventBatches<M extends BatchMember> {
  readonly #run: (members: readonly M[]) => Promise<void>;
  #waiting: M[] = [];
  #running = 0;
  #scheduled = false;
  /** Moving average of the duration of batches. */
  #averageMs = 0;

  /** `run` settles its members itself and does not reject. */
  constructor(run: (members: readonly M[]) => Promise<void>) {
    this.#run = run;
  }

  add(member: M): void {
    this.#waiting.push(member);
    this.#schedule();
  }

  /** Waits for the other events of this tick first. */
  #schedule(): void {
    if (this.#scheduled || this.#running >= MAX_RUNNING || this.#waiting.length === 0) return;
    this.#scheduled = true;
    setImmediate(() => {
      this.#scheduled = false;
      this.#start();
      this.#schedule();
    });
  }

  #stalledMs(): number {
    return Math.min(STALLED.maxMs, Math.max(STALLED.minMs, STALLED.averages * this.#averageMs));
  }

  #start(): void {
    const environmentNumber = this.#waiting[0]?.eventKeys.environmentNumber;
    const members: M[] = [];
    this.#waiting = this.#waiting.filter((member) => {
      if (member.eventKeys.environmentNumber !== environmentNumber || members.length >= MAX_EVENTS) return true;
      members.push(member);
      return false;
    });
    this.#running += 1;
    const startedAt = performance.now();
    let counts = true;
    const ended = () => {
      if (!counts) return;
      counts = false;
      this.#running -= 1;
      this.#schedule();
    };
    const stalled = setTimeout(ended, this.#stalledMs());
    void this.#run(members).finally(() => {
      clearTimeout(stalled);
      this.#averageMs += NEWEST * (performance.now() - startedAt - this.#averageMs);
      ended();
    });
  }
}
