// Tests a connection pooler: the service works if each client has its own session, and otherwise reports what to change.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { openPostgres } from '../../src/storage/postgres/open.ts';
import { assay, withFolder } from '../cli/run-cli.ts';
import { startTestServer } from '../http/test-server.ts';
import { freshDatabase } from '../postgres.ts';
import { type PoolMode, startPooler } from './pooler.ts';

const database = await freshDatabase();
const closing: (() => unknown)[] = [];
after(async () => {
  for (const close of closing.reverse()) await close();
  await database.drop();
});

async function pooled(mode: PoolMode): Promise<string> {
  const pooler = await startPooler(database.url, mode);
  closing.push(() => pooler.close());
  return pooler.url;
}

test('a pooler in session mode is as good as a direct connection', async () => {
  const server = await startTestServer({ store: await openPostgres({ url: await pooled('session') }) });
  const login = { event: 'login', account: { id: 'ann' }, ip_address: '198.51.100.7', signals: {} };
  const sent = await Promise.all(Array.from({ length: 20 }, () => server.event(server.keys.test.secret, login)));
  assert.deepEqual(new Set(sent.map(({ statusCode }) => statusCode)), new Set([201]));
  await server.close();
});

test('a pooler in transaction mode is refused with what to change', async () => {
  const url = await pooled('transaction');
  for (let n = 0; n < 5; n += 1) {
    await assert.rejects(openPostgres({ url }), /pool_mode=transaction.*set pool_mode=session.*or use the address/);
  }
});

test('doctor names the pooler as the failed check', async () => {
  const url = await pooled('transaction');
  const result = await withFolder((dataDir) =>
    assay(['doctor', '--json'], { dataDir, environment: { DATABASE_URL: url } }),
  );
  assert.equal(result.code, 1);
  const { checks } = JSON.parse(result.stdout) as { checks: { name: string; status: string; detail: string }[] };
  const storage = checks.find(({ name }) => name === 'storage');
  assert.equal(storage?.status, 'failed');
  assert.match(storage?.detail ?? '', /pool_mode=session/);
});
