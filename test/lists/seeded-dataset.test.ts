// The seeded dataset of benchmarks and tests equals what the service would write: a rebuild of its rollups changes nothing.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seedDataset } from '../../bench/seed/seed.ts';
import { openTables } from '../../bench/seed/tables.ts';
import { serviceTemplate } from '../../bench/seed/template.ts';
import { rebuildRollups } from '../../src/flows/overview/apply-rollups.ts';
import { onBothDatabases } from '../engines.ts';
import { startTestServer } from '../http/test-server.ts';

const ROLLUP_COLUMNS = {
  overview_counts: 'hour, kind, word, count',
  overview_members: 'day, kind, member',
  networks:
    'address, first_event_id, event_count, account_count, device_count, allowed, blocked, first_seen_at, last_seen_at',
  network_members: 'address, kind, member',
};
const template = await serviceTemplate({ events: 500 });

await onBothDatabases(async ({ store, location }) => {
  const server = await startTestServer({ store });
  const { number } = server.environments.test;
  await seedDataset(location, template, { environmentNumber: number, events: 1_500 });

  test('the rollups of a seeded dataset equal those of its events', async () => {
    const tables = await openTables(location);
    const rollups = async () => {
      const read: Record<string, string[]> = {};
      for (const [table, columns] of Object.entries(ROLLUP_COLUMNS)) {
        const rows = await tables.all(`SELECT ${columns} FROM ${table} WHERE environment_id = ${number}`);
        read[table] = rows.map((row) => Object.values(row).map(String).join(' ')).sort();
      }
      return read;
    };
    const seeded = await rollups();
    assert.equal(await rebuildRollups(server.context, server.environments.test), 1_500);
    assert.deepEqual(seeded, await rollups());
    await tables.close();
  });
});
