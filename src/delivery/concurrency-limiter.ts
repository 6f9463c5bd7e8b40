// Who may have how many connections at once: the count of what is in flight in this process.
import type { DueEndpoint } from '../records/webhooks.ts';
import { ENDPOINT_CAP, SLOW_ENDPOINT_CAP } from '../vocabulary/endpoint-caps.ts';

/** Slots are taken before a claim, so that claims under way together never exceed them. */
export class ConcurrencyLimiter {
  readonly #total: number;
  #taken = 0;
  #takenBySlow = 0;
  readonly #byEndpoint = new Map<string, { taken: number; slow: boolean }>();

  /** `total` is the most attempts this process has in flight. */
  constructor(total: number) {
    this.#total = total;
  }

  get taken(): number {
    return this.#taken;
  }

  get isFull(): boolean {
    return this.#taken >= this.#total;
  }

  /** Takes what the endpoint may have now; 0 when nothing is free for it. */
  acquire({ endpointId, slow }: Pick<DueEndpoint, 'endpointId' | 'slow'>): number {
    const holding = this.#byEndpoint.get(endpointId) ?? { taken: 0, slow };
    const cap = slow ? SLOW_ENDPOINT_CAP : ENDPOINT_CAP;
    // Endpoints that keep timing out hold a slot for ten seconds each; half of all stays free of them.
    const free = slow
      ? Math.min(this.#total - this.#taken, this.#total / 2 - this.#takenBySlow)
      : this.#total - this.#taken;
    const granted = Math.max(0, Math.min(cap - holding.taken, Math.floor(free)));
    if (granted === 0) return 0;
    this.#count(endpointId, holding, granted);
    return granted;
  }

  /** Gives `count` slots of an endpoint back. */
  release(endpointId: string, count: number): void {
    const holding = this.#byEndpoint.get(endpointId);
    if (holding !== undefined && count > 0) this.#count(endpointId, holding, -count);
  }

  #count(endpointId: string, holding: { taken: number; slow: boolean }, change: number): void {
    holding.taken += change;
    this.#taken += change;
    if (holding.slow) this.#takenBySlow += change;
    if (holding.taken > 0) this.#byEndpoint.set(endpointId, holding);
    else this.#byEndpoint.delete(endpointId);
  }
}
