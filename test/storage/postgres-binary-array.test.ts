// Tests arrays in the binary format: the server must read from them what it reads from the text of the driver.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import pg from 'pg';
import type { Value } from '../../src/storage/engine.ts';
import { binaryArray } from '../../src/storage/postgres/binary-array.ts';
import { freshDatabase } from '../postgres.ts';

const database = await freshDatabase();
const client = new pg.Client(database.url);
await client.connect();
after(async () => {
  await client.end();
  await database.drop();
});

const TEXTS = ['', 'NULL', '{a,"b"}', 'a\\"b\\\\', 'Zoë 日本 🔑', ' \t\n', '\ud800', 'x'.repeat(300_000)];
const VALUES: Record<string, Value[]> = {
  bigint: [0, -1, 1, 2 ** 31, -(2 ** 31) - 1, 2 ** 32, -(2 ** 32), Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER],
  integer: [0, -1, 2 ** 31 - 1, -(2 ** 31)],
  smallint: [0, -1, 32_767, -32_768],
  'double precision': [0, 0.1, -1.5e-300, 1e300, 3],
  text: [...TEXTS, 12, 1.5],
  json: ['{}', '{"a":"\\"\\\\"}', '["Zoë 日本 🔑"]', 'null'],
};

/** The elements of a parameter as the server writes them. */
async function read(type: string, parameter: unknown): Promise<(string | null)[]> {
  const text = `SELECT value::text AS value FROM unnest($1::${type}[]) WITH ORDINALITY AS each (value, position) ORDER BY position`;
  const { rows } = await client.query<{ value: string | null }>(text, [parameter]);
  return rows.map(({ value }) => value);
}

for (const [type, values] of Object.entries(VALUES)) {
  test(`an array of ${type}`, async () => {
    const column = [...values, null, ...values.slice(0, 1)];
    const parameter = binaryArray(
      type,
      column.map((value) => ['other', value]),
      1,
    );
    assert.ok(Buffer.isBuffer(parameter));
    assert.deepEqual(await read(type, parameter), await read(type, column));
  });
}

test('a column that its rows lack has nulls only', async () => {
  assert.deepEqual(await read('text', binaryArray('text', [['one'], ['two']], 1)), [null, null]);
});

test('no rows, and a type without a binary form', async () => {
  assert.deepEqual(binaryArray('bigint', [], 0), []);
  assert.deepEqual(binaryArray('uuid', [['a'], [null]], 0), ['a', null]);
});

test('an array does not change when the next one is encoded', async () => {
  const first = binaryArray('text', [['first']], 0);
  binaryArray('text', [['other']], 0);
  assert.deepEqual(await read('text', first), ['first']);
});

test('a number that the type cannot hold is an error here', () => {
  for (const [type, value] of [
    ['bigint', 1.5],
    ['bigint', Number.NaN],
    ['bigint', 2 ** 53],
    ['integer', 0.5],
    ['integer', 2 ** 31],
    ['smallint', 32_768],
    ['bigint', '12'],
    ['double precision', ''],
  ] as const)
    assert.throws(() => binaryArray(type, [[value]], 0), RangeError, `${type} ${value}`);
});
