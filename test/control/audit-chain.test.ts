// The database rejects changes to audit entries, and verification finds changes that bypassed it.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { SqliteConnection } from '../../src/storage/sqlite/connection.ts';
import { openSqlite } from '../../src/storage/sqlite/open.ts';
import { startTestServer } from '../http/test-server.ts';
import { memberClient } from './member-client.ts';

const folder = mkdtempSync(join(tmpdir(), 'assay-audit-'));
after(() => rmSync(folder, { recursive: true }));
const path = join(folder, 'assay.db');
const store = await openSqlite({ path });
const server = await startTestServer({ store });
after(() => server.close());
const request = memberClient(server);
const { organizationId, id } = server.environments.test;
for (const name of ['a', 'b', 'c', 'd']) await request('PATCH', `/v1/environments/${id}`, { name });

/** Checks that the triggers reject the statement, runs it without them, verifies the chain and restores the table. */
async function tampered(sql: string): Promise<unknown> {
  const connection = new SqliteConnection(path, { readOnly: false });
  const saved = connection.prepare('SELECT * FROM audit_entries').all() as Record<string, string | number | null>[];
  assert.throws(() => connection.exec(sql), /never (edited|deleted)/);
  connection.exec('DROP TRIGGER audit_entries_stand; DROP TRIGGER audit_entries_kept');
  connection.exec(sql);
  const report = await store.audit.verify(organizationId);
  connection.exec('DELETE FROM audit_entries');
  for (const row of saved) {
    const names = Object.keys(row);
    const sql = `INSERT INTO audit_entries (${names.join()}) VALUES (${names.map(() => '?').join()})`;
    connection.prepare(sql).run(...Object.values(row));
  }
  connection.exec(`CREATE TRIGGER audit_entries_stand BEFORE UPDATE ON audit_entries
    BEGIN SELECT RAISE(ABORT, 'audit entries are never edited'); END;
    CREATE TRIGGER audit_entries_kept BEFORE DELETE ON audit_entries
    BEGIN SELECT RAISE(ABORT, 'audit entries are never deleted'); END`);
  connection.close();
  return report;
}

test('accepts an unchanged chain', async () => {
  assert.deepEqual(await store.audit.verify(organizationId), { entries: 4, broken: null });
});

for (const [what, sql, broken] of [
  ['an edited text field', `UPDATE audit_entries SET after_text = '{"name":"z"}' WHERE sequence = 2`, [2, 'edited']],
  ['a replaced actor', `UPDATE audit_entries SET actor_name = 'eve' WHERE sequence = 4`, [4, 'edited']],
  ['a changed time', 'UPDATE audit_entries SET at = at + 1 WHERE sequence = 1', [1, 'edited']],
  ['a removed entry', 'DELETE FROM audit_entries WHERE sequence = 3', [3, 'missing']],
  ['a truncated chain', 'DELETE FROM audit_entries WHERE sequence > 2', [3, 'missing']],
  ['an emptied chain', 'DELETE FROM audit_entries', [1, 'missing']],
] as const) {
  test(`finds ${what}`, async () => {
    const [sequence, why] = broken;
    assert.deepEqual(await tampered(sql), { entries: sequence - 1, broken: { sequence, why } });
  });
}
