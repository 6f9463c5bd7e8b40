// Events that found no way out, kept in memory until one opens: bounded, and never longer than they are worth.
import type { Delivery, Envelope } from './transport.ts';

const LIMIT = 20;
/** The service takes the time of arrival for the event's own: later than this the event would say something untrue. */
const MAX_AGE_MS = 10 * 60 * 1000;

interface Waiting extends Envelope {
  since: number;
}

export class OfflineQueue {
  #waiting: Waiting[] = [];
  #flushing = false;

  get size(): number {
    return this.#waiting.length;
  }

  /** Keeps an event; the oldest gives way to the 21st. `now` is in ms. */
  add(envelope: Envelope, now: number): void {
    this.#waiting.push({ ...envelope, since: now });
    if (this.#waiting.length > LIMIT) this.#waiting.shift();
  }

  /** Sends what waits, oldest first, and stops at the first that finds no way out. */
  async flush(send: (envelope: Envelope) => Promise<Delivery>, now: number): Promise<void> {
    if (this.#flushing) return;
    this.#flushing = true;
    this.#waiting = this.#waiting.filter(({ since }) => now - since < MAX_AGE_MS);
    for (let next = this.#waiting[0]; next; next = this.#waiting[0]) {
      const { kind } = await send(next);
      if (kind === 'network' || kind === 'unavailable') break;
      this.#waiting = this.#waiting.filter((envelope) => envelope !== next);
    }
    this.#flushing = false;
  }

  /** Takes everything out at once, for a page that leaves: there is no later. */
  drain(): readonly Envelope[] {
    return this.#waiting.splice(0);
  }
}
