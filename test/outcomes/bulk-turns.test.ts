// Tests that the chunks of bulk labels that run at the same time take turns, so that an event waits for one of them only.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { openSqlite } from '../../src/storage/sqlite/open.ts';
import { startTestServer } from '../http/test-server.ts';

const store = await openSqlite({ path: ':memory:' });
let running = 0;
let atOnce = 0;
let failsNext = false;
const written: string[] = [];
const watched = {
  ...store,
  outcomes: {
    ...store.outcomes,
    reviseEach: async (...[environment, ids, revise]: Parameters<typeof store.outcomes.reviseEach>) => {
      running += 1;
      atOnce = Math.max(atOnce, running);
      written.push(ids[0] ?? '');
      try {
        if (failsNext) throw new Error('the chunk could not be written');
        return await store.outcomes.reviseEach(environment, ids, revise);
      } finally {
        failsNext = false;
        running -= 1;
      }
    },
  },
};
const server = await startTestServer({ store: watched });
after(() => server.close());

const label = async (token: string, ids: readonly string[]) => {
  const response = await server.request({
    method: 'POST',
    url: `/v1/environments/${server.environments.test.id}/outcome-batches`,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    payload: JSON.stringify({ event_ids: ids, label: 'bot_confirmed' }),
  });
  return response.statusCode;
};

const ids: string[] = [];
for (let n = 0; n < 450; n += 1) {
  const event = await server.event(server.keys.test.secret, { event: 'page_view' });
  ids.push(event.json().data.id);
}
const [first, second] = [ids.slice(0, 300), ids.slice(300)];

test('chunks of two members run one at a time and alternate', async () => {
  const statuses = await Promise.all([label(server.sessions.owner, first), label(server.sessions.analyst, second)]);
  assert.deepEqual([statuses, atOnce], [[201, 201], 1]);
  const order = written.map((id) => (first.includes(id) ? 'first' : 'second'));
  assert.equal(order.slice(0, 4).filter((one) => one === 'second').length, 2, order.join());
});

test('a chunk that fails lets the others go on', async () => {
  failsNext = true;
  const statuses = await Promise.all([label(server.sessions.owner, first), label(server.sessions.analyst, second)]);
  assert.deepEqual(statuses.sort(), [201, 500]);
});
