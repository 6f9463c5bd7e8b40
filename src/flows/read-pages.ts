// Reads a whole list page by page, for exports.

/** Rows per page. Bounds memory for a list of any length and keeps the shared read connection free for other requests. */
const PAGE = 500;

/**
 * Yields all pages starting at `from`, in reading order. Each page is read on demand and no cursor stays open in
 * between, so a consumer that stops iterating leaves nothing to clean up.
 */
export async function* readPages<T, F>(
  read: (from: F | null, limit: number) => Promise<readonly T[]>,
  from: F | null,
  after: (last: T) => F,
): AsyncGenerator<readonly T[]> {
  for (let next = from; ; ) {
    const rows = await read(next, PAGE);
    const last = rows.at(-1);
    if (last === undefined) return;
    yield rows;
    if (rows.length < PAGE) return;
    next = after(last);
  }
}
