// Seeded random numbers for synthetic populations, so that every run generates the same data.

/** Deterministic random numbers (mulberry32): a seed gives the same sequence on every machine. */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** Uniform in [0, 1). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  /** True with this probability. */
  chance(probability: number): boolean {
    return this.next() < probability;
  }

  /** Uniform integer from 0 to `limit - 1`. */
  integer(limit: number): number {
    return Math.floor(this.next() * limit);
  }

  /** Exponentially distributed with this mean. */
  exponential(mean: number): number {
    return -mean * Math.log(1 - this.next());
  }

  pick<T>(items: readonly T[]): T {
    return items[this.integer(items.length)] as T;
  }

  /** Favors the first items: probabilities are proportional to 1/(rank + 3). */
  pickSkewed<T>(items: readonly T[]): T {
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

  /** An index of `weights`, drawn in proportion to them. */
  weightedIndex(weights: readonly number[]): number {
    let left = this.next() * weights.reduce((sum, weight) => sum + weight, 0);
    for (const [index, weight] of weights.entries()) {
      left -= weight;
      if (left < 0) return index;
    }
    return weights.length - 1;
  }

  /** Lowercase hexadecimal digits. */
  hex(length: number): string {
    let out = '';
    while (out.length < length) out += this.integer(16).toString(16);
    return out;
  }
}
