// Tests which time a list of campaigns covers if its query does not say.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY, isoTime } from '../../src/vocabulary/clock.ts';
import { onBothEngines } from '../engines.ts';
import { startTestServer } from '../http/test-server.ts';

await onBothEngines(async ({ store }) => {
  let now = Date.UTC(2026, 2, 1, 12);
  const server = await startTestServer({ store, clock: () => now });
  const { secret } = server.keys.test;

  async function campaigns(query = ''): Promise<unknown[]> {
    const url = `/v1/environments/${server.environments.test.id}/campaigns?min_events=1${query}`;
    const response = await server.request({ url, headers: { authorization: `Bearer ${secret}` } });
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
});
