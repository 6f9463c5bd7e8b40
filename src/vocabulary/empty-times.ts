// Decides whether a rate limit has attempts left. Only the time at which the limit is full again is stored.

/** A time further ahead (ms) than the clocks of processes differ comes from a clock that was set back. */
const CLOCK_DIFFERENCE = 60_000;
/** Sums of fractions of a millisecond are rounded: without this margin, the last attempt of a burst could be refused. */
const ROUNDING = 0.5;

/** The times, in ms, at which a rate limit without an attempt left now is full again: later than `from`, up to `to`. */
export function emptyTimes(
  { interval, burst }: { interval: number; burst: number },
  now: number,
): { from: number; to: number } {
  return { from: now + (burst - 1) * interval + ROUNDING, to: now + burst * interval + CLOCK_DIFFERENCE };
}
