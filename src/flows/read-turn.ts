// Lets the reads of members and backends take turns, so that events run in between however many reads there are.

/** ms of reads without a pause: about ten small ones. */
const BUDGET = 2;
/** Ticks of the event loop after a long read: an event passes through about as many. When nothing else runs, they take .1 ms. */
const MAX_PAUSE = 8;

const waiting: (() => void)[] = [];
/** Whether a read runs, or a pause. */
let isBusy = false;
/** ms of reads since the last pause. */
let spent = 0;

/**
 * Resolves when the caller may read. On SQLite, a read runs on the event loop and takes up to 100 ms: of fifteen at once, each tick ran all,
 * and events waited for fifteen seconds.
 */
export function readTurn(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    if (!isBusy) next();
  });
}

/** The turn for the next page of a read, in a later tick. */
export async function nextReadTurn(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
  await readTurn();
}

function next(): void {
  const read = waiting.shift();
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
