// Erasure of an account: nothing that names it stays, everything that was decided does (contract 8 and 10).
import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { SqliteConnection } from '../../src/storage/sqlite/connection.ts';
import { openSqlite } from '../../src/storage/sqlite/open.ts';
import { onBothEngines } from '../engines.ts';
import { startTestServer, type TestServer } from '../http/test-server.ts';
import { asker } from './asking.ts';

const ACCOUNT = 'ann/née Lovelace ☂';
const ADDRESS = '198.51.100.77';
const OWN_ID = 'b5d0a0de-0000-4000-8000-00000000a001';
const SHARED_ID = 'b5d0a0de-0000-4000-8000-00000000b002';

/** Ann on her own device and on one that she shares with Bob. */
async function fill(door: TestServer) {
  const send = async (id: string, persistentId: string, address: string, timezone: string, key?: string) => {
    const answer = await door.event(
      door.keys.test.secret,
      {
        event: 'login',
        account: { id },
        ip_address: address,
        signals: { persistent_id: persistentId, timezone, language: 'it', canvas_hash: `canvas-${timezone}` },
      },
      key === undefined ? {} : { headers: { 'idempotency-key': key } },
    );
    assert.equal(answer.statusCode, 201, answer.body);
    return answer.json().data;
  };
  const own = await send(ACCOUNT, OWN_ID, ADDRESS, 'Europe/Vaduz', 'first');
  await send(ACCOUNT, OWN_ID, ADDRESS, 'Europe/Vaduz');
  const shared = await send('bob', SHARED_ID, '203.0.113.9', 'Europe/Rome');
  await send(ACCOUNT, SHARED_ID, ADDRESS, 'Europe/Rome');
  return { own, shared };
}

const pathOf = (door: TestServer, rest: string) =>
  `/v1/environments/${door.environments.test.id}/accounts/${encodeURIComponent(ACCOUNT)}${rest}`;

await onBothEngines(async ({ store }) => {
  const door = await startTestServer({ store });
  const ask = asker(door);
  const { own, shared } = await fill(door);
  const list = async (rest: string) =>
    (await ask('GET', `/v1/environments/${door.environments.test.id}${rest}`)).json();

  test('names, addresses and signals go; scores, decisions, devices and counts stay', async () => {
    await ask('POST', `/v1/events/${own.id}/outcome`, { label: 'legitimate' });
    const before = (await list('/events?limit=100')).data;
    assert.equal((await ask('POST', pathOf(door, '/erase'), undefined, door.sessions.analyst)).statusCode, 403);
    const erased = await ask('POST', pathOf(door, '/erase'));
    assert.equal(erased.statusCode, 200, erased.body);
    const { at, ...counts } = erased.json().data;
    assert.ok(at);
    assert.deepEqual(counts, { erased_events: 3, erased_devices: 1 });
    const after = (await list('/events?limit=100')).data;
    const kept = (items: typeof before) =>
      items.map(({ external_account_id: _, ip_masked: __, ...rest }: Record<string, unknown>) => rest);
    assert.deepEqual(kept(after), kept(before));
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
    const detail = (await ask('GET', `/v1/events/${own.id}`)).json().data;
    assert.deepEqual([detail.external_account_id, detail.ip_address], [null, null]);
    assert.equal(detail.outcome.label, 'legitimate');
    const device = (await ask('GET', `/v1/devices/${own.device.id}`)).json().data;
    assert.deepEqual([device.event_count, device.account_count], [2, 1]);
    const accounts = (await ask('GET', `/v1/devices/${shared.device.id}/accounts`)).json().data;
    assert.deepEqual(accounts.map((one: { external_account_id: string | null }) => one.external_account_id).sort(), [
      'bob',
      null,
    ]);
  });

  test('the trail tells of it without the name; a second erasure finds nobody', async () => {
    const [entry] = (await ask('GET', '/v1/audit?action=account.erased')).json().data;
    assert.deepEqual(entry.after, { erased_events: 3, erased_devices: 1 });
    assert.ok(!JSON.stringify(entry).includes('Lovelace'));
    assert.equal((await ask('POST', pathOf(door, '/erase'))).statusCode, 404);
    assert.equal((await ask('GET', pathOf(door, '/devices'))).statusCode, 404);
  });

  test('whoever comes back under the same name is a stranger on a new device', async () => {
    const again = await fill(door);
    assert.notEqual(again.own.device.id, own.device.id);
    assert.equal(again.shared.device.id, shared.device.id, "Bob's device is still his");
  });

  test('compaction loses nothing that was not erased', async () => {
    const before = (await list('/events?limit=100')).data;
    await store.compact();
    assert.deepEqual((await list('/events?limit=100')).data, before);
    const next = await door.event(door.keys.test.secret, { event: 'login', account: { id: 'bob' }, signals: {} });
    assert.equal(next.statusCode, 201);
  });
});

test('after compaction the database file holds neither the name nor the address nor the id', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-erasure-'));
  after(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'assay.db');
  const door = await startTestServer({ store: await openSqlite({ path }) });
  await fill(door);
  const traces = [ACCOUNT, ADDRESS, OWN_ID, 'Europe/Vaduz'];
  const held = () => {
    const files = readdirSync(folder).map((file) => readFileSync(join(folder, file)));
    return traces.filter((text) => files.some((bytes) => bytes.includes(text)));
  };
  for (const text of [ACCOUNT, ADDRESS, 'Europe/Vaduz']) assert.ok(held().includes(text), `${text} was kept before`);
  const decisions = async () => {
    const hand = new SqliteConnection(path, { readOnly: true });
    const counts = await hand.all('SELECT decision, count(*) AS events FROM events GROUP BY decision');
    hand.close();
    return counts;
  };
  const before = await decisions();
  assert.equal((await asker(door)('POST', pathOf(door, '/erase'))).statusCode, 200);
  await door.context.store.compact();
  assert.deepEqual(held(), [], 'while the service has the file open');
  assert.deepEqual(await decisions(), before);
  await door.close();
  assert.deepEqual(held(), []);
});
