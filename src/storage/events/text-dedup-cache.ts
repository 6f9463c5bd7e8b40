// Which texts that are kept once per digest are surely kept already, so that they need not be offered again.

/** Texts remembered: 64 bytes each, a few megabytes at most. */
const REMEMBERED = 50_000;

/** Only what was committed is known; rows of this kind are never deleted. */
export class TextDedupCache {
  #known = new Set<string>();

  has(environmentNumber: number, digest: string): boolean {
    return this.#known.has(`${environmentNumber}:${digest}`);
  }

  add(environmentNumber: number, digest: string): void {
    if (this.#known.size >= REMEMBERED) this.#known.clear();
    this.#known.add(`${environmentNumber}:${digest}`);
  }
}
