// Tests that acknowledged events survive kill -9 under load: three rounds on each engine. `npm run chaos:kill` runs twenty.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { freshDatabase } from '../postgres.ts';
import { integrityOf, killRounds } from './kill-rounds.ts';

test('SQLite: kill -9 loses no acknowledged event', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'assay-kill-'));
  try {
    const { acknowledged, lost } = await killRounds(3, dataDir);
    assert.ok(acknowledged > 0, 'no event was acknowledged');
    assert.deepEqual(lost, []);
    assert.equal(await integrityOf(join(dataDir, 'assay.db')), 'ok');
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
});

test('PostgreSQL: kill -9 of the service loses no acknowledged event', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'assay-kill-'));
  const database = await freshDatabase();
  try {
    const { acknowledged, lost } = await killRounds(3, dataDir, { DATABASE_URL: database.url });
    assert.ok(acknowledged > 0, 'no event was acknowledged');
    assert.deepEqual(lost, []);
  } finally {
    await database.drop();
    rmSync(dataDir, { recursive: true, force: true });
  }
});
