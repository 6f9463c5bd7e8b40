// Tests a failover to a standby that lacks the newest commits: state cached from the old server must not be relied on.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import pg from 'pg';
import { openPostgres } from '../../src/storage/postgres/open.ts';
import { startTestServer, type TestResponse, type TestServer } from '../http/test-server.ts';
import { policyClient, ruleBody } from '../policy/policy-client.ts';
import { freshDatabase, startPostgres } from '../postgres.ts';

const postgres = await startPostgres();
after(() => postgres.stop());

interface FailingOver {
  server: TestServer;
  /** Another database with what is stored now. */
  copy: () => Promise<void>;
  /** Puts the copy in the place of the database. */
  failOver: () => Promise<void>;
}

async function failingOver(run: (parts: FailingOver) => Promise<void>): Promise<void> {
  const administrator = new pg.Client(postgres.url);
  await administrator.connect();
  const { url } = await freshDatabase(postgres.url);
  const name = new URL(url).pathname.slice(1);
  const server = await startTestServer({ store: await openPostgres({ url }) });
  /** Runs `sql`, which needs the database for itself, as often as it takes: a closed connection may be opened again. */
  const alone = async (sql: string) => {
    const end = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}'`;
    for (;;) {
      await administrator.query(end);
      if (await administrator.query(sql).then(Boolean, () => false)) return;
    }
  };
  try {
    await run({
      server,
      copy: () => alone(`CREATE DATABASE ${name}_standby TEMPLATE ${name}`),
      failOver: async () => {
        await alone(`ALTER DATABASE ${name} RENAME TO ${name}_lost`);
        await administrator.query(`ALTER DATABASE ${name}_standby RENAME TO ${name}`);
      },
    });
  } finally {
    await server.close();
    await administrator.end();
  }
}

/** The first success: each connection that was closed may fail once. */
async function success(send: () => Promise<TestResponse>): Promise<TestResponse> {
  for (;;) {
    const response = await send();
    if (response.statusCode < 300) return response;
    assert.equal(response.statusCode, 503, response.body);
  }
}

test('C16: events after a failover to an older copy are complete', async () => {
  await failingOver(async ({ server, copy, failOver }) => {
    const visit = () =>
      server.event(server.keys.test.secret, {
        event: 'login',
        account: { id: 'u' },
        signals: { persistent_id: 'a phone', platform: 'Win32', timezone: 'Europe/Oslo', languages: ['nb'] },
      });
    await copy();
    await success(visit);
    await success(visit);
    await failOver();
    for (let recorded = 0; recorded < 2; recorded += 1) {
      const { id } = (await success(visit)).json().data;
      const headers = { authorization: `Bearer ${server.keys.test.secret}` };
      const detail = await success(() => server.request({ url: `/v1/events/${id}`, headers }));
      assert.equal(detail.json().data.id, id);
    }
  });
});

test('C16: after a failover to an older copy, other changes have the versions of the lost ones', async () => {
  await failingOver(async ({ server, copy, failOver }) => {
    const { request } = policyClient(server);
    const webhooks = `/v1/environments/${server.environments.test.id}/webhooks`;
    const subscription = { url: 'http://127.0.0.1:9/', event_types: ['*'] };
    /** Changes policy and endpoints, and records events that the new rule decides. */
    const change = async (decision: string) => {
      const endpoint = (await success(() => request('POST', webhooks, subscription))).json().data;
      const rule = ruleBody({ action: { decision } });
      assert.equal((await success(() => request('POST', '/rules', rule))).headers.etag, '"2"');
      // The second one finds the rule in memory.
      for (let events = 0; events < 2; events += 1) {
        const login = { event: 'login', account: { id: 'u' } };
        const event = (await success(() => server.event(server.keys.test.secret, login))).json().data;
        assert.equal(event.risk.decision, decision);
      }
      const deliveries = await success(() => request('GET', `/v1/webhooks/${endpoint.id}/deliveries`));
      assert.notEqual(deliveries.json().data.length, 0);
    };
    await copy();
    await change('block');
    await failOver();
    await change('monitor');
  });
});

test('C16: an event between two servers, whose policy the new one lacks, may be retried', async () => {
  await failingOver(async ({ server, copy, failOver }) => {
    const { request } = policyClient(server);
    const { store, policyOf } = server.context;
    await copy();
    await success(() => request('POST', '/rules', ruleBody({ action: { decision: 'block' } })));
    const lost = await store.tenants.environment(server.environments.test.id);
    assert.equal(lost?.policyVersion, 2);
    await failOver();
    await success(() => request('GET', ''));
    await assert.rejects(policyOf(lost), { kind: 'unavailable', code: 'storage_unavailable' });
  });
});
