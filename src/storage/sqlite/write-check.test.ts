// Tests readiness after SQLite has refused a write: a database at its page limit fails like one on a full disk.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { SqliteConnection } from './connection.ts';
import { GroupCommit } from './group-commit.ts';
import { writeCheck } from './write-check.ts';

const MIB = 1024 ** 2;
const HOOKS = { onBegin() {}, onGroupStart() {}, flush() {}, onRollback() {} };

test('after a write to a full database, the check fails until there is room, without another event', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-full-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, 'full.db');
  const writer = new SqliteConnection(path, { readOnly: false });
  t.after(() => writer.close());
  writer.exec('PRAGMA journal_mode = WAL; CREATE TABLE rows (x TEXT); PRAGMA max_page_count = 2');
  const commits = new GroupCommit(writer, HOOKS, 100, null);
  let free = 100 * MIB;
  const check = writeCheck(commits, writer, path, async () => free);
  const insert = () => commits.run(async () => writer.exec('INSERT INTO rows VALUES (zeroblob(20000))'));
  await check();

  await assert.rejects(insert(), { code: 'storage_unavailable' });
  free = 0;
  await assert.rejects(check(), { kind: 'unavailable', code: 'storage_full', message: /less than 8 MiB/ });
  free = 100 * MIB;
  await check();
  assert.equal(commits.failure, null, 'the check wrote, and needs no event to notice');

  writer.exec('PRAGMA max_page_count = 100');
  await insert();
  await check();
});

test('a database that has become read-only is named', async (t) => {
  const writer = new SqliteConnection(':memory:', { readOnly: false });
  t.after(() => writer.close());
  writer.exec('CREATE TABLE rows (x TEXT)');
  const commits = new GroupCommit(writer, HOOKS, 100, null);
  const check = writeCheck(commits, writer, ':memory:');
  writer.exec('PRAGMA query_only = ON');
  await assert.rejects(
    commits.run(async () => writer.exec('INSERT INTO rows VALUES (1)')),
    { code: 'storage_unavailable' },
  );
  await check().then(
    () => assert.fail('ready'),
    (error) => assert.equal(error.code, 'storage_read_only'),
  );
  writer.exec('PRAGMA query_only = OFF');
  await check();
});
