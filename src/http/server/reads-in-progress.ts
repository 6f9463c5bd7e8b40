// Limits how many reads of a member or key are in progress, and lets those come last whose clients have canceled them.

/** PostgreSQL has four connections for the reads of all: one is left to others while someone's reads are slow. */
export const MAX_IN_PROGRESS = 3;

/**
 * Whether a client waits for its response. `perhaps`: it has closed its sending side, as a browser does to cancel a request, but also a
 * client that has nothing more to send and waits for its response.
 */
export type Attention = 'yes' | 'perhaps' | 'no';

/** Runs work within the deadline of a call; see `Store.withinDeadline`. */
type WithinDeadline = <T>(waitedMs: number, work: (remainingMs: () => number) => Promise<T>) => Promise<T>;

interface WaitingRead {
  attention: () => Attention;
  /** Whether its deadline has passed, which answers it: its end here could come first, and would be taken for that of its client. */
  isLate: () => boolean;
  begin: (isAwaited: boolean) => void;
}

interface Scope {
  inProgress: number;
  waiting: WaitingRead[];
}

export class ReadsInProgress {
  readonly #withinDeadline: WithinDeadline;
  readonly #scopes = new Map<string, Scope>();

  constructor(withinDeadline: WithinDeadline) {
    this.#withinDeadline = withinDeadline;
  }

  /** The result of `read`, or null if nobody waits for it when its turn comes. */
  async run<T>(scope: string, attention: () => Attention, read: () => Promise<T>): Promise<T | null> {
    const reads = this.#scopes.get(scope) ?? { inProgress: 0, waiting: [] };
    this.#scopes.set(scope, reads);
    if (reads.inProgress < MAX_IN_PROGRESS) {
      reads.inProgress += 1;
      return this.#ending(scope, reads, read);
    }
    // Its deadline includes the wait: if the database does not respond, those before it take until theirs.
    return this.#withinDeadline(0, async (remainingMs) => {
      const isAwaited = await new Promise<boolean>((begin) => {
        reads.waiting.push({ attention, isLate: () => remainingMs() <= 0, begin });
      });
      return isAwaited ? this.#ending(scope, reads, read) : null;
    });
  }

  async #ending<T>(scope: string, reads: Scope, read: () => Promise<T>): Promise<T> {
    try {
      return await read();
    } finally {
      const next = takeNext(reads);
      if (next !== undefined) next.begin(true);
      else reads.inProgress -= 1;
      if (reads.inProgress === 0) this.#scopes.delete(scope);
    }
  }
}

/** The first read whose client surely waits, or else the first one. Those that nobody waits for, and those that are late, are removed. */
function takeNext(reads: Scope): WaitingRead | undefined {
  reads.waiting = reads.waiting.filter(({ attention, isLate, begin }) => {
    if (isLate()) return false;
    const isAwaited = attention() !== 'no';
    if (!isAwaited) begin(false);
    return isAwaited;
  });
  const sure = reads.waiting.findIndex(({ attention }) => attention() === 'yes');
  return reads.waiting.splice(Math.max(sure, 0), 1)[0];
}
