// Tests that a delivery and its attempts, read one after the other, are shown as of one moment.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { attemptRecord, deliveryRecord } from './rows.ts';

const DELIVERY = {
  ...{ id: 'wh_evt_1', endpoint_id: 'whe_1', type: 'decision.block', event_id: 'evt_1' },
  ...{ status: 'pending', next_attempt_at: 60_000, created_at: 0 },
};
const attempt = (number: number, status: number | null) =>
  attemptRecord({
    ...{ id: `wha_${number}`, number, started_at: number, duration_ms: status === null ? 0 : 5, http_status: status },
    ...{ error: status === null ? 'in_progress' : null, response_snippet: status === null ? null : 'ok' },
  });

test('shows an attempt that ended after its delivery was read as in progress', () => {
  const read = [attempt(1, 503), attempt(2, 200)];
  assert.deepEqual(deliveryRecord({ ...DELIVERY, attempts: 1 }, read).attempts, [attempt(1, 503), attempt(2, null)]);
  const { status, attempts } = deliveryRecord({ ...DELIVERY, status: 'delivered', attempts: 2 }, read);
  assert.deepEqual([status, attempts], ['delivered', read]);
});

test('leaves out an attempt that began after the one in progress', () => {
  const read = [attempt(1, 503), attempt(2, 200), attempt(3, null)];
  assert.deepEqual(deliveryRecord({ ...DELIVERY, attempts: 1 }, read).attempts, [attempt(1, 503), attempt(2, null)]);
});
