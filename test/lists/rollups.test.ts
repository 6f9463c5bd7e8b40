// Tests the overview and the network list on both engines: always exact, and equal after a rebuild.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { startRollupJob } from '../../src/compose/rollup-job.ts';
import { rebuildRollups } from '../../src/flows/overview/apply-rollups.ts';
import { HOUR } from '../../src/vocabulary/clock.ts';
import { DECISIONS } from '../../src/vocabulary/words.ts';
import { onBothEngines } from '../engines.ts';
import { startTestServer, type TestServer } from '../http/test-server.ts';

const NOON = Date.UTC(2026, 2, 1, 12);
const ADDRESSES = ['8.8.4.4', '8.8.4.5', '2001:4860::1', '10.0.0.1'];

interface Sent {
  id: string;
  event_type: string;
  external_account_id: string;
  device: { id: string };
  risk: { level: string; decision: string; signals: { code: string }[] };
  address: string;
}

await onBothEngines(async ({ store, openSecondStore }) => {
  let now = NOON;
  const server = await startTestServer({ store, clock: () => now });
  const environment = server.environments.test;
  const sent: Sent[] = [];
  const send = async (at: number) => {
    const address = ADDRESSES[at % ADDRESSES.length] as string;
    const account = at % 6 === 0 ? 'force_block_1' : `u_${at % 5}`;
    const body = { event: at % 4 === 0 ? 'login_failed' : 'login', account: { id: account }, ip_address: address };
    const response = await server.event(server.keys.test.secret, body);
    assert.equal(response.statusCode, 201, response.body);
    sent.push({ ...response.json().data, address });
  };
  for (let at = 0; at < 40; at++) {
    now += 5_000;
    await send(at);
  }

  test('the overview counts every event as soon as its response arrives', async () => {
    for (let more = 0; more < 3; more++) {
      const overview = await read(server, `/v1/environments/${environment.id}/overview`);
      assert.equal(overview.data.events, sent.length);
      assert.deepEqual(
        overview.data.by_decision,
        countBy(
          DECISIONS,
          sent.map(({ risk }) => risk.decision),
        ),
      );
      assert.equal(
        overview.data.by_event_type.login_failed,
        sent.filter((one) => one.event_type === 'login_failed').length,
      );
      assert.equal(overview.data.active_accounts, new Set(sent.map((one) => one.external_account_id)).size);
      assert.equal(overview.data.active_devices, new Set(sent.map((one) => one.device.id)).size);
      assert.equal(overview.data.distinct_ips, ADDRESSES.length);
      assert.equal(overview.data.hours.length, 24);
      assert.equal(overview.data.hours[12].events, sent.length);
      assert.equal(overview.data.by_evaluation.inconclusive, sent.length);
      await send(40 + more);
    }
  });

  test('evaluations follow current outcomes; outcomes count on the day of their creation', async () => {
    const blocked = sent.find(({ risk }) => risk.decision === 'block')?.id as string;
    for (const label of ['fraud_confirmed', 'legitimate']) await outcome(server, blocked, label);
    const { data } = await read(server, `/v1/environments/${environment.id}/overview?date=2026-03-01`);
    assert.equal(data.by_evaluation.potential_false_positive, 1);
    assert.equal(data.by_evaluation.correct_block, 0);
    assert.equal(data.by_evaluation.inconclusive, sent.length - 1);
    assert.equal(data.outcomes, 2);
    const other = await read(server, `/v1/environments/${environment.id}/overview?date=2026-02-28`);
    assert.equal(other.data.events, 0);
    assert.deepEqual(other.data.by_decision, countBy(DECISIONS, []));
  });

  test('the network list has one masked row per distinct address', async () => {
    const { data } = await read(server, `/v1/environments/${environment.id}/network`);
    assert.deepEqual(data.map((row: { ip_masked: string }) => row.ip_masked).sort(), [
      '10.0.0.xxx',
      '2001:4860::xxx',
      '8.8.4.xxx',
      '8.8.4.xxx',
    ]);
    const total = data.reduce((sum: number, row: { event_count: number }) => sum + row.event_count, 0);
    assert.equal(total, sent.length);
    const privateRow = data.find((row: { ip_masked: string }) => row.ip_masked === '10.0.0.xxx');
    const ofAddress = sent.filter(({ address }) => address === '10.0.0.1');
    assert.equal(privateRow.classification, 'private');
    assert.equal(privateRow.account_count, new Set(ofAddress.map((one) => one.external_account_id)).size);
    assert.equal(privateRow.device_count, new Set(ofAddress.map((one) => one.device.id)).size);
    assert.deepEqual(
      privateRow.decisions,
      countBy(
        DECISIONS,
        ofAddress.map(({ risk }) => risk.decision),
      ),
    );
    const pages: unknown[] = [];
    for (let url = `/v1/environments/${environment.id}/network?limit=3`; url !== null; ) {
      const page = await read(server, url);
      pages.push(...page.data);
      url = page.links.next;
    }
    assert.deepEqual(pages, data);
  });

  test('a rebuild yields equal rollups, and concurrent applies count nothing twice', async () => {
    const paths = ['overview', 'network'].map((name) => `/v1/environments/${environment.id}/${name}`);
    const before = await Promise.all(paths.map((path) => read(server, path)));
    assert.equal(await rebuildRollups(server.context, environment), sent.length);
    assert.deepEqual(await Promise.all(paths.map((path) => read(server, path))), before);
    await store.rollups.reset(environment.number);
    assert.deepEqual(await store.rollups.pendingEnvironments(), [environment.number]);
    const job = startRollupJob(server.context, assert.ifError);
    while ((await store.rollups.pendingEnvironments()).length > 0) await sleep(20);
    await job.stop();
    await store.rollups.reset(environment.number);
    const stores = [store, (await openSecondStore?.()) ?? store];
    await Promise.all(stores.flatMap((one) => [1, 2, 3].map(() => one.rollups.applyPending(environment.number, 7))));
    assert.deepEqual(await Promise.all(paths.map((path) => read(server, path))), before);
    await store.rollups.reset(environment.number);
    const applied = await Promise.all(
      stores.flatMap((one) => [1, 2, 3].map(() => one.rollups.applyUnlessBusy(environment.number, 7))),
    );
    assert.ok(applied.includes(7), `applied ${applied.join(', ')}`);
    assert.deepEqual(await Promise.all(paths.map((path) => read(server, path))), before);
  });

  test('counts events that arrive out of order as a rebuild does', async () => {
    const paths = ['/network', '/accounts?sort=first_seen', '/devices?sort=first_seen'];
    const lists = () => Promise.all(paths.map((path) => read(server, `/v1/environments/${environment.id}${path}`)));
    const latest = now;
    await lists();
    now = NOON - HOUR;
    for (let at = 0; at < 8; at++) await send(at);
    now = latest;
    const before = await lists();
    const firsts = before.flatMap(({ data }) => data.map((row: { first_seen_at: string }) => row.first_seen_at));
    assert.ok(firsts.includes(new Date(NOON - HOUR).toISOString()), firsts.join(', '));
    await rebuildRollups(server.context, environment);
    assert.deepEqual(await lists(), before);
  });

  test('rejects an invalid date, and keys for the overview', async () => {
    const path = `/v1/environments/${environment.id}/overview`;
    const get = (url: string, token: string) => server.request({ url, headers: { authorization: `Bearer ${token}` } });
    for (const date of ['yesterday', '2026-02-30', '2026-03-01T00:00:00Z']) {
      assert.equal((await get(`${path}?date=${encodeURIComponent(date)}`, server.sessions.viewer)).statusCode, 422);
    }
    assert.equal((await get(path, server.keys.test.secret)).statusCode, 401);
    assert.equal((await get(path.replace('overview', 'network'), server.foreign.test.secret)).statusCode, 403);
  });
});

async function read(server: TestServer, url: string) {
  const response = await server.request({ url, headers: { authorization: `Bearer ${server.sessions.viewer}` } });
  assert.equal(response.statusCode, 200, `${url}: ${response.body}`);
  return response.json();
}

async function outcome(server: TestServer, id: string, label: string): Promise<void> {
  const response = await server.request({
    method: 'POST',
    url: `/v1/events/${id}/outcome`,
    headers: { authorization: `Bearer ${server.keys.test.secret}`, 'content-type': 'application/json' },
    payload: JSON.stringify({ label }),
  });
  assert.equal(response.statusCode, 201, response.body);
}

function countBy(words: readonly string[], values: readonly string[]): Record<string, number> {
  return Object.fromEntries(words.map((word) => [word, values.filter((value) => value === word).length]));
}
