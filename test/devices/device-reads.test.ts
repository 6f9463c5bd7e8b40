// Tests what the API says about the signals of devices: when they changed, how those of two devices compare, and which a search finds.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RISE } from '../../src/devices/weights.ts';
import { DAY, HOUR } from '../../src/vocabulary/clock.ts';
import { onBothEngines } from '../engines.ts';
import { startTestServer } from '../http/test-server.ts';
import { desktop, FRESH_ID, NOW, OWN_ID } from './machines.ts';

await onBothEngines(async ({ store }) => {
  let now = NOW;
  const server = await startTestServer({ store, clock: () => now });

  /** Sends a login from a desktop with these signals, an hour after the last one; returns the device and the time. */
  async function login(id: string, changes: Record<string, unknown>): Promise<{ device: string; at: string }> {
    now += HOUR;
    const body = { event: 'login', account: { id: 'u_1' }, ip_address: '81.2.69.142', signals: desktop(id, changes) };
    const response = await server.event(server.keys.test.secret, body);
    assert.equal(response.statusCode, 201, response.body);
    return { device: response.json().data.device.id, at: new Date(now).toISOString() };
  }

  async function read(url: string) {
    const authorization = `Bearer ${server.keys.test.secret}`;
    const response = await server.request({ url, headers: { authorization } });
    assert.equal(response.statusCode, 200, response.body);
    return response.json().data;
  }

  const first = await login(OWN_ID, {});
  const moved = await login(OWN_ID, { timezone: 'Asia/Tokyo' });
  const back = await login(OWN_ID, { timezone: 'Europe/Warsaw' });
  now += 3 * RISE.majorDays * DAY;
  const newer = String(desktop(null).user_agent).replaceAll('147.', '150.');
  const other = await login(FRESH_ID, {
    user_agent: newer,
    timezone: 'Europe/Oslo',
    hardware_concurrency: 32,
    canvas_hash: 'other',
  });

  test('a signal has the times of its first and its last change, and none if it never changed', async () => {
    assert.deepEqual([moved.device, back.device], [first.device, first.device]);
    const signals: Record<string, unknown>[] = await read(`/v1/devices/${first.device}/signals`);
    const timesOf = (name: string) => {
      const { first_changed_at, last_changed_at } = signals.find(({ signal }) => signal === name) ?? {};
      return [first_changed_at, last_changed_at];
    };
    assert.deepEqual(timesOf('timezone'), [moved.at, back.at]);
    assert.deepEqual(timesOf('platform'), [null, null]);
  });

  test('a comparison has the values in the order of its path, and the same evidence in both', async () => {
    assert.notEqual(other.device, first.device);
    const [one, reverse] = [
      await read(`/v1/devices/${first.device}/compare/${other.device}`),
      await read(`/v1/devices/${other.device}/compare/${first.device}`),
    ];
    const rowOf = (comparison: typeof one, name: string) =>
      comparison.signals.find(({ signal }: { signal: string }) => signal === name);
    const zoneOf = (comparison: typeof one) => {
      const row = rowOf(comparison, 'timezone');
      return [row.one, row.other];
    };
    assert.deepEqual(zoneOf(one), ['Europe/Warsaw', 'Europe/Oslo']);
    assert.deepEqual(zoneOf(reverse), ['Europe/Oslo', 'Europe/Warsaw']);
    assert.equal(one.bits, reverse.bits);
    // The older device's browser has risen by three versions in three releases.
    assert.equal(rowOf(reverse, 'browser_version').bits, RISE.browserExpected);
  });

  test('a search finds the device of an event that was just recorded', async () => {
    const { device } = await login(`${FRESH_ID}-2`, { timezone: 'Pacific/Auckland', hardware_concurrency: 64 });
    const found: { id: string }[] = await read(
      `/v1/environments/${server.environments.test.id}/devices?search=auckland`,
    );
    assert.deepEqual(
      found.map(({ id }) => id),
      [device],
    );
  });
});
