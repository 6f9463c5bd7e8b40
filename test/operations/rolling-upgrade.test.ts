// Tests two versions side by side on one PostgreSQL under load, in both orders; the old one reports a breaking migration.
// `npm run chaos:upgrade` does the same with the last release.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { SERVER, startService } from '../../bench/service/start-service.ts';
import { ROOT, withFolder } from '../cli/run-cli.ts';
import { freshDatabase } from '../postgres.ts';
import { nextRelease, rollThereAndBack } from './rolling.ts';

/** A migration that is compatible with the running last release: it only adds things that the release does not need. */
const COMPATIBLE = `-- works with: {previous}
ALTER TABLE events ADD COLUMN next_note TEXT;
CREATE TABLE next_things (id {{key}} NOT NULL PRIMARY KEY) {{clustered}};
`;
const BREAKING = 'CREATE TABLE next_things (id {{key}} NOT NULL PRIMARY KEY) {{clustered}};\n';

test('an upgrade and a rollback under load lose no event and fail no request', async () => {
  const database = await freshDatabase();
  await withFolder(async (folder) => {
    const report = await rollThereAndBack(ROOT, nextRelease(folder, COMPATIBLE), database.url, 60);
    assert.deepEqual(report.failures, []);
    assert.deepEqual(report.lost, []);
    assert.ok(report.acknowledged > 50, `${report.acknowledged} events`);
  }).finally(() => database.drop());
});

test('after a breaking migration the old version is not ready and does not start', async () => {
  const database = await freshDatabase();
  await withFolder(async (folder) => {
    const dataDir = join(folder, 'data');
    const environment = { DATABASE_URL: database.url };
    const old = await startService(SERVER, '/readyz', environment, dataDir);
    const next = join(nextRelease(folder, BREAKING), 'dist/main.js');
    const upgraded = await startService(next, '/readyz', environment, dataDir);
    try {
      const response = await fetch(`${old.baseUrl}/readyz`);
      assert.equal(response.status, 503);
      const problem = (await response.json()) as { code: string; detail: string };
      assert.equal(problem.code, 'schema_changed');
      assert.match(problem.detail, /newer than version \d+ of this program: run the newer program/);
      await old.stop();
      await assert.rejects(startService(SERVER, '/readyz', environment, dataDir), /exited with code 1/);
    } finally {
      await old.stop();
      await upgraded.stop();
    }
  }).finally(() => database.drop());
});
