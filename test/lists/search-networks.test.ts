// Tests the search for networks by an address as lists show it, on both engines.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { onBothEngines } from '../engines.ts';
import { startTestServer } from '../http/test-server.ts';
import { apiCaller } from './api-caller.ts';

interface Network {
  ip_masked: string;
  last_seen_at: string;
}

/** In the order of their events. */
const ADDRESSES = [
  ...['45.83.1.200', '45.83.1.20', '45.83.1.7', '45.83.10.7', '145.83.1.7'],
  ...['2001:4860:4860::8888', '2001:4860:4860::1:8888', '2001:4860:4860::1'],
];

await onBothEngines(async ({ store }) => {
  let now = Date.UTC(2026, 2, 1, 12);
  const server = await startTestServer({ store, clock: () => now });
  after(() => server.app.close());
  for (const address of ADDRESSES) {
    now += 60_000;
    await server.event(server.keys.test.secret, { event: 'login', account: { id: 'u_1' }, ip_address: address });
  }
  const { get } = apiCaller(server, server.sessions.owner);
  const find = async (text: string): Promise<Network[]> =>
    (await get(`/search?q=${encodeURIComponent(text)}`)).data.networks;

  test('a masked address finds its networks, the last seen first', async () => {
    for (const [mask, count] of [
      ['45.83.1.xxx', 3],
      ['2001:4860:4860::xxx', 2],
      ['2001:4860:4860::1:xxx', 1],
    ] as const) {
      for (const text of [mask, ` ${mask.toUpperCase()} `]) {
        const networks = await find(text);
        const seen = networks.map(({ last_seen_at: at }) => at);
        assert.deepEqual(
          networks.map(({ ip_masked: masked }) => masked),
          Array(count).fill(mask),
        );
        assert.deepEqual(seen, seen.toSorted().toReversed());
      }
    }
  });

  test('nothing shorter finds a network', async () => {
    for (const text of ['45.83.xxx', '45.83.1.', '45.83.1', '2001:xxx', '2001:4860:xxx', 'xxx', '.xxx', '%.xxx']) {
      assert.deepEqual(await find(text), [], text);
    }
  });
});
