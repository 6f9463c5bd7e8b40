// Pages of a list that is short enough to be read whole: environments, keys, members, sessions.
import type { Services } from '../server/services.ts';
import { DEFAULT_LIMIT, type ListBody, type ListIdentity, listBody, type PageQuery, pageOf } from './paging.ts';

/** The requested page of `rows`, newest first by id, in the envelope of lists. */
export function inMemoryPage<T extends { id: string }, B>(
  { cursors }: Pick<Services, 'cursors'>,
  identity: ListIdentity,
  path: string,
  { limit = DEFAULT_LIMIT, cursor }: PageQuery,
  rows: readonly T[],
  bodyOf: (row: T) => B,
): ListBody<B> {
  const position = cursor === undefined ? null : cursors.verify(identity, cursor);
  const bound = String(position?.key[0]);
  const back = position?.direction === 'prev';
  const ordered = rows.toSorted((a, b) => (a.id < b.id === back ? -1 : 1));
  const remaining = ordered.filter(({ id }) => position === null || (back ? id > bound : id < bound));
  const page = pageOf(remaining.slice(0, limit + 1), position, limit, ({ id }) => [id]);
  return listBody(cursors, identity, path, limit, { ...page, rows: page.rows.map(bodyOf) });
}
