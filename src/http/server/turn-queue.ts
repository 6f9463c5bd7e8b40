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

  constructor(limits: TurnLimits) {
    this.#limits = limits;
  }

  /** Runs `step` at once when the tick has turns left and nothing waits, else in a later tick. */
  take(step: () => void): void {
    if (!this.#isScheduled) this.#begin();
    if (this.#waiting.length > 0 || !this.#hasTurn()) {
      this.#waiting.push(step);
      return;
    }
    this.#taken += 1;
    step();
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
    const steps = this.#waiting;
    // A step that takes another turn goes to the end.
    this.#waiting = [];
    let next = 0;
    for (; next < steps.length && this.#hasTurn(); next += 1) {
      this.#taken += 1;
      steps[next]?.();
    }
    if (next < steps.length) this.#waiting = [...steps.slice(next), ...this.#waiting];
  }
}
