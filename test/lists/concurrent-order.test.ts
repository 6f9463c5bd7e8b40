// Events that arrive at once: lists are in the order of their times, and filters by time agree with the times shown.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { onBothEngines } from '../engines.ts';
import { startTestServer } from '../http/test-server.ts';
import { walk } from './listed-events.ts';

await onBothEngines(async ({ store }) => {
  // Each reading is a millisecond later, so that no two events arrive in the same one.
  let now = Date.UTC(2026, 2, 1, 12);
  const server = await startTestServer({ store, clock: () => ++now });
  const environment = `/v1/environments/${server.environments.test.id}`;
  const send = (at: number) =>
    server.event(server.keys.test.secret, {
      event: 'login',
      // Events of one account wait for each other, so they are assessed in another order than they arrived.
      account: { id: `u_${Math.floor(at / 12)}` },
      signals: { persistent_id: `browser-of-u_${Math.floor(at / 12)}`, platform: 'Win32' },
    });
  await Promise.all(Array.from({ length: 60 }, (_, at) => send(at)));
  const items = await walk(server, `${environment}/events?limit=100`);
  const times = items.map(({ created_at }) => created_at);

  test('events are listed from the newest to the oldest', () => {
    assert.equal(new Set(times).size, 60);
    assert.deepEqual(times, times.toSorted().reverse());
  });

  test('from is inclusive and to is exclusive', async () => {
    for (const time of times.filter((_, at) => at % 7 === 0)) {
      const shown = async (filter: string) =>
        (await walk(server, `${environment}/events?limit=100&${filter}`)).map(({ created_at }) => created_at);
      assert.deepEqual(
        await shown(`from=${time}`),
        times.filter((other) => other >= time),
      );
      assert.deepEqual(
        await shown(`to=${time}`),
        times.filter((other) => other < time),
      );
    }
  });

  test('devices are listed in the order in which they were first seen', async () => {
    const response = await server.request({
      url: `${environment}/devices?limit=100&sort=first_seen`,
      headers: { authorization: `Bearer ${server.keys.test.secret}` },
    });
    const first = response.json().data.map(({ first_seen_at }: { first_seen_at: string }) => first_seen_at);
    assert.equal(first.length, 5);
    assert.deepEqual(first, first.toSorted().reverse());
  });
});
