// Policy quality through the API compared with hand-computed counts, on both engines.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rateOf } from '../../src/outcomes/quality.ts';
import { onBothEngines } from '../engines.ts';
import { startTestServer } from '../http/test-server.ts';
import { policyClient, ruleBody } from './policy-client.ts';

const RANGE = '?from=2026-03-01T00:00:00Z&to=2026-03-02T00:00:00Z';

test('computes Wilson intervals', () => {
  const { value, low, high } = rateOf(8, 10);
  assert.deepEqual([value, low?.toFixed(4), high?.toFixed(4)], [0.8, '0.4902', '0.9433']);
  assert.deepEqual(rateOf(0, 0), { value: null, low: null, high: null, count: 0, of: 0 });
});

test('ends an interval at exactly 0 or 1 if all events are on one side', () => {
  for (let of = 1; of <= 50; of += 1) assert.deepEqual([rateOf(0, of).low, rateOf(of, of).high], [0, 1], `of ${of}`);
});

await onBothEngines(async ({ store }) => {
  const server = await startTestServer({ store, clock: () => Date.UTC(2026, 2, 1, 12) });
  const { request, add } = policyClient(server);
  const event = async (type: string, account: string, label: string | null) => {
    const headers = { authorization: `Bearer ${server.keys.test.secret}`, 'content-type': 'application/json' };
    const { id } = (await server.event(server.keys.test.secret, { event: type, account: { id: account } })).json().data;
    if (label === null) return;
    const payload = JSON.stringify({ label });
    await server.request({ method: 'POST', url: `/v1/events/${id}/outcome`, headers, payload });
  };

  test('counts labeled events only; rates exclude forced events and unknown labels', async () => {
    const rule = await add(ruleBody({ event_type: 'payout_change', action: { decision: 'block' } }));
    for (const label of ['fraud_confirmed', 'account_takeover', 'legitimate', 'unknown', null]) {
      await event('payout_change', 'u_1', label);
    }
    await add(ruleBody({ event_type: 'logout', action: { decision: 'allow' } }));
    for (const label of ['payment_fraud', 'legitimate', 'automation_legitimate', null])
      await event('logout', 'u_1', label);
    await event('login', 'force_block_1', 'fraud_confirmed');
    const response = await request('GET', `/quality${RANGE}`, undefined, { role: 'viewer' });
    assert.equal(response.statusCode, 200, response.body);
    const { data } = response.json();
    assert.deepEqual([data.events, data.labelled], [10, 7]);
    assert.deepEqual(data.confusion.block, { fraud: 2, legitimate: 1, unknown: 1 });
    assert.deepEqual(data.confusion.allow, { fraud: 1, legitimate: 2, unknown: 0 });
    const { precision, recall, false_positive_rate } = data.block;
    assert.deepEqual([precision, recall, false_positive_rate], [rateOf(2, 3), rateOf(2, 3), rateOf(1, 3)]);
    const row = data.by_rule.find((entry: { rule: { id: string } }) => entry.rule.id === rule);
    assert.deepEqual(row.confusion.block, data.confusion.block);
    assert.deepEqual(
      data.by_policy_version.map((entry: { policy_version: number }) => entry.policy_version),
      [2, 3],
    );
    for (const query of ['', '?from=x&to=2026-03-02T00:00:00Z', '?from=2026-03-02T00:00:00Z&to=2026-03-01T00:00:00Z']) {
      assert.equal((await request('GET', `/quality${query}`)).statusCode, 422, query);
    }
  });
});
