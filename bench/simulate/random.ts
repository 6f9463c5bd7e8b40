// A seeded source of chance for made-up populations, so that every run makes the same one.

/** Deterministic random numbers (mulberry32): the same seed makes the same population on every machine. */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  whole(below: number): number {
    return Math.floor(this.next() * below);
  }

  pick<T>(items: readonly T[]): T {
    return items[this.whole(items.length)] as T;
  }

  /** The first items are the commonest: shares fall like 1/(rank + 3). */
  common<T>(items: readonly T[]): T {
    const total = items.reduce((sum, _, rank) => sum + 1 / (rank + 3), 0);
    let left = this.next() * total;
    for (const [rank, item] of items.entries()) {
      left -= 1 / (rank + 3);
      if (left <= 0) return item;
    }
    return items[items.length - 1] as T;
  }

  weighted<T>(choices: readonly (readonly [T, number])[]): T {
    let left = this.next() * choices.reduce((sum, [, weight]) => sum + weight, 0);
    for (const [item, weight] of choices) {
      left -= weight;
      if (left <= 0) return item;
    }
    return (choices[choices.length - 1] as readonly [T, number])[0];
  }

  hex(length: number): string {
    let out = '';
    while (out.length < length) out += this.whole(16).toString(16);
    return out;
  }
}
