// Tests the bars of a network: no gaps, no lost events, and a number that fits a screen, whatever the time between its events.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { activityBars } from './activity-bars.ts';

const at = (hour: string) => ({ hour, decisions: { allow: 1, monitor: 0, challenge: 0, block: 2 } });

test('hours of a few days have a bar each, also those without events, and a day at least', () => {
  const { bars, unit } = activityBars([at('2026-03-01T22:00:00.000Z'), at('2026-03-02T01:00:00.000Z')], 'utc');
  assert.equal(unit, 'Hour');
  assert.equal(bars.length, 24);
  assert.deepEqual(
    bars.slice(-5).map(({ name, events }) => [name, events]),
    [
      ['21:00', 0],
      ['22:00', 3],
      ['23:00', 0],
      ['00:00', 0],
      ['01:00', 3],
    ],
  );
  assert.equal(bars.at(-1)?.to, '2026-03-02T02:00:00.000Z');
});

test('longer times have a bar for a day or several, and every event is in one', () => {
  for (const [last, count, unit] of [
    ['2026-03-08T01:00:00.000Z', 8, 'Day'],
    ['2026-12-01T01:00:00.000Z', 40, 'Days'],
    ['2031-03-01T01:00:00.000Z', 66, 'Days'],
    ['2126-03-01T01:00:00.000Z', 101, 'Days'],
  ] as const) {
    const found = activityBars([at('2026-03-01T22:00:00.000Z'), at('2026-03-02T05:00:00.000Z'), at(last)], 'utc');
    assert.equal(found.unit, unit, last);
    assert.equal(found.bars.length, count, last);
    assert.equal(
      found.bars.reduce((sum, { events }) => sum + events, 0),
      9,
    );
  }
  assert.deepEqual(activityBars([], 'utc').bars, []);
});
