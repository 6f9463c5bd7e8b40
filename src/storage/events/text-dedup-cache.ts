// Caches the digests of deduplicated texts that are certainly stored, so that they are not sent again.
import type { Texts } from './event-writes.ts';

/** The maximum number of digests: 64 bytes each, a few megabytes in total. */
const MAX_DIGESTS = 50_000;

/** Contains only digests of texts that are stored: code that deletes such rows, or rolls them back, must call `clear`. */
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

/** The texts of one transaction. Texts that it sends are appended to `sent`; `signals` caches them at once. */
export function textsOfTransaction(
  stored: TextDedupCache,
  sent: [environmentNumber: number, digest: string][],
  signals: TextDedupCache | undefined,
): Texts {
  return {
    has: (environmentNumber, digest) => stored.has(environmentNumber, digest),
    markSent: (environmentNumber, digest) => sent.push([environmentNumber, digest]),
    hasSignals: (environmentNumber, digest) => signals?.has(environmentNumber, digest) ?? false,
    markSignalsSent: (environmentNumber, digest) => signals?.add(environmentNumber, digest),
  };
}
