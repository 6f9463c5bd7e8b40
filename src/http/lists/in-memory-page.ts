// Pages of a list that is short enough to be read whole: environments, keys, members, sessions.
import type { Services } from '../server/services.ts';
import { DEFAULT_LIMIT, type ListBody, type ListIdentity, listBody, type PageQuery, pageOf } from './paging.ts';

/** How the rows are sorted: by rank, then by id, the highest first unless `ascending`. */
interface Order<T> {
  /** The same for all rows unless given. */
  rank?: ((row: T) => number) | undefined;
  ascending?: boolean;
}

/** The requested page of `rows` in the envelope of lists, the newest first unless `order` says otherwise. */
export function inMemoryPage<T extends { id: string }, B>(
  { cursors }: Pick<Services, 'cursors'>,
  identity: ListIdentity,
  path: string,
  { limit = DEFAULT_LIMIT, cursor }: PageQuery,
  rows: readonly T[],
  bodyOf: (row: T) => B,
  { rank = () => 0, ascending = false }: Order<T> = {},
): ListBody<B> {
  const position = cursor === undefined ? null : cursors.verify(identity, cursor);
  const back = position?.direction === 'prev';
  const keyOf = (row: T): Key => [row.id, rank(row)];
  const after = (one: Key, other: Key) => (back === ascending ? isAbove(other, one) : isAbove(one, other));
  const ordered = rows.toSorted((a, b) => (after(keyOf(b), keyOf(a)) ? -1 : 1));
  const bound: Key | null = position && [String(position.key[0]), Number(position.key[1] ?? 0)];
  const remaining = ordered.filter((row) => bound === null || after(keyOf(row), bound));
  const page = pageOf(remaining.slice(0, limit + 1), position, limit, keyOf);
  return listBody(cursors, identity, path, limit, { ...page, rows: page.rows.map(bodyOf) });
}

/** Cursors of versions without ranks contain only the id. */
type Key = [id: string, rank: number];

function isAbove(one: Key, other: Key): boolean {
  return one[1] === other[1] ? one[0] > other[0] : one[1] > other[1];
}
