// Tests the integration report on both engines: rejections by reason, similar event types, samples, unused keys and steps.
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { readIntegration } from '../../src/flows/integration/read-integration.ts';
import { desktop } from '../devices/machines.ts';
import { onBothEngines } from '../engines.ts';
import { startTestServer } from '../http/test-server.ts';
import { waitUntil } from '../webhooks/running-dispatcher.ts';

const NOON = Date.UTC(2026, 2, 1, 12);
const DAY = 86_400_000;

await onBothEngines(async ({ store }) => {
  let now = NOON;
  const server = await startTestServer({ store, clock: () => now });
  after(() => server.app.close());
  const { test: environment } = server.environments;
  const base = `/v1/environments/${environment.id}`;
  const headers = { authorization: `Bearer ${server.sessions.owner}` };
  const request = (method: 'GET' | 'PATCH' | 'POST', url: string, payload?: object) =>
    server.request({ method, url, headers, ...(payload && { payload }) });
  const read = async () => {
    const response = await request('GET', `${base}/integration`);
    assert.equal(response.statusCode, 200, response.body);
    return response.json().data;
  };
  const send = async (key: string, body: object, status = 201, more: Record<string, string> = {}) => {
    const response = await server.event(key, body, { headers: more });
    assert.equal(response.statusCode, status, response.body);
    return response;
  };
  const { test: keys } = server.keys;
  const login = { event: 'login', account: { id: 'u_1' } };

  describe('the state of an integration', () => {
    test('is empty in the beginning', async () => {
      const state = await read();
      assert.deepEqual(
        [state.refused_events, state.refused_origins, state.issues, state.event_types],
        [[], [], [], []],
      );
      assert.deepEqual([state.sample.events, state.sample.first_at], [0, null]);
      assert.deepEqual(state.steps, { sdk_seen: false, origins_set: false, webhook_verified: false });
    });

    test('counts refused origins, errors and issues, without what someone wrote', async () => {
      await request('PATCH', `/v1/environments/${environment.id}`, { allowed_origins: ['https://shop.example'] });
      const origin = 'https://other.example';
      for (const status of [403, 403]) await send(keys.public, login, status, { origin });
      await send(keys.secret, { event: 'login' }, 422);
      await send(keys.secret, { ...login, 'ann@example.com': 1 }, 422);
      await send(keys.secret, { ...login, user_id: 1 }, 422);
      await send(keys.secret, { ...login, occurred_at: new Date(now + DAY).toISOString() }, 422);
      await waitUntil(async () => (await store.rejections.since(environment.number, 0)).length > 0);
      const state = await read();
      const [refused] = state.refused_origins;
      assert.deepEqual([refused.origin, refused.count, refused.last_at], [origin, 2, '2026-03-01T12:00:00.000Z']);
      assert.deepEqual(
        state.refused_events.map(({ code, count }: { code: string; count: number }) => [code, count]),
        [['invalid_input', 4]],
      );
      const issues = state.issues.map(({ code, pointer }: { code: string; pointer: string }) => `${code} ${pointer}`);
      assert.deepEqual(issues.sort(), [
        'out_of_range /occurred_at',
        'required /account',
        'unknown_field /user_id',
        'unknown_field /…',
      ]);
      assert.equal(state.steps.origins_set, true);
    });

    test('names types that are near to the catalog, few signals, SDK versions and clocks that differ', async () => {
      const signals = desktop('one');
      await send(keys.public, { ...login, signals: { ...signals, sdk_version: '0.1.0' } });
      await send(keys.public, { ...login, signals: { ...signals, sdk_version: '0.0.9' } });
      await send(keys.secret, { ...login, event: 'email_changed', signals });
      await send(keys.secret, { ...login, event: 'page_viewed', signals: {} });
      await send(keys.secret, { ...login, signals, occurred_at: new Date(now + 60_000).toISOString() });
      await send(keys.secret, { ...login, signals, occurred_at: new Date(now - 600_000).toISOString() });
      now += 1_000;
      const state = await read();
      assert.deepEqual(state.event_types, [
        { event_type: 'email_changed', read_as: 'email_change', count: 1 },
        { event_type: 'page_viewed', read_as: null, count: 1 },
      ]);
      assert.deepEqual(state.sample.by_key, {
        public: { events: 2, few_signals: 0, busiest_address: { events: 2, accounts: 1 } },
        secret: { events: 4, few_signals: 1, busiest_address: { events: 4, accounts: 1 } },
      });
      assert.deepEqual(state.sdk_versions, [
        { version: '0.0.9', count: 1 },
        { version: '0.1.0', count: 1 },
      ]);
      assert.deepEqual(
        [state.clock.dated, state.clock.ahead, state.clock.late, state.clock.max_ahead_seconds],
        [2, 1, 1, 60],
      );
      assert.equal(state.steps.sdk_seen, true);
    });

    test('counts the events and accounts of the address that most events of a kind of key have', async () => {
      const sent = async () => (await read()).sample.by_key.secret;
      const before = await sent();
      const each = [
        ['u_2', '85.7.1.1'],
        ['u_3', '85.7.1.1'],
        ['u_3', '85.7.1.1'],
        ['u_4', '85.7.1.2'],
      ];
      for (let round = 0; round < 2; round += 1) {
        for (const [id, ip_address] of each) await send(keys.secret, { event: 'login', account: { id }, ip_address });
      }
      const { events, busiest_address: busiest } = await sent();
      assert.equal(events, before.events + 8);
      assert.deepEqual(busiest, { events: 6, accounts: 2 });
    });

    test('names keys that nobody uses, and shows nothing of another environment or of last week', async () => {
      const created = await request('POST', `${base}/keys`, { kind: 'secret', name: 'Forgotten' });
      const { id, key } = created.json().data;
      // Read without HTTP, because sessions would have expired by then.
      const later = (of = environment) => readIntegration(server.context, of);
      const unused = async () => (await later()).unusedKeys.map((row) => row.id);
      assert.ok(!(await unused()).includes(id), 'a new key is given a day');
      now += 2 * DAY;
      assert.ok((await unused()).includes(id));
      await send(key, login);
      await waitUntil(async () => !(await unused()).includes(id));
      now += 31 * DAY;
      assert.ok((await unused()).includes(id));
      const state = await later();
      assert.deepEqual([state.origins, state.issues, state.eventTypes, state.sample.events], [[], [], [], 0]);
      now = NOON + DAY;
      const live = await later(server.environments.live);
      assert.deepEqual([live.sample.events, live.refused, live.eventTypes], [0, [], []]);
      assert.equal((await later()).refused.length, 1);
    });
  });
});
