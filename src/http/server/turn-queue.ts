// Runs steps in order, for a limited time per tick of the event loop, so that other work runs in between.

export interface TurnLimits {
  /** Steps of a tick that run however long they take. */
  steps: number;
  /** ms per tick; further steps run until then. The microtasks of a step count. */
  time: number;
  /** ms from one tick with steps to the next; without it, the next tick of the event loop. */
  every?: number;
}

export class TurnQueue {
  readonly #limits: () => TurnLimits;
  #waiting: (() => void)[] = [];
  /** Steps taken in the current tick. */
  #taken = 0;
  #startedAt = 0;
  #isScheduled = false;
  /** Whether a step is running, or the next one of this tick is about to run. */
  #isRunning = false;

  /** `limits` is called before each step. */
  constructor(limits: () => TurnLimits) {
    this.#limits = limits;
  }

  /** Runs `step` at once when the tick has turns left and nothing waits, else later. */
  take(step: () => void): void {
    this.#waiting.push(step);
    if (!this.#isScheduled) this.#begin();
    // A step that takes another turn ends first: nested steps would overflow the stack, for example those of a connection
    // that sends 64 KiB of empty lines.
    if (!this.#isRunning) this.#run();
  }

  #begin(): void {
    this.#isScheduled = true;
    this.#taken = 0;
    this.#startedAt = performance.now();
    const { every } = this.#limits();
    if (every === undefined) setImmediate(() => this.#nextTick());
    else setTimeout(() => this.#nextTick(), every);
  }

  #hasTurn(): boolean {
    const { steps, time } = this.#limits();
    return this.#taken < steps || performance.now() - this.#startedAt < time;
  }

  #nextTick(): void {
    this.#isScheduled = false;
    if (this.#waiting.length === 0) return;
    this.#begin();
    if (!this.#isRunning) this.#run();
  }

  /** Runs the first waiting step, and the next after its microtasks: a request is parsed in 0.1 ms and answered in 0.5. */
  #run(): void {
    this.#isRunning = false;
    if (!this.#hasTurn()) return;
    const step = this.#waiting.shift();
    if (step === undefined) return;
    this.#taken += 1;
    this.#isRunning = true;
    try {
      step();
    } finally {
      if (this.#waiting.length > 0) queueMicrotask(() => process.nextTick(() => this.#run()));
      else this.#isRunning = false;
    }
  }
}
