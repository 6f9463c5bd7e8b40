// Tests that the declared columns match the schema, and that the INSERT statements derive from them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadMigrations } from '../migrate.ts';
import { EVENT_COLUMNS, INSERT_DETAILS, INSERT_EVENT } from './event-columns.ts';

/** The columns of a table as the migrations create it. */
function columnsOf(table: string): string[] {
  const schema = loadMigrations()
    .map(({ text }) => text)
    .join('\n');
  const body = new RegExp(`CREATE TABLE ${table} \\(\\n([\\s\\S]*?)\\n\\)`).exec(schema)?.[1] ?? '';
  const added = schema.matchAll(new RegExp(`ALTER TABLE ${table} ADD COLUMN ([a-z_]+) `, 'g'));
  return [...body.matchAll(/^ {2}([a-z_]+) /gm), ...added].map(([, name]) => name as string);
}

test('declares every column of events', () => {
  assert.deepEqual([...EVENT_COLUMNS].sort(), columnsOf('events').sort());
});

test('derives INSERT statements with one placeholder for each column', () => {
  for (const [{ text }, table] of [
    [INSERT_EVENT, 'events'],
    [INSERT_DETAILS, 'event_details'],
  ] as const) {
    const [, names = '', values = ''] = /\((.*)\) VALUES \((.*)\)/.exec(text) ?? [];
    assert.deepEqual(names.split(', ').sort(), columnsOf(table).sort());
    assert.equal(values, names.replaceAll(/\w+/g, '?'));
  }
});
