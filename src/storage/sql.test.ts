// Tests the statement builders: text follows from the declared table; misspelled macros and tables do not compile.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { columns, deleteFrom, identifier, insertInto, joined, placeholders, select, sql, update } from './sql.ts';
import { expand, macro } from './sql-macros.ts';

test('derives text and touched table of a write from one declaration', () => {
  assert.deepEqual(update('events')`SET address = NULL WHERE id ${macro.in_texts}`, {
    text: 'UPDATE events SET address = NULL WHERE id {{in_texts}}',
    touches: 'events',
  });
  assert.deepEqual(insertInto('users')`(${columns(['id', 'email'])}) VALUES (${placeholders(2)})`, {
    text: 'INSERT INTO users (id, email) VALUES (?, ?)',
    touches: 'users',
  });
  assert.equal(deleteFrom('devices')`WHERE id = ?`.touches, 'devices');
});

test('a select touches no table and composes from fragments', () => {
  const parts = [sql`e.score > ${80}`, sql`e.${identifier('level')} = ?`];
  const statement = select`${columns(['id', 'type'], 'e')} FROM events e WHERE ${joined(parts, ' AND ')}`;
  assert.deepEqual(statement, {
    text: 'SELECT e.id, e.type FROM events e WHERE e.score > 80 AND e.level = ?',
    touches: null,
  });
  assert.equal(sql`id IN (${select`id FROM events`})`.text, 'id IN (SELECT id FROM events)');
});

test('rejects identifiers with other characters', () => {
  for (const name of ['', 'a b', 'a;', "a'", '{{int8}}'])
    assert.throws(() => identifier(name), /not an SQL identifier/);
});

test('expands every occurrence of a known macro and rejects an unknown one', () => {
  assert.equal(expand('{{int8}} {{int8}} {{flag}}', { int8: 'BIGINT', flag: 'SMALLINT' }), 'BIGINT BIGINT SMALLINT');
  for (const name of ['nope', 'constructor']) assert.throws(() => expand(`{{${name}}}`, {}), /unknown SQL macro/);
});

/** Never called: `tsc` checks that each marked line does not compile. */
export function mistakes(fromRequest: string): void {
  // @ts-expect-error a misspelled macro
  select`id FROM events WHERE id ${macro.in_textz}`;
  // @ts-expect-error a misspelled table
  update('event')`SET score = 0`;
  // @ts-expect-error a string, which could be a request's value
  select`id FROM events WHERE id = ${fromRequest}`;
}
