// Tests the examples of a backtest: the newest hundred events whose decision changes, newest first, however many there are.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Policy } from './policy.ts';
import { Tally } from './tally.ts';

const POLICY: Policy = { version: 1, thresholds: { allow_max: 29, monitor_max: 49, challenge_max: 89 }, rules: [] };

/** The ids of the examples after so many events; every third one keeps its decision. */
function examplesOf(events: number): string[] {
  const tally = new Tally(POLICY);
  for (let at = 1; at <= events; at += 1) {
    const facts = {
      eventType: 'login',
      score: at % 3 === 0 ? 0 : 60,
      level: 'low' as const,
      automationScore: 0,
      deviceNew: false,
      deviceTrusted: false,
      signals: new Set<string>(),
    };
    tally.add({ eventId: `evt_${at}`, createdAt: at, facts, decision: 'allow' });
  }
  return tally.examples.map(({ eventId }) => eventId);
}

/** The same, counted back from the newest event. */
function expected(events: number): string[] {
  const ids: string[] = [];
  for (let at = events; at >= 1 && ids.length < 100; at -= 1) if (at % 3 !== 0) ids.push(`evt_${at}`);
  return ids;
}

test('lists the newest examples first, below, at and above their limit', () => {
  for (const events of [0, 1, 2, 148, 149, 150, 151, 152, 300, 1_000]) {
    assert.deepEqual(examplesOf(events), expected(events), `${events} events`);
  }
});
