// Cursors that cannot be moved to another list, and pages that lose and repeat nothing.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { Failure } from '../../vocabulary/failure.ts';
import { type ListIdentity, listBody, type Page, type Position, pageOf, SignedCursor } from './paging.ts';

const seal = new SignedCursor(new Uint8Array(32).fill(7));
const identity: ListIdentity = {
  list: 'listEvents',
  environment: 'env_1',
  filter: { event_type: ['login'], from: undefined },
};
const isRefused = (error: unknown) => error instanceof Failure && error.issues[0]?.pointer === 'cursor';

test('a cursor opens for its own list, whatever the order of its filter', () => {
  const position: Position = { direction: 'prev', key: [1_700_000_000_000, 'evt_x'] };
  const cursor = seal.sign({ ...identity, filter: { b: 1, a: 2 } }, position);
  assert.deepEqual(seal.verify({ ...identity, filter: { a: 2, b: 1, c: undefined } }, cursor), position);
});

test('a cursor of another list, filter, environment or secret, or a changed one, is refused', () => {
  const cursor = seal.sign(identity, { direction: 'next', key: ['x'] });
  for (const other of [
    { list: 'listDevices' },
    { environment: 'env_2' },
    { filter: {} },
    { filter: { event_type: ['signup'] } },
  ]) {
    assert.throws(() => seal.verify({ ...identity, ...other }, cursor), isRefused);
  }
  assert.throws(() => new SignedCursor(new Uint8Array(32).fill(8)).verify(identity, cursor), isRefused);
  fc.assert(
    fc.property(fc.nat(), fc.constantFrom(...'AZaz09-_.'), (place, wrong) => {
      const at = place % cursor.length;
      fc.pre(cursor[at] !== wrong);
      const changed = cursor.slice(0, at) + wrong + cursor.slice(at + 1);
      assert.throws(() => seal.verify(identity, changed), isRefused);
    }),
  );
  for (const text of ['', '.', 'x', 'x.', '.x', `${cursor}.`, `${cursor}=`, `${cursor}é`, 'a'.repeat(10_000)])
    assert.throws(() => seal.verify(identity, text), isRefused);
  assert.throws(() => new SignedCursor(new Uint8Array(8)), RangeError);
});

/** A list newest first, read as an engine would: `limit + 1` rows after the position. */
function read(rows: readonly number[], position: Position | null, limit: number): number[] {
  if (position === null) return rows.slice(0, limit + 1);
  const at = rows.indexOf(position.key[0] as number);
  if (position.direction === 'next') return rows.slice(at + 1, at + 2 + limit);
  return rows.slice(Math.max(0, at - limit - 1), at).reverse();
}

test('going through all pages and back shows every row once each way', () => {
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

test('links keep the filter, and the ends are null', () => {
  const page = { rows: [1], next: null, prev: [1] };
  const body = listBody(
    seal,
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
