// The overview and the network list, on both engines: exact at any moment, and the same when counted anew.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { applyAllPendingRollups, rebuildRollups } from '../../src/flows/overview/apply-rollups.ts';
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

await onBothEngines(async ({ store, another }) => {
  let now = NOON;
  const server = await startTestServer({ store, clock: () => now });
  const env = server.environments.test;
  const sent: Sent[] = [];
  const send = async (at: number) => {
    const address = ADDRESSES[at % ADDRESSES.length] as string;
    const account = at % 6 === 0 ? 'force_block_1' : `u_${at % 5}`;
    const body = { event: at % 4 === 0 ? 'login_failed' : 'login', account: { id: account }, ip_address: address };
    const answer = await server.event(server.keys.test.secret, body);
    assert.equal(answer.statusCode, 201, answer.body);
    sent.push({ ...answer.json().data, address });
  };
  for (let at = 0; at < 40; at++) {
    now += 5_000;
    await send(at);
  }

  test('the overview counts every event the moment it is answered', async () => {
    for (let more = 0; more < 3; more++) {
      const shown = await read(server, `/v1/environments/${env.id}/overview`);
      assert.equal(shown.data.events, sent.length);
      assert.deepEqual(
        shown.data.by_decision,
        countBy(
          DECISIONS,
          sent.map(({ risk }) => risk.decision),
        ),
      );
      assert.equal(
        shown.data.by_event_type.login_failed,
        sent.filter((one) => one.event_type === 'login_failed').length,
      );
      assert.equal(shown.data.active_accounts, new Set(sent.map((one) => one.external_account_id)).size);
      assert.equal(shown.data.active_devices, new Set(sent.map((one) => one.device.id)).size);
      assert.equal(shown.data.distinct_ips, ADDRESSES.length);
      assert.equal(shown.data.hours.length, 24);
      assert.equal(shown.data.hours[12].events, sent.length);
      assert.equal(shown.data.by_evaluation.inconclusive, sent.length);
      await send(40 + more);
    }
  });

  test('evaluations follow the current outcomes of the day; outcome rows are counted when written', async () => {
    const blocked = sent.find(({ risk }) => risk.decision === 'block')?.id as string;
    for (const label of ['fraud_confirmed', 'legitimate']) await outcome(server, blocked, label);
    const { data } = await read(server, `/v1/environments/${env.id}/overview?date=2026-03-01`);
    assert.equal(data.by_evaluation.potential_false_positive, 1);
    assert.equal(data.by_evaluation.correct_block, 0);
    assert.equal(data.by_evaluation.inconclusive, sent.length - 1);
    assert.equal(data.outcomes, 2);
    const other = await read(server, `/v1/environments/${env.id}/overview?date=2026-02-28`);
    assert.equal(other.data.events, 0);
    assert.deepEqual(other.data.by_decision, countBy(DECISIONS, []));
  });

  test('the network list has one row for each distinct address, masked', async () => {
    const { data } = await read(server, `/v1/environments/${env.id}/network`);
    assert.deepEqual(data.map((row: { ip_masked: string }) => row.ip_masked).sort(), [
      '10.0.0.xxx',
      '2001:4860::xxx',
      '8.8.4.xxx',
      '8.8.4.xxx',
    ]);
    const total = data.reduce((sum: number, row: { event_count: number }) => sum + row.event_count, 0);
    assert.equal(total, sent.length);
    const local = data.find((row: { ip_masked: string }) => row.ip_masked === '10.0.0.xxx');
    const mine = sent.filter(({ address }) => address === '10.0.0.1');
    assert.equal(local.classification, 'private');
    assert.equal(local.account_count, new Set(mine.map((one) => one.external_account_id)).size);
    assert.equal(local.device_count, new Set(mine.map((one) => one.device.id)).size);
    assert.deepEqual(
      local.decisions,
      countBy(
        DECISIONS,
        mine.map(({ risk }) => risk.decision),
      ),
    );
    const pages: unknown[] = [];
    for (let url = `/v1/environments/${env.id}/network?limit=3`; url !== null; ) {
      const page = await read(server, url);
      pages.push(...page.data);
      url = page.links.next;
    }
    assert.deepEqual(pages, data);
  });

  test('counted anew, the figures are the same; two folding at once count nothing twice', async () => {
    const paths = ['overview', 'network'].map((name) => `/v1/environments/${env.id}/${name}`);
    const before = await Promise.all(paths.map((path) => read(server, path)));
    assert.equal(await rebuildRollups(server.context, env), sent.length);
    assert.deepEqual(await Promise.all(paths.map((path) => read(server, path))), before);
    await store.rollups.reset(env.number);
    assert.deepEqual(await store.rollups.pendingEnvironments(), [env.number]);
    await applyAllPendingRollups(server.context);
    assert.deepEqual(await store.rollups.pendingEnvironments(), []);
    await store.rollups.reset(env.number);
    const stores = [store, (await another?.()) ?? store];
    await Promise.all(stores.flatMap((one) => [1, 2, 3].map(() => one.rollups.applyPending(env.number, 7))));
    assert.deepEqual(await Promise.all(paths.map((path) => read(server, path))), before);
  });

  test('a wrong date is refused; keys are not accepted for the overview', async () => {
    const path = `/v1/environments/${env.id}/overview`;
    const ask = (url: string, token: string) => server.ask({ url, headers: { authorization: `Bearer ${token}` } });
    for (const date of ['yesterday', '2026-02-30', '2026-03-01T00:00:00Z']) {
      assert.equal((await ask(`${path}?date=${encodeURIComponent(date)}`, server.sessions.viewer)).statusCode, 422);
    }
    assert.equal((await ask(path, server.keys.test.secret)).statusCode, 401);
    assert.equal((await ask(path.replace('overview', 'network'), server.foreign.test.secret)).statusCode, 403);
  });
});

async function read(server: TestServer, url: string) {
  const answer = await server.ask({ url, headers: { authorization: `Bearer ${server.sessions.viewer}` } });
  assert.equal(answer.statusCode, 200, `${url}: ${answer.body}`);
  return answer.json();
}

async function outcome(server: TestServer, id: string, label: string): Promise<void> {
  const answer = await server.ask({
    method: 'POST',
    url: `/v1/events/${id}/outcome`,
    headers: { authorization: `Bearer ${server.keys.test.secret}`, 'content-type': 'application/json' },
    payload: JSON.stringify({ label }),
  });
  assert.equal(answer.statusCode, 201, answer.body);
}

function countBy(words: readonly string[], values: readonly string[]): Record<string, number> {
  return Object.fromEntries(words.map((word) => [word, values.filter((value) => value === word).length]));
}
