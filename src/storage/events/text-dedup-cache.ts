// Caches the digests of deduplicated texts that are certainly stored, so that they are not sent again.

/** The maximum number of digests: 64 bytes each, a few megabytes in total. */
const MAX_DIGESTS = 50_000;

/** Contains only digests of texts that are stored: whoever deletes such rows, or rolls them back, calls `clear`. */
export class TextDedupCache {
  #known = new Set<string>();

  has(environmentNumber: number, digest: string): boolean {
    return this.#known.has(`${environmentNumber}:${digest}`);
  }

  add(environmentNumber: number, digest: string): void {
    if (this.#known.size >= MAX_DIGESTS) this.#known.clear();
    this.#known.add(`${environmentNumber}:${digest}`);
  }

  clear(): void {
    this.#known.clear();
  }
}
