// Forms batches of the events that wait at the same moment.

/** Enough to share a commit and a plan's start widely; an event waits for the slowest of its batch. */
const MAX_EVENTS = 32;
/** While one batch waits for the server, another is assessed here. More would only make them smaller. */
const MAX_RUNNING = 3;
/** A batch that waits longer, for a lock or a slow disk, no longer counts as running. */
const STALLED_MS = 50;

/** What a batch is formed by. */
export interface BatchMember {
  eventKeys: { environmentNumber: number };
}

/**
 * Runs batches of members of one environment: on a distributed database an environment is on one server. Its members have
 * no lock in common, as each holds its own within the process (`KeyedMutex`).
 */
export class EventBatches<M extends BatchMember> {
  readonly #run: (members: readonly M[]) => Promise<void>;
  #waiting: M[] = [];
  #running = 0;
  #scheduled = false;

  /** `run` settles its members itself and does not reject. */
  constructor(run: (members: readonly M[]) => Promise<void>) {
    this.#run = run;
  }

  add(member: M): void {
    this.#waiting.push(member);
    this.#schedule();
  }

  /** Collects the events of this tick first. */
  #schedule(): void {
    if (this.#scheduled || this.#running >= MAX_RUNNING || this.#waiting.length === 0) return;
    this.#scheduled = true;
    setImmediate(() => {
      this.#scheduled = false;
      this.#start();
      this.#schedule();
    });
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
    let counts = true;
    const ended = () => {
      if (!counts) return;
      counts = false;
      this.#running -= 1;
      this.#schedule();
    };
    const stalled = setTimeout(ended, STALLED_MS);
    void this.#run(members).finally(() => {
      clearTimeout(stalled);
      ended();
    });
  }
}
