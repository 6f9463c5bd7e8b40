// Tests that a copy of the database is private from its first byte.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { SqliteConnection } from '../sqlite/connection.ts';
import { copyDatabase } from './sqlite-file.ts';

test('a copy can be read by its owner alone, and is not written through a link', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-copy-'));
  try {
    const [source, target, link] = ['source.db', 'target.db', 'link.db'].map((name) => join(folder, name)) as [
      string,
      string,
      string,
    ];
    const connection = new SqliteConnection(source, { readOnly: false });
    connection.exec('CREATE TABLE t (a); INSERT INTO t VALUES (1)');
    connection.close();
    await copyDatabase(source, target);
    assert.equal(statSync(target).mode & 0o777, 0o600);
    const copy = new SqliteConnection(target, { readOnly: true });
    assert.equal(copy.get<{ a: number }>('SELECT a FROM t')?.a, 1);
    copy.close();
    symlinkSync(join(folder, 'elsewhere.db'), link);
    await assert.rejects(copyDatabase(source, link), /EEXIST/);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
