// Queues unsent events in memory until the service is reachable again, limited in number and age.
import type { Delivery, Envelope } from './transport.ts';

const LIMIT = 20;
/** The service dates an event by its arrival; an event older than this would get a misleading time. */
const MAX_AGE_MS = 10 * 60 * 1000;

interface QueuedEvent extends Envelope {
  since: number;
}

export class OfflineQueue {
  #queued: QueuedEvent[] = [];
  #flushing = false;

  /** Adds an event; the 21st replaces the oldest. `now` is in ms. */
  add(envelope: Envelope, now: number): void {
    this.#queued.push({ ...envelope, since: now });
    if (this.#queued.length > LIMIT) this.#queued.shift();
  }

  /** Sends the queued events, oldest first, and stops at the first failure that may be temporary. */
  async flush(send: (envelope: Envelope) => Promise<Delivery>, now: number): Promise<void> {
    if (this.#flushing) return;
    this.#flushing = true;
    this.#queued = this.drain(now);
    for (let next = this.#queued[0]; next; next = this.#queued[0]) {
      const { kind } = await send(next);
      if (kind === 'network' || kind === 'unavailable') break;
      this.#queued = this.#queued.filter((envelope) => envelope !== next);
    }
    this.#flushing = false;
  }

  /** Removes all events, and returns those that are not too old: for the last attempt when the page unloads. */
  drain(now: number): QueuedEvent[] {
    return this.#queued.splice(0).filter(({ since }) => now - since < MAX_AGE_MS);
  }
}
