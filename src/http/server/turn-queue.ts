// Runs steps in order, for a limited time per tick of the event loop, so that other work runs in between.

export interface TurnLimits {
  /** Steps of a tick that run however long they take. */
  steps: number;
  /** ms per tick; further steps run until then. */
  time: number;
}

export class TurnQueue {
  readonly #limits: TurnLimits;
  #waiting: (() => void)[] = [];
  /** Of the current tick. */
  #taken = 0;
  #startedAt = 0;
  #isScheduled = false;
  #isRunning = false;

  constructor(limits: TurnLimits) {
    this.#limits = limits;
  }

  /** Runs `step` at once when the tick has turns left and nothing waits, else later. */
  take(step: () => void): void {
    this.#waiting.push(step);
    if (!this.#isScheduled) this.#begin();
    // A step that takes another turn ends first: nested steps would overflow the stack, as those of a connection that
    // sends 64 KiB of empty lines did.
    if (!this.#isRunning) this.#run();
  }

  #begin(): void {
    this.#isScheduled = true;
    this.#taken = 0;
    this.#startedAt = performance.now();
    setImmediate(() => this.#nextTick());
  }

  #hasTurn(): boolean {
    const { steps, time } = this.#limits;
    return this.#taken < steps || performance.now() - this.#startedAt < time;
  }

  #nextTick(): void {
    this.#isScheduled = false;
    if (this.#waiting.length === 0) return;
    this.#begin();
    this.#run();
  }

  /** Runs the waiting steps in order; one that takes another turn goes to the end. */
  #run(): void {
    this.#isRunning = true;
    let next = 0;
    try {
      while (next < this.#waiting.length && this.#hasTurn()) {
        this.#taken += 1;
        const step = this.#waiting[next];
        next += 1;
        step?.();
      }
    } finally {
      this.#waiting = this.#waiting.slice(next);
      this.#isRunning = false;
    }
  }
}
