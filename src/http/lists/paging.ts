// Keyset paging: signed cursors, each valid for one list, filter and environment, and the envelope of lists.
import { createHmac, timingSafeEqual } from 'node:crypto';
import Type, { type Static, type TSchema } from 'typebox';
import { invalid } from '../../vocabulary/failure.ts';
import { closed, nullable } from '../schemas/schema.ts';

export const DEFAULT_LIMIT = 25;
export const MAX_LIMIT = 100;

/** Query parameters of every list. */
export const PAGE_PARAMETERS = {
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: MAX_LIMIT, default: DEFAULT_LIMIT, description: 'Items per page.' }),
  ),
  cursor: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 2_048,
      description: 'Where the page starts; taken from `links` or `meta`.',
    }),
  ),
};
/** The query of a list without filters. */
export const PageQuery = closed(PAGE_PARAMETERS);
export type PageQuery = Static<typeof PageQuery>;

/** The sort key of a row, after which a keyset read continues. */
type RowKey = readonly (string | number)[];

/** Where a page starts: after `key` in list order (`next`), or before it (`prev`). */
export interface Position {
  direction: 'next' | 'prev';
  key: RowKey;
}

/** The list that a cursor is valid for; `filter` is the query without `limit` and `cursor`. */
export interface ListIdentity {
  list: string;
  /** The id of the environment, or of whatever else contains the list. */
  environment: string;
  filter: Readonly<Record<string, unknown>>;
}

/** Signs positions so that callers cannot change them: base64url JSON, a dot, and 128 bits of HMAC-SHA256. */
export class SignedCursor {
  readonly #secret: Uint8Array;

  /** @param secret at least 16 bytes, the same in all processes. */
  constructor(secret: Uint8Array) {
    if (secret.length < 16) throw new RangeError('the cursor secret needs at least 16 bytes');
    this.#secret = secret;
  }

  sign(identity: ListIdentity, position: Position): string {
    const payload = Buffer.from(JSON.stringify([position.direction, ...position.key])).toString('base64url');
    return `${payload}.${this.#mac(identity, payload)}`;
  }

  /** @throws Failure `invalid` when the service did not sign the cursor for this list. */
  verify(identity: ListIdentity, cursor: string): Position {
    const [payload, mac, ...rest] = cursor.split('.');
    if (payload === undefined || mac === undefined || rest.length > 0 || !sameText(mac, this.#mac(identity, payload))) {
      throw invalid({
        pointer: 'cursor',
        code: 'wrong_cursor',
        detail: 'The cursor is damaged or belongs to another list, filter or environment.',
      });
    }
    const [direction, ...key] = JSON.parse(Buffer.from(payload, 'base64url').toString()) as [
      'next' | 'prev',
      ...RowKey,
    ];
    return { direction, key };
  }

  #mac(identity: ListIdentity, payload: string): string {
    const bound = JSON.stringify([identity.list, identity.environment, sorted(identity.filter), payload]);
    return createHmac('sha256', this.#secret).update(bound).digest().subarray(0, 16).toString('base64url');
  }
}

/**
 * Compares in constant time, and as text: 16 bytes are 22 characters, the last of which carries only two bits, so a
 * comparison of decoded bytes would accept sixteen spellings of one cursor.
 */
function sameText(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}

export interface Page<T> {
  rows: readonly T[];
  next: RowKey | null;
  prev: RowKey | null;
}

/**
 * One page from up to `limit + 1` rows that were read from `position`, in the order of reading: for `prev`, the reverse
 * of list order. The extra row shows that the list continues in that direction.
 */
export function pageOf<T>(
  read: readonly T[],
  position: Position | null,
  limit: number,
  keyOf: (row: T) => RowKey,
): Page<T> {
  const more = read.length > limit;
  const back = position?.direction === 'prev';
  const rows = read.slice(0, limit);
  if (back) rows.reverse();
  const first = rows[0];
  const last = rows.at(-1);
  if (first === undefined || last === undefined) return { rows, next: null, prev: null };
  return {
    rows,
    next: back || more ? keyOf(last) : null,
    prev: position !== null && (!back || more) ? keyOf(first) : null,
  };
}

/** A page in the envelope of lists. */
export interface ListBody<T> {
  data: readonly T[];
  /** Paths with their query. */
  links: { first: string; prev: string | null; next: string | null };
  meta: { limit: number; next_cursor: string | null; prev_cursor: string | null };
}

export function listBody<T>(
  cursors: SignedCursor,
  identity: ListIdentity,
  path: string,
  limit: number,
  page: Page<T>,
): ListBody<T> {
  const cursorTo = (direction: Position['direction'], key: RowKey | null) =>
    key === null ? null : cursors.sign(identity, { direction, key });
  const next = cursorTo('next', page.next);
  const prev = cursorTo('prev', page.prev);
  const link = (cursor: string | null) => `${path}?${queryText(identity.filter, limit, cursor)}`;
  return {
    data: page.rows,
    links: { first: link(null), prev: prev === null ? null : link(prev), next: next === null ? null : link(next) },
    meta: { limit, next_cursor: next, prev_cursor: prev },
  };
}

/** The schema of a list's envelope around its items. */
export function listSchema<T extends TSchema>(item: T, description: string) {
  const link = () => nullable(Type.String());
  return closed(
    {
      data: Type.Array(item),
      links: closed({ first: Type.String(), prev: link(), next: link() }),
      meta: closed({ limit: Type.Integer(), next_cursor: link(), prev_cursor: link() }),
    },
    { description },
  );
}

function queryText(filter: Readonly<Record<string, unknown>>, limit: number, cursor: string | null): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(filter)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined) query.append(name, String(one));
    }
  }
  query.append('limit', String(limit));
  if (cursor !== null) query.append('cursor', cursor);
  return query.toString();
}

/** The filter without unset parameters, in the order of their names: queries that only reorder parameters are equal. */
function sorted(filter: Readonly<Record<string, unknown>>): unknown {
  return Object.keys(filter)
    .filter((name) => filter[name] !== undefined)
    .sort()
    .map((name) => [name, filter[name]]);
}
