// Tests a failover to a standby that lacks the newest commits: state cached from the old server must not be relied on.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import pg from 'pg';
import { openPostgres } from '../../src/storage/postgres/open.ts';
import { startTestServer } from '../http/test-server.ts';
import { freshDatabase, startPostgres } from '../postgres.ts';

test('C16: events after a failover to an older copy are complete', async () => {
  const postgres = await startPostgres();
  const administrator = new pg.Client(postgres.url);
  await administrator.connect();
  try {
    const { url } = await freshDatabase(postgres.url);
    const name = new URL(url).pathname.slice(1);
    const server = await startTestServer({ store: await openPostgres({ url }) });
    const visit = () =>
      server.event(server.keys.test.secret, {
        event: 'login',
        account: { id: 'u' },
        signals: { persistent_id: 'a phone', platform: 'Win32', timezone: 'Europe/Oslo', languages: ['nb'] },
      });
    /** Repeats `sql`, which needs exclusive use of the database, until it succeeds: a closed connection may be opened again. */
    const alone = async (sql: string) => {
      const end = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}'`;
      for (;;) {
        await administrator.query(end);
        if (await administrator.query(sql).then(Boolean, () => false)) return;
      }
    };
    await alone(`CREATE DATABASE ${name}_standby TEMPLATE ${name}`);
    while ((await visit()).statusCode !== 201);
    assert.equal((await visit()).statusCode, 201);
    await alone(`ALTER DATABASE ${name} RENAME TO ${name}_lost`);
    await administrator.query(`ALTER DATABASE ${name}_standby RENAME TO ${name}`);
    for (let recorded = 0; recorded < 2; ) {
      const response = await visit();
      if (response.statusCode !== 201) continue;
      recorded += 1;
      const { id } = response.json().data;
      const headers = { authorization: `Bearer ${server.keys.test.secret}` };
      const detail = await server.request({ url: `/v1/events/${id}`, headers });
      assert.equal(detail.statusCode, 200, detail.body);
    }
    await server.close();
  } finally {
    await administrator.end();
    await postgres.stop();
  }
});
