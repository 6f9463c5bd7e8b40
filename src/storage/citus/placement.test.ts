// Tests what a failed distribution says about the database, and that it is true, on a simulated cluster.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { distributeTables } from './placement.ts';

type Client = Parameters<typeof distributeTables>[0];

/**
 * A cluster with one undistributed table, and the statements that it received. `fails` throws for a statement that must fail;
 * `colocation` is that of the table once it is distributed, where `events` has 1.
 */
function cluster({ fails = (_text: string): void => {}, colocation = 1 } = {}) {
  const statements: string[] = [];
  let isDistributed = false;
  const rowsOf = (text: string): unknown[] => {
    if (text.includes('run_command_on_all_nodes')) return [{ success: true, result: '' }];
    if (text.includes('shouldhaveshards')) return [{ host: 'node', port: 5432, ready: true, stores: true }];
    if (text.includes('count(*)::int AS shards')) return [{ node: 'node:5432', shards: 4 }];
    if (!text.includes('pg_dist_partition')) return [];
    const table = { byEnvironment: true, method: 'h', colocation: 1 };
    const own = isDistributed ? { colocation } : { method: '' };
    return [
      { ...table, name: 'events' },
      { ...table, ...own, name: 'notes' },
    ];
  };
  const query = async (text: string) => {
    statements.push(text);
    fails(text);
    if (text.includes('create_distributed_table')) isDistributed = true;
    return { rows: rowsOf(text) };
  };
  return { client: { query } as unknown as Client, statements };
}

const ends = (statements: readonly string[]) => statements.filter((text) => /^(COMMIT|ROLLBACK)$/.test(text));

test('a distribution is verified before it is committed', async () => {
  const { client, statements } = cluster();
  assert.deepEqual(await distributeTables(client, 4), { distributed: ['notes'], shards: { 'node:5432': 4 } });
  assert.equal(statements.at(-1), 'COMMIT');
});

test('a table in the wrong place leaves everything as it was, and the error says so', async () => {
  const { client, statements } = cluster({ colocation: 2 });
  await assert.rejects(distributeTables(client, 4), {
    message: 'no table was distributed: notes is not colocated with events',
  });
  assert.deepEqual(ends(statements), ['ROLLBACK']);
});

test('the error of a lost connection is that of the statement which lost it', async () => {
  let isLost = false;
  const { client } = cluster({
    fails: (text) => {
      isLost ||= text.includes('create_distributed_table');
      if (isLost) throw new Error(text === 'ROLLBACK' ? 'not connected' : 'the node stopped');
    },
  });
  await assert.rejects(distributeTables(client, 4), { message: 'no table was distributed: the node stopped' });
});

test('after a failed COMMIT the error says that the result is unknown', async () => {
  const { client } = cluster({
    fails: (text) => {
      if (text === 'COMMIT') throw new Error('connection terminated');
    },
  });
  await assert.rejects(
    distributeTables(client, 4),
    /^Error: whether the tables are distributed is unknown: run assay distribute again.*connection terminated/,
  );
});
