// Tests that a flood of events that anyone can send does not delay the webhooks about what the server reports.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { desktop } from '../devices/machines.ts';
import { onBothEngines } from '../engines.ts';
import { startTestServer } from '../http/test-server.ts';
import { addEndpoint } from '../webhooks/fixture.ts';

const FLOOD = 30;

await onBothEngines(async ({ store }) => {
  const server = await startTestServer({ store });
  after(() => server.app.close());
  const { secret, public: claim } = server.keys.test;
  const { number } = server.environments.test;

  test('a block that the server reports is announced before the claims that were stopped before it', async () => {
    const { id } = await addEndpoint(store, number, { eventTypes: ['risk.assessment.completed'] });
    const event = { event: 'login_failed', account: { id: 'owner' }, signals: desktop('thief') };
    for (let n = 0; n < FLOOD; n += 1) assert.equal((await server.event(claim, event)).statusCode, 201);
    const reported = (await server.event(secret, event)).json().data;
    const now = Date.now() + 1;
    const lease = { token: 't', now, until: now + 60_000, newAttemptId: () => 'wha_1' };
    const claims = [{ endpointId: id, limit: 1 }];
    const [first] = await store.webhooks.queue.completeAndClaim(number, [], claims, lease);
    assert.equal(JSON.parse(first?.body ?? '{}').data.event_id, reported.id);
  });
});
