// Contract: counts of refused events, by span, kind and word.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RejectionCount } from '../../../src/records/alerts.ts';
import { REJECTION_SPAN } from '../../../src/vocabulary/alerts.ts';
import { MINUTE } from '../../../src/vocabulary/clock.ts';
import { NOON } from '../sample.ts';
import { type EngineUnderTest, newEnvironment } from './engine-under-test.ts';

export function rejectionsContract({ store }: EngineUnderTest): void {
  const { rejections } = store;
  test('adds up refused events of a span, and reads from the span that contains a time', async () => {
    const { number: environmentNumber } = await newEnvironment(store);
    const other = await newEnvironment(store);
    const invalid = (at: number, count: number): RejectionCount => ({ kind: 'event', word: 'invalid', at, count });
    const origin: RejectionCount = { kind: 'origin', word: 'https://a.example', at: NOON, count: 4 };
    await rejections.add([
      { environmentNumber, ...invalid(NOON, 2) },
      { environmentNumber, ...invalid(NOON + REJECTION_SPAN, 1) },
      { environmentNumber: other.number, ...invalid(NOON, 9) },
    ]);
    await rejections.add([
      { environmentNumber, ...invalid(NOON + MINUTE, 3) },
      { environmentNumber, ...origin },
    ]);
    const later = invalid(NOON + REJECTION_SPAN, 1);
    assert.deepEqual(await rejections.since(environmentNumber, NOON + MINUTE), [invalid(NOON, 5), origin, later]);
    assert.deepEqual(await rejections.since(environmentNumber, NOON + REJECTION_SPAN), [later]);
  });
}
