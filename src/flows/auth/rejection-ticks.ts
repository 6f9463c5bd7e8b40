// Reports rejections at fixed intervals from their start, so that their time does not tell what was done in between.

/**
 * The interval, ms. A check of a password takes 5 to 20 ms of an idle core, and a member's is followed by an audit event: rejected without
 * ticks, it took .02 to .1 ms longer than an unknown email's. The timer starts before either is looked up, and hides what ends within
 * the same interval.
 */
export const REJECTION_INTERVAL = 50;

/** Starts a timer that ticks every `REJECTION_INTERVAL`. */
export function startTicks(): { next(): Promise<void>; stop(): void } {
  let onTick: (() => void) | undefined;
  const timer = setInterval(() => onTick?.(), REJECTION_INTERVAL);
  return {
    /** Resolves at the first tick after this call. */
    next: () => new Promise((resolve) => (onTick = resolve)),
    stop: () => clearInterval(timer),
  };
}
