// Reads a list to its end, page after page by its key: what exports are made of.

/** Rows read at once: memory stays bounded over any list, and nobody waits long for the one reading connection. */
const PAGE = 500;

/**
 * Every row from `from` on, in the direction of reading. A page is read when it is asked for and nothing is held in
 * between, so whoever stops asking has ended the reading.
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
