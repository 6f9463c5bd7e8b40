// Tests that docs/scaling.md lists the statements that query all shards of a distributed database, with the code's reasons.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { STATEMENTS_OF_ALL_SHARDS } from '../../src/storage/citus/all-shards.ts';

test('lists the statements that ask all shards', () => {
  const page = readFileSync(new URL('../../docs/scaling.md', import.meta.url), 'utf8');
  const [, table = ''] = /\| What for \| Why \|\n\|---\|---\|\n((?:\|.*\n)+)/.exec(page) ?? [];
  const rows = STATEMENTS_OF_ALL_SHARDS.map(({ use, reason }) => `| ${use} | ${reason} |`);
  assert.deepEqual(table.trimEnd().split('\n'), [...new Set(rows)]);
});
