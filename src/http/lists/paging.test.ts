// Tests that a cursor is valid for one list only, and that pages lose and repeat nothing.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { Failure } from '../../vocabulary/failure.ts';
import { type ListIdentity, listBody, type Page, type Position, pageOf, SignedCursor } from './paging.ts';

const cursors = new SignedCursor(new Uint8Array(32).fill(7));
const identity: ListIdentity = {
  list: 'listEvents',
  environment: 'env_1',
  filter: { event_type: ['login'], from: undefined },
};
const isRejected = (error: unknown) => error instanceof Failure && error.issues[0]?.pointer === 'cursor';

test('verifies a cursor of the same list, in any order of its filter', () => {
  const position: Position = { direction: 'prev', key: [1_700_000_000_000, 'evt_x'] };
  const cursor = cursors.sign({ ...identity, filter: { b: 1, a: 2 } }, position);
  assert.deepEqual(cursors.verify({ ...identity, filter: { a: 2, b: 1, c: undefined } }, cursor), position);
});

test('rejects a changed cursor and one of another list, filter, environment or secret', () => {
  const cursor = cursors.sign(identity, { direction: 'next', key: ['x'] });
  for (const other of [
    { list: 'listDevices' },
    { environment: 'env_2' },
    { filter: {} },
    { filter: { event_type: ['signup'] } },
  ]) {
    assert.throws(() => cursors.verify({ ...identity, ...other }, cursor), isRejected);
  }
  assert.throws(() => new SignedCursor(new Uint8Array(32).fill(8)).verify(identity, cursor), isRejected);
  fc.assert(
    fc.property(fc.nat(), fc.constantFrom(...'AZaz09-_.'), (index, letter) => {
      const at = index % cursor.length;
      fc.pre(cursor[at] !== letter);
      const changed = cursor.slice(0, at) + letter + cursor.slice(at + 1);
      assert.throws(() => cursors.verify(identity, changed), isRejected);
    }),
  );
  for (const text of ['', '.', 'x', 'x.', '.x', `${cursor}.`, `${cursor}=`, `${cursor}é`, 'a'.repeat(10_000)])
    assert.throws(() => cursors.verify(identity, text), isRejected);
  assert.throws(() => new SignedCursor(new Uint8Array(8)), RangeError);
});

/** Reads a list, newest first, like an engine: `limit + 1` rows after the position. */
function read(rows: readonly number[], position: Position | null, limit: number): number[] {
  if (position === null) return rows.slice(0, limit + 1);
  const at = rows.indexOf(position.key[0] as number);
  if (position.direction === 'next') return rows.slice(at + 1, at + 2 + limit);
  return rows.slice(Math.max(0, at - limit - 1), at).reverse();
}

test('paging to the end and back returns every row once in each direction', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 1, max: 20 }), (count, limit) => {
      const rows = Array.from({ length: count }, (_, n) => count - n);
      const seen: number[] = [];
      let position: Position | null = null;
      let page: Page<number>;
      do {
        page = pageOf(read(rows, position, limit), position, limit, (row) => [row]);
        seen.push(...page.rows);
        position = page.next === null ? null : { direction: 'next', key: page.next };
      } while (position !== null);
      assert.deepEqual(seen, rows);
      const back = [...page.rows].reverse();
      while (page.prev !== null) {
        position = { direction: 'prev', key: page.prev };
        page = pageOf(read(rows, position, limit), position, limit, (row) => [row]);
        back.push(...[...page.rows].reverse());
      }
      assert.deepEqual(back, [...rows].reverse());
    }),
  );
});

test('links contain the filter and are null at the ends', () => {
  const page = { rows: [1], next: null, prev: [1] };
  const body = listBody(
    cursors,
    { ...identity, filter: { decision: ['block', 'challenge'], from: undefined } },
    '/v1/x',
    10,
    page,
  );
  assert.equal(body.links.first, '/v1/x?decision=block&decision=challenge&limit=10');
  assert.equal(body.links.next, null);
  assert.match(String(body.links.prev), /&cursor=[\w.%-]+$/);
  assert.equal(body.meta.next_cursor, null);
});
