// Tests that the database rejects changes to audit entries, and that verification finds changes that bypassed it.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { auditSigner } from '../../src/access/audit-signature.ts';
import { reencryptSecrets } from '../../src/flows/tenants/rotate-secrets.ts';
import { SqliteConnection } from '../../src/storage/sqlite/connection.ts';
import { openSqlite } from '../../src/storage/sqlite/open.ts';
import { CANONICAL_COLUMNS, chainHash, GENESIS_HASH } from '../../src/storage/tenants/append-audit-event.ts';
import type { EncryptionKey, KeyRing } from '../../src/vocabulary/key-ring.ts';
import { encryptSecret } from '../../src/webhooks/secret-encryption.ts';
import { startTestServer } from '../http/test-server.ts';
import { memberClient } from './member-client.ts';

const folder = mkdtempSync(join(tmpdir(), 'assay-audit-'));
after(() => rmSync(folder, { recursive: true }));
const path = join(folder, 'assay.db');
const store = await openSqlite({ path });
const server = await startTestServer({ store });
const signer = auditSigner(server.context.webhooks.keys);
after(() => server.close());
const request = memberClient(server);
const { organizationId, id } = server.environments.test;
for (const name of ['a', 'b', 'c', 'd']) await request('PATCH', `/v1/environments/${id}`, { name });

const noTriggers = 'DROP TRIGGER audit_entries_stand; DROP TRIGGER audit_entries_kept';
const triggers = `CREATE TRIGGER audit_entries_stand BEFORE UPDATE ON audit_entries
    BEGIN SELECT RAISE(ABORT, 'audit entries are never edited'); END;
    CREATE TRIGGER audit_entries_kept BEFORE DELETE ON audit_entries
    BEGIN SELECT RAISE(ABORT, 'audit entries are never deleted'); END`;

/** Checks that the triggers reject the statement, runs it without them, verifies the chain and restores the table. */
async function tampered(sql: string): Promise<unknown> {
  const connection = new SqliteConnection(path, { readOnly: false });
  const saved = connection.prepare('SELECT * FROM audit_entries').all() as Record<string, string | number | null>[];
  assert.throws(() => connection.exec(sql), /never (edited|deleted)/);
  connection.exec(noTriggers);
  connection.exec(sql);
  const report = await store.audit.verify(organizationId, signer);
  connection.exec('DELETE FROM audit_entries');
  for (const row of saved) {
    const names = Object.keys(row);
    const sql = `INSERT INTO audit_entries (${names.join()}) VALUES (${names.map(() => '?').join()})`;
    connection.prepare(sql).run(...Object.values(row));
  }
  connection.exec(triggers);
  connection.close();
  return report;
}

test('accepts an unchanged chain', async () => {
  assert.deepEqual(await store.audit.verify(organizationId, signer), { entries: 4, broken: null });
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

const EDITED = `UPDATE audit_entries SET actor_name = 'eve' WHERE sequence = 4`;

/** Tampers as someone with write access to the database could: makes any change, then a consistent chain and, unless told not to, head. */
async function rewritten(change: string, { head = true } = {}): Promise<unknown> {
  const connection = new SqliteConnection(path, { readOnly: false });
  type Entry = Record<string, string | number | null>;
  const tables = ['audit_entries', 'audit_heads'] as const;
  const saved = tables.map((table) => connection.prepare(`SELECT * FROM ${table}`).all() as Entry[]);
  connection.exec(noTriggers);
  connection.exec(change);
  let hash = GENESIS_HASH;
  const entries = connection.prepare('SELECT * FROM audit_entries ORDER BY sequence').all() as Entry[];
  for (const entry of entries) {
    const fields = CANONICAL_COLUMNS.map((name) => entry[name] ?? null);
    const previous = hash;
    hash = chainHash(previous, fields);
    connection
      .prepare('UPDATE audit_entries SET previous_hash = ?, hash = ? WHERE sequence = ?')
      .run(previous, hash, entry.sequence ?? 0);
  }
  if (head) connection.prepare('UPDATE audit_heads SET sequence = ?, hash = ?').run(entries.length, hash);
  const report = await store.audit.verify(organizationId, signer);
  tables.forEach((table, n) => {
    connection.exec(`DELETE FROM ${table}`);
    for (const row of saved[n] ?? []) {
      const names = Object.keys(row);
      const marks = names.map(() => '?').join();
      connection.prepare(`INSERT INTO ${table} (${names.join()}) VALUES (${marks})`).run(...Object.values(row));
    }
  });
  connection.exec(triggers);
  connection.close();
  return report;
}

for (const [what, sql, last] of [
  ['a rewritten row under new hashes', `UPDATE audit_entries SET actor_name = 'eve' WHERE sequence = 2`, 4],
  ['a cut end with a head that fits', 'DELETE FROM audit_entries WHERE sequence > 2', 2],
  [
    'a rewritten row and a removed signature',
    'UPDATE audit_heads SET signature = NULL; UPDATE audit_entries SET at = 1',
    4,
  ],
  ['a signature of another head', `UPDATE audit_heads SET signature = 'v1.k1.${'A'.repeat(43)}'`, 4],
] as const) {
  test(`S5: finds ${what}`, async () => {
    assert.deepEqual(await rewritten(sql), { entries: last, broken: { sequence: last, why: 'unsigned' } });
  });
}

test('S5: finds a rewritten last row under a new hash, though the signed head is untouched', async () => {
  const broken = { sequence: 4, why: 'edited' };
  assert.deepEqual(await rewritten(EDITED, { head: false }), { entries: 3, broken });
});

/** A copy of the fourth entry behind the signed end. */
const COLUMNS = CANONICAL_COLUMNS.join();
const FORGED = `INSERT INTO audit_entries (${COLUMNS}, previous_hash, hash)
  SELECT ${COLUMNS.replace('sequence', '5').replace(',id,', ",'aud_forged',")}, '', '' FROM audit_entries WHERE sequence = 4`;

for (const [what, sql, entries, broken] of [
  ['an entry behind the signed end', FORGED, 5, { sequence: 5, why: 'unsigned' }],
  ['a removed head', `DELETE FROM audit_heads; ${EDITED}`, 4, { sequence: 4, why: 'unsigned' }],
  ['a head of no entry', `UPDATE audit_heads SET sequence = 0; ${EDITED}`, 4, { sequence: 4, why: 'unsigned' }],
  ['a removed log', 'DELETE FROM audit_heads; DELETE FROM audit_entries', 0, { sequence: 1, why: 'missing' }],
] as const) {
  test(`S5: finds ${what}`, async () => {
    assert.deepEqual(await rewritten(sql, { head: false }), { entries, broken });
  });
}

test('S5: a log that was rewritten stays reported, however many entries follow', async () => {
  const connection = new SqliteConnection(path, { readOnly: false });
  connection.exec(`UPDATE audit_heads SET signature = 'v1.k1.forged' WHERE organization_id = '${organizationId}'`);
  connection.close();
  await request('PATCH', `/v1/environments/${id}`, { name: 'e' });
  const broken = { sequence: 5, why: 'unsigned' };
  assert.deepEqual(await store.audit.verify(organizationId, signer), { entries: 5, broken });
  await reencryptSecrets(server.context);
  assert.deepEqual(
    (await store.audit.verify(organizationId, signer)).broken,
    broken,
    'a restart does not sign it again',
  );
});

test('S5: a database that is older than signatures is signed once; new keys renew signatures', async () => {
  const newKey = (keyId: string): EncryptionKey => ({ id: keyId, key: randomBytes(32) });
  const context = (...keys: KeyRing) => {
    const { targetRules, resolveHost } = server.context.webhooks;
    return { ...server.context, webhooks: { targetRules, resolveHost, keys } };
  };
  const [k1, k2] = [newKey('k1'), newKey('k2')];
  const connection = new SqliteConnection(path, { readOnly: false });
  const proof = encryptSecret('assay', 'encryption keys', [k1], randomBytes(12));
  connection.prepare('INSERT OR REPLACE INTO key_proofs (one, sealed) VALUES (1, ?)').run(proof);
  connection.exec('UPDATE audit_heads SET signature = NULL');
  const broken = async (...keys: KeyRing) => (await store.audit.verify(organizationId, auditSigner(keys))).broken?.why;
  assert.equal(await broken(k1), 'unsigned');
  await reencryptSecrets(context(k1));
  assert.equal(await broken(k1), undefined);
  await reencryptSecrets(context(k2, k1));
  assert.equal(await broken(k2), undefined, 'the old key may be removed');
  connection.exec(`UPDATE audit_heads SET signature = 'v1.k1.${'A'.repeat(43)}'`);
  await reencryptSecrets(context(k2, k1));
  assert.equal(await broken(k2, k1), 'unsigned', 'a new key renews no forged signature');
  connection.exec('UPDATE audit_heads SET signature = NULL');
  await reencryptSecrets(context(k2));
  assert.equal(await broken(k2), 'unsigned', 'only the upgrade signs a head without a signature');
  connection.close();
});
