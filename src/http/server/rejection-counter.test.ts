// Tests that counts of refused events stay bounded whatever is sent, and that none is lost or counted twice.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RejectionCount } from '../../records/alerts.ts';
import { REJECTION_SPAN } from '../../vocabulary/alerts.ts';
import { RejectionCounter } from './rejection-counter.ts';

type Row = RejectionCount & { environmentNumber: number };

function counter() {
  const rows: Row[] = [];
  const time = { now: 10 * REJECTION_SPAN };
  const store = { add: async (added: readonly Row[]) => void rows.push(...added), since: async () => [] };
  return { rows, time, counter: new RejectionCounter(store, () => time.now) };
}

const total = (rows: readonly Row[]) => rows.reduce((sum, { count }) => sum + count, 0);

test('one span stores at most 20 words of a kind and the rest as "other", over any number of writes', async () => {
  const { rows, counter: rejections } = counter();
  for (let index = 0; index < 500; index += 1) {
    rejections.count(1, 'origin', `https://${index}.example`);
    if (index % 50 === 0) await rejections.flush();
  }
  rejections.count(1, 'event', 'invalid_input');
  await rejections.flush();
  const origins = rows.filter(({ kind }) => kind === 'origin');
  assert.equal(new Set(origins.map(({ word }) => word)).size, 21);
  assert.equal(total(origins), 500);
  assert.deepEqual(
    rows.filter(({ kind }) => kind === 'event').map(({ word, count }) => [word, count]),
    [['invalid_input', 1]],
  );
});

test('the next span has words of its own, and counts stay in the span in which they were made', async () => {
  const { rows, time, counter: rejections } = counter();
  for (let index = 0; index < 30; index += 1) rejections.count(1, 'origin', `https://${index}.example`);
  time.now += REJECTION_SPAN;
  rejections.count(1, 'origin', 'https://new.example');
  await rejections.flush();
  assert.equal(total(rows.filter(({ at }) => at === 10 * REJECTION_SPAN)), 30);
  const next = rows.filter(({ at }) => at === 11 * REJECTION_SPAN);
  assert.deepEqual(
    next.map(({ word, count }) => [word, count]),
    [['https://new.example', 1]],
  );
});
