// Erasure of an account: removes everything that identifies it, and preserves scores and decisions.
import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { operatorActor } from '../../src/flows/audit/audit-event.ts';
import { eraseAccount } from '../../src/flows/privacy/erase-account.ts';
import { SqliteConnection } from '../../src/storage/sqlite/connection.ts';
import { openSqlite } from '../../src/storage/sqlite/open.ts';
import { onBothEngines } from '../engines.ts';
import { startTestServer, type TestServer } from '../http/test-server.ts';
import { memberClient } from './member-client.ts';

const ACCOUNT = 'ann/née Lovelace ☂';
const ADDRESS = '198.51.100.77';
const OWN_ID = 'b5d0a0de-0000-4000-8000-00000000a001';
const SHARED_ID = 'b5d0a0de-0000-4000-8000-00000000b002';

/** Ann's events on her own device and on one that she shares with Bob. */
async function seed(server: TestServer) {
  const send = async (id: string, persistentId: string, address: string, timezone: string, key?: string) => {
    const response = await server.event(
      server.keys.test.secret,
      {
        event: 'login',
        account: { id },
        ip_address: address,
        signals: { persistent_id: persistentId, timezone, language: 'it', canvas_hash: `canvas-${timezone}` },
      },
      key === undefined ? {} : { headers: { 'idempotency-key': key } },
    );
    assert.equal(response.statusCode, 201, response.body);
    return response.json().data;
  };
  const own = await send(ACCOUNT, OWN_ID, ADDRESS, 'Europe/Vaduz', 'first');
  await send(ACCOUNT, OWN_ID, ADDRESS, 'Europe/Vaduz');
  const shared = await send('bob', SHARED_ID, '203.0.113.9', 'Europe/Rome');
  await send(ACCOUNT, SHARED_ID, ADDRESS, 'Europe/Rome');
  return { own, shared };
}

const pathOf = (server: TestServer, rest: string) =>
  `/v1/environments/${server.environments.test.id}/accounts/${encodeURIComponent(ACCOUNT)}${rest}`;

await onBothEngines(async ({ store }) => {
  const server = await startTestServer({ store });
  const request = memberClient(server);
  const { own, shared } = await seed(server);
  const list = async (rest: string) =>
    (await request('GET', `/v1/environments/${server.environments.test.id}${rest}`)).json();

  test('removes names, addresses and signals; preserves scores, decisions and counts', async () => {
    await request('POST', `/v1/events/${own.id}/outcome`, { label: 'legitimate' });
    const before = (await list('/events?limit=100')).data;
    assert.equal((await request('POST', pathOf(server, '/erase'), undefined, server.sessions.analyst)).statusCode, 403);
    const erased = await request('POST', pathOf(server, '/erase'));
    assert.equal(erased.statusCode, 200, erased.body);
    const { at, ...counts } = erased.json().data;
    assert.ok(at);
    assert.deepEqual(counts, { erased_events: 3, erased_devices: 1 });
    const after = (await list('/events?limit=100')).data;
    const preserved = (items: typeof before) =>
      items.map(({ external_account_id: _, ip_masked: __, ...rest }: Record<string, unknown>) => rest);
    assert.deepEqual(preserved(after), preserved(before));
    assert.deepEqual(
      after.map((item: { external_account_id: string | null; ip_masked: string | null }) => [
        item.external_account_id,
        item.ip_masked === null,
      ]),
      [
        [null, true],
        ['bob', false],
        [null, true],
        [null, true],
      ],
    );
    const detail = (await request('GET', `/v1/events/${own.id}`)).json().data;
    assert.deepEqual([detail.external_account_id, detail.ip_address], [null, null]);
    assert.equal(detail.outcome.label, 'legitimate');
    const device = (await request('GET', `/v1/devices/${own.device.id}`)).json().data;
    assert.deepEqual([device.event_count, device.account_count], [2, 1]);
    const accounts = (await request('GET', `/v1/devices/${shared.device.id}/accounts`)).json().data;
    assert.deepEqual(accounts.map((one: { external_account_id: string | null }) => one.external_account_id).sort(), [
      'bob',
      null,
    ]);
  });

  test('audits the erasure without the name; a second erasure returns 404', async () => {
    const [entry] = (await request('GET', '/v1/audit?action=account.erased')).json().data;
    assert.deepEqual(entry.after, { erased_events: 3, erased_devices: 1 });
    assert.ok(!JSON.stringify(entry).includes('Lovelace'));
    assert.equal((await request('POST', pathOf(server, '/erase'))).statusCode, 404);
    assert.equal((await request('GET', pathOf(server, '/devices'))).statusCode, 404);
  });

  test('treats a later event with the same account id as a new account on a new device', async () => {
    const again = await seed(server);
    assert.notEqual(again.own.device.id, own.device.id);
    assert.equal(again.shared.device.id, shared.device.id, "Bob's device is unchanged");
    const stored = await store.events.event(server.environments.test.number, again.own.id);
    assert.ok(stored?.event.stableSignals?.body.includes('Vaduz'), 'its signals are stored anew');
  });

  test('clears a shared device once all of its accounts are erased', async () => {
    const login = async (id: string) => {
      const signals = { persistent_id: 'b5d0a0de-0000-4000-8000-00000000c003', timezone: 'Europe/Malta' };
      const body = { event: 'login', account: { id }, ip_address: '203.0.113.11', signals };
      return (await server.event(server.keys.test.secret, body)).json().data.device.id;
    };
    const erase = async (id: string) => {
      const path = `/v1/environments/${server.environments.test.id}/accounts/${id}/erase`;
      return (await request('POST', path)).json().data.erased_devices;
    };
    const device = await login('carl');
    assert.equal(await login('dora'), device);
    assert.deepEqual([await erase('carl'), await erase('dora')], [0, 1]);
    assert.notEqual(await login('ed'), device, 'nothing leads back to it');
  });

  test('preserves all other data during compaction', async () => {
    const before = (await list('/events?limit=100')).data;
    await store.compact();
    assert.deepEqual((await list('/events?limit=100')).data, before);
    const next = await server.event(server.keys.test.secret, { event: 'login', account: { id: 'bob' }, signals: {} });
    assert.equal(next.statusCode, 201);
  });

  test('an erasure succeeds even if the search for unused signals fails: retention repeats it', async () => {
    const { privacy } = store;
    const dropUnusedSignals = () => Promise.reject(new Error('a lost connection'));
    const failing = { ...server.context, store: { ...store, privacy: { ...privacy, dropUnusedSignals } } };
    const environment = server.environments.test;
    await server.event(server.keys.test.secret, { event: 'login', account: { id: 'carol' } });
    const report = await eraseAccount(failing, operatorActor(environment.organizationId, 'test'), environment, 'carol');
    assert.equal(report.erasedEvents, 1);
  });
});

test('leaves no name, address or persistent id in the database file after compaction', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-erasure-'));
  after(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'assay.db');
  const server = await startTestServer({ store: await openSqlite({ path }) });
  await seed(server);
  const traces = [ACCOUNT, ADDRESS, OWN_ID, 'Europe/Vaduz'];
  const tracesFound = () => {
    const files = readdirSync(folder).map((file) => readFileSync(join(folder, file)));
    return traces.filter((text) => files.some((bytes) => bytes.includes(text)));
  };
  for (const text of [ACCOUNT, ADDRESS, 'Europe/Vaduz'])
    assert.ok(tracesFound().includes(text), `${text} is stored before`);
  const decisions = async () => {
    const connection = new SqliteConnection(path, { readOnly: true });
    const counts = connection.prepare('SELECT decision, count(*) AS events FROM events GROUP BY decision').all();
    connection.close();
    return counts;
  };
  const before = await decisions();
  assert.equal((await memberClient(server)('POST', pathOf(server, '/erase'))).statusCode, 200);
  await server.context.store.compact();
  assert.deepEqual(tracesFound(), [], 'while the file is open');
  assert.deepEqual(await decisions(), before);
  await server.close();
  assert.deepEqual(tracesFound(), []);
});
