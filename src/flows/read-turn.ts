// Lets the reads of members and backends take turns, so that events run in between however many reads there are.

/** ms of reads without a pause: about ten small ones. */
const BUDGET = 2;
/** Ticks of the event loop after a long read: an event passes through about as many. When nothing else runs, they take .1 ms. */
const MAX_PAUSE = 8;

/** The reads that wait, by their scope; the scope whose turn is next comes first. */
const waiting = new Map<string, (() => void)[]>();
/** Whether a read runs, or a pause. */
let isBusy = false;
/** ms of reads since the last pause. */
let spent = 0;

/**
 * Resolves when the caller may read. On SQLite, a read runs on the event loop and takes up to 100 ms: of fifteen at once, each tick ran all,
 * and events waited for fifteen seconds.
 * @param scope whose read it is. Scopes alternate: someone who reads a thousand pages at once holds up nobody else's.
 */
export function readTurn(scope: string): Promise<void> {
  return new Promise((resolve) => {
    const reads = waiting.get(scope);
    if (reads === undefined) waiting.set(scope, [resolve]);
    else reads.push(resolve);
    if (!isBusy) next();
  });
}

/** The turn for the next page of a read, in a later tick. */
export async function nextReadTurn(scope: string): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
  await readTurn(scope);
}

function nextRead(): (() => void) | undefined {
  for (const [scope, reads] of waiting) {
    waiting.delete(scope);
    const read = reads.shift();
    if (reads.length > 0) waiting.set(scope, reads);
    return read;
  }
  return undefined;
}

function next(): void {
  const read = nextRead();
  isBusy = read !== undefined;
  if (read === undefined) return;
  const startedAt = performance.now();
  read();
  // After the microtasks that follow, which are the read.
  queueMicrotask(() =>
    process.nextTick(() => {
      spent += performance.now() - startedAt;
      if (spent < BUDGET) next();
      else pause(Math.min(Math.ceil(spent), MAX_PAUSE));
    }),
  );
}

function pause(ticks: number): void {
  setImmediate(() => {
    if (ticks > 1) {
      pause(ticks - 1);
      return;
    }
    spent = 0;
    next();
  });
}
