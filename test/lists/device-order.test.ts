// Tests that devices, and the accounts of a device, are listed by the times shown, even if an event arrives long after it happened.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { desktop } from '../devices/machines.ts';
import { onBothEngines } from '../engines.ts';
import { startTestServer } from '../http/test-server.ts';
import { apiCaller } from './api-caller.ts';
import { pageBothWays } from './page-both-ways.ts';

const NOON = Date.UTC(2026, 2, 1, 12);
const HOUR = 3_600_000;

interface Row {
  id: string;
  last_seen_at: string;
}

await onBothEngines(async ({ store }) => {
  let now = NOON;
  const server = await startTestServer({ store, clock: () => now });
  after(() => server.app.close());
  const { all } = apiCaller(server, server.keys.test.secret);

  /** Records a login an hour after the previous one and returns its device. */
  const login = async (machine: string, occurredAt?: number, account = machine): Promise<string> => {
    now += HOUR;
    const response = await server.event(server.keys.test.secret, {
      event: 'login',
      account: { id: account },
      signals: { ...desktop(machine), canvas_hash: machine, persistent_id: `${machine}-0123456789abcdef` },
      ...(occurredAt !== undefined && { occurred_at: new Date(occurredAt).toISOString() }),
    });
    assert.equal(response.statusCode, 201, response.body);
    return response.json().data.device.id;
  };
  const lastSeen = async (order = 'desc') => all<Row>(`/devices?sort=last_seen&order=${order}`);

  test('a late event leaves its device where the shown time belongs, on every page', async () => {
    const devices = [await login('one'), await login('two'), await login('three'), await login('four')];
    assert.equal(new Set(devices).size, 4);
    const [one, two, three, four] = devices;
    // Late events: of a known device before its newest event, and of a new device.
    assert.equal(await login('two', NOON + HOUR / 2), two);
    const late = await login('five', NOON - HOUR);
    const rows = await lastSeen();
    assert.deepEqual(
      rows.map(({ id }) => id),
      [four, three, two, one, late],
    );
    const times = rows.map((row) => row.last_seen_at);
    assert.deepEqual(times, [...times].sort().reverse());
    assert.deepEqual(await lastSeen('asc'), [...rows].reverse());
    // A newer event moves a device up, whether it arrives at once or late.
    assert.equal(await login('two', now + HOUR / 2), two);
    assert.equal((await lastSeen())[0]?.id, two);
  });

  test('the accounts of a device are listed by their first events there, newest first, on every page', async () => {
    const device = await login('shared', undefined, 'first');
    await login('shared', undefined, 'second');
    await login('shared', NOON - 2 * HOUR, 'late');
    for (const account of ['twin a', 'twin b', 'twin c']) await login('shared', now - HOUR / 4, account);
    const same = NOON + 100 * HOUR;
    now = same;
    for (const account of ['equal a', 'equal b', 'equal c']) await login('shared', same, account);
    await login('shared', undefined, 'first');
    const path = `/v1/devices/${device}/accounts`;
    const { older, newer } = await pageBothWays(
      server,
      `${path}?limit=2`,
      (item) => String(item.external_account_id),
      async () => {},
    );
    const order = older.map((name) => (name.startsWith('equal') ? 'equal' : name));
    assert.deepEqual(order, ['equal', 'equal', 'equal', 'twin c', 'twin b', 'twin a', 'second', 'first', 'late']);
    assert.equal(new Set(older).size, 9);
    assert.deepEqual(newer, older.toReversed());
  });
});
