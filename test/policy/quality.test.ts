// The measures of quality through the front door, against counts made by hand, on both engines.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rateOf } from '../../src/outcomes/quality.ts';
import { onBothEngines } from '../engines.ts';
import { startTestServer } from '../http/test-server.ts';
import { policyDoor, someRule } from './policy-client.ts';

const RANGE = '?from=2026-03-01T00:00:00Z&to=2026-03-02T00:00:00Z';

test('the interval is that of Wilson', () => {
  const { value, low, high } = rateOf(8, 10);
  assert.deepEqual([value, low?.toFixed(4), high?.toFixed(4)], [0.8, '0.4902', '0.9433']);
  assert.deepEqual(rateOf(0, 0), { value: null, low: null, high: null, count: 0, of: 0 });
});

await onBothEngines(async ({ store }) => {
  const door = await startTestServer({ store, clock: () => Date.UTC(2026, 2, 1, 12) });
  const { send, add } = policyDoor(door);
  const event = async (type: string, account: string, label: string | null) => {
    const headers = { authorization: `Bearer ${door.keys.test.secret}`, 'content-type': 'application/json' };
    const { id } = (await door.event(door.keys.test.secret, { event: type, account: { id: account } })).json().data;
    if (label === null) return;
    const payload = JSON.stringify({ label });
    await door.ask({ method: 'POST', url: `/v1/events/${id}/outcome`, headers, payload });
  };

  test('labeled events alone are counted, the forced and the unknown in no rate', async () => {
    const rule = await add(someRule({ event_type: 'payout_change', action: { decision: 'block' } }));
    for (const label of ['fraud_confirmed', 'account_takeover', 'legitimate', 'unknown', null]) {
      await event('payout_change', 'u_1', label);
    }
    await add(someRule({ event_type: 'logout', action: { decision: 'allow' } }));
    for (const label of ['payment_fraud', 'legitimate', 'automation_legitimate', null])
      await event('logout', 'u_1', label);
    await event('login', 'force_block_1', 'fraud_confirmed');
    const answer = await send('GET', `/quality${RANGE}`, undefined, { role: 'viewer' });
    assert.equal(answer.statusCode, 200, answer.body);
    const { data } = answer.json();
    assert.deepEqual([data.events, data.labelled], [10, 7]);
    assert.deepEqual(data.confusion.block, { fraud: 2, legitimate: 1, unknown: 1 });
    assert.deepEqual(data.confusion.allow, { fraud: 1, legitimate: 2, unknown: 0 });
    const { precision, recall, false_positive_rate } = data.block;
    assert.deepEqual([precision, recall, false_positive_rate], [rateOf(2, 3), rateOf(2, 3), rateOf(1, 3)]);
    const mine = data.by_rule.find((row: { rule: { id: string } }) => row.rule.id === rule);
    assert.deepEqual(mine.confusion.block, data.confusion.block);
    assert.deepEqual(
      data.by_policy_version.map((row: { policy_version: number }) => row.policy_version),
      [2, 3],
    );
    for (const wrong of ['', '?from=x&to=2026-03-02T00:00:00Z', '?from=2026-03-02T00:00:00Z&to=2026-03-01T00:00:00Z']) {
      assert.equal((await send('GET', `/quality${wrong}`)).statusCode, 422, wrong);
    }
  });
});
