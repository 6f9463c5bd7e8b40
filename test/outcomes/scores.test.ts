// Tests that outcomes never change scoring: the same events get the same assessment with and without them. Both engines.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { signalsOf } from '../../bench/simulate/request-bodies.ts';
import { AUTHENTICATION_OUTCOMES, type EnvironmentKind, LABELS } from '../../src/vocabulary/words.ts';
import { onBothEngines } from '../engines.ts';
import { startTestServer } from '../http/test-server.ts';

const START = Date.UTC(2026, 2, 1);
const EVENTS = 60;
const SEED = 1;

/** Few accounts, devices and networks, so that windows fill up and signals of every kind fire. */
const series = fc.array(
  fc.record({
    event: fc.constantFrom(
      'login',
      'login',
      'login_failed',
      'login_failed',
      'password_reset_requested',
      'payment_attempt',
    ),
    account: fc.integer({ min: 0, max: 3 }),
    device: fc.integer({ min: 0, max: 2 }),
    network: fc.integer({ min: 0, max: 2 }),
    wait: fc.integer({ min: 1, max: 120 }),
    outcome: fc.constantFrom(
      ...LABELS.map((label) => ({ label })),
      ...AUTHENTICATION_OUTCOMES.map((word) => ({ authentication_outcome: word })),
    ),
  }),
  { minLength: EVENTS, maxLength: EVENTS },
);

await onBothEngines(async ({ store }) => {
  test('assesses later events the same, whatever outcomes were submitted', async () => {
    // Of a hundred random samples, one fires three signals only.
    for (const events of fc.sample(fc.noBias(series), { numRuns: 1, seed: SEED })) {
      let now = START;
      const server = await startTestServer({ store, clock: () => now });
      const send = async (kind: EnvironmentKind, { event, account, device, network }: (typeof events)[number]) => {
        const body = {
          event,
          account: { id: `u_${account}` },
          ip_address: `8.${network}.8.8`,
          signals: signalsOf(device),
        };
        const response = await server.event(server.keys[kind].secret, body);
        assert.equal(response.statusCode, 201, response.body);
        return response.json().data;
      };
      const fired = new Set<string>();
      for (const event of events) {
        now += event.wait * 1_000;
        const plain = await send('test', event);
        const labeled = await send('live', event);
        assert.deepEqual(labeled.risk, plain.risk, JSON.stringify(events));
        for (const { code } of plain.risk.signals) fired.add(code);
        const headers = { authorization: `Bearer ${server.keys.live.secret}`, 'content-type': 'application/json' };
        const url = `/v1/events/${labeled.id}/outcome`;
        const submitted = await server.request({
          method: 'POST',
          url,
          headers,
          payload: JSON.stringify(event.outcome),
        });
        assert.equal(submitted.statusCode, 201, submitted.body);
      }
      assert.ok(fired.size >= 4, `only ${[...fired]} fired`);
    }
  });
});
