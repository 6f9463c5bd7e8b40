// Tests that the erasure of an account changes nothing that is stored about another account on the same device.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { accountKeyOf } from '../../src/devices/digest.ts';
import { SqliteConnection } from '../../src/storage/sqlite/connection.ts';
import { openSqlite } from '../../src/storage/sqlite/open.ts';
import { withFolder } from '../cli/run-cli.ts';
import { startTestServer } from '../http/test-server.ts';
import { signalsOf } from '../lists/api-caller.ts';
import { memberClient } from './member-client.ts';

const TABLES = `SELECT t.name FROM sqlite_schema t, pragma_table_info(t.name) c
  WHERE t.type = 'table' AND c.name = 'account_key' ORDER BY t.name`;

/** All rows that name the account, by table. */
function rowsOf(path: string, accountId: string): Record<string, unknown[]> {
  const file = new SqliteConnection(path, { readOnly: true });
  const tables = (file.prepare(TABLES).all() as { name: string }[]).map(({ name }) => name);
  const rows = tables.map((name) => {
    const found = file.prepare(`SELECT * FROM ${name} WHERE account_key = ?`).all(accountKeyOf(accountId));
    return [name, (found as object[]).map((row) => ({ ...row }))] as const;
  });
  file.close();
  return Object.fromEntries(rows);
}

test('an erasure leaves the rows of another account as they are', async () => {
  await withFolder(async (folder) => {
    const path = join(folder, 'assay.db');
    const server = await startTestServer({ store: await openSqlite({ path }) });
    const request = memberClient(server);
    const logIn = async (id: string, address: string) => {
      const signals = { ...signalsOf('shared'), session_token: id.repeat(16), platform: 'Win32' };
      const body = { event: 'login', account: { id }, ip_address: address, signals };
      assert.equal((await server.event(server.keys.test.secret, body)).statusCode, 201);
    };
    for (let visit = 0; visit < 2; visit += 1) {
      await logIn('bob', '93.184.216.34');
      await logIn('ann', '93.184.216.34');
    }
    const base = `/v1/environments/${server.environments.test.id}`;
    // Applies the events to the rollups, which an erasure does, too.
    assert.equal((await request('GET', `${base}/overview`)).statusCode, 200);
    const before = rowsOf(path, 'bob');
    for (const table of [
      'account_devices',
      'account_networks',
      'accounts',
      'events',
      'fingerprint_accounts',
      'sessions',
    ])
      assert.ok((before[table]?.length ?? 0) > 0, `${table} names the account`);
    const erased = await request('POST', `${base}/accounts/ann/erase`);
    assert.equal(erased.statusCode, 200, erased.body);
    assert.deepEqual(rowsOf(path, 'bob'), before);
    assert.deepEqual(Object.values(rowsOf(path, 'ann')).flat(), []);
    await server.close();
  });
});
