// Tests which time a list of campaigns covers.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY, isoTime } from '../../src/vocabulary/clock.ts';
import { onBothEngines } from '../engines.ts';
import { startTestServer } from '../http/test-server.ts';

await onBothEngines(async ({ store }) => {
  let now = Date.UTC(2026, 2, 1, 12);
  const server = await startTestServer({ store, clock: () => now });
  const { secret } = server.keys.test;

  const list = (query: string) => {
    const url = `/v1/environments/${server.environments.test.id}/campaigns?min_events=1${query}`;
    return server.request({ url, headers: { authorization: `Bearer ${secret}` } });
  };

  async function campaigns(query = ''): Promise<unknown[]> {
    const response = await list(query);
    assert.equal(response.statusCode, 200, response.body);
    return response.json().data;
  }

  test('a list of campaigns covers seven days, or the time since `from`', async () => {
    const begin = now;
    await server.event(secret, { event: 'login', account: { id: 'force_block_1' } });
    now = begin + 7 * DAY - 1;
    assert.equal((await campaigns()).length, 1);
    now = begin + 7 * DAY + 1;
    assert.equal((await campaigns()).length, 0);
    assert.equal((await campaigns(`&from=${isoTime(begin)}`)).length, 1);
  });

  test('a range that ends before it begins is refused', async () => {
    const response = await list('&from=2026-03-02T00:00:00Z&to=2026-03-01T00:00:00Z');
    assert.equal(response.statusCode, 422);
    const [{ pointer, code }] = response.json().errors;
    assert.deepEqual([pointer, code], ['to', 'inverted_range']);
  });
});
