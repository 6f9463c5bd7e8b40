// Editing, removing or cutting off audit entries by hand is refused by the database, and found when it was forced.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { SqliteConnection } from '../../src/storage/sqlite/connection.ts';
import { openSqlite } from '../../src/storage/sqlite/open.ts';
import { startTestServer } from '../http/test-server.ts';
import { asker } from './asking.ts';

const folder = mkdtempSync(join(tmpdir(), 'assay-audit-'));
after(() => rmSync(folder, { recursive: true }));
const path = join(folder, 'assay.db');
const store = await openSqlite({ path });
const door = await startTestServer({ store });
after(() => door.close());
const ask = asker(door);
const { organizationId, id } = door.environments.test;
for (const name of ['a', 'b', 'c', 'd']) await ask('PATCH', `/v1/environments/${id}`, { name });

/** Does by hand what the triggers refuse, looks, and takes it back. */
async function tampered(sql: string): Promise<unknown> {
  const hand = new SqliteConnection(path, { readOnly: false });
  const kept = await hand.all<Record<string, string | number | null>>('SELECT * FROM audit_entries');
  assert.throws(() => hand.exec(sql), /never (edited|deleted)/);
  hand.exec('DROP TRIGGER audit_entries_stand; DROP TRIGGER audit_entries_kept');
  hand.exec(sql);
  const report = await store.audit.verify(organizationId);
  hand.exec('DELETE FROM audit_entries');
  for (const row of kept) {
    const names = Object.keys(row);
    const sql = `INSERT INTO audit_entries (${names.join()}) VALUES (${names.map(() => '?').join()})`;
    await hand.run(sql, ...Object.values(row));
  }
  hand.exec(`CREATE TRIGGER audit_entries_stand BEFORE UPDATE ON audit_entries
    BEGIN SELECT RAISE(ABORT, 'audit entries are never edited'); END;
    CREATE TRIGGER audit_entries_kept BEFORE DELETE ON audit_entries
    BEGIN SELECT RAISE(ABORT, 'audit entries are never deleted'); END`);
  hand.close();
  return report;
}

test('an untouched chain holds', async () => {
  assert.deepEqual(await store.audit.verify(organizationId), { entries: 4, broken: null });
});

for (const [what, sql, broken] of [
  ['an edited text', `UPDATE audit_entries SET after_text = '{"name":"z"}' WHERE sequence = 2`, [2, 'edited']],
  ['an exchanged actor', `UPDATE audit_entries SET actor_name = 'eve' WHERE sequence = 4`, [4, 'edited']],
  ['a moved time', 'UPDATE audit_entries SET at = at + 1 WHERE sequence = 1', [1, 'edited']],
  ['an entry taken out', 'DELETE FROM audit_entries WHERE sequence = 3', [3, 'missing']],
  ['an end cut off', 'DELETE FROM audit_entries WHERE sequence > 2', [3, 'missing']],
  ['everything gone', 'DELETE FROM audit_entries', [1, 'missing']],
] as const) {
  test(`${what} is found`, async () => {
    const [sequence, why] = broken;
    assert.deepEqual(await tampered(sql), { entries: sequence - 1, broken: { sequence, why } });
  });
}
