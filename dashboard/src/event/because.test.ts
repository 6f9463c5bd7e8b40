// Holds the one sentence that people read first.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { because, followUp } from './because.ts';

const signal = (code: string, weight: number) => ({ code, weight, description: '', metadata: {} });
const base = {
  default_decision: 'challenge',
  decision: 'challenge',
  matched_rule: null,
  score: 80,
  signals: [],
} as const;

test('signals are named, heaviest first', () => {
  const risk = {
    ...base,
    signals: [signal('NEW_NETWORK', 10), signal('ATTACK_WAVE', 30), signal('KNOWN_DEVICE', -15)],
  };
  assert.equal(
    because({ risk, external_account_id: 'u' }),
    'Challenged because of wave of attacks and new network: 80 points.',
  );
});

test('the band that the score fell into is named, once the policy that decided is known', () => {
  const risk = { ...base, signals: [signal('ATTACK_WAVE', 80)] };
  const thresholds = { allow_max: 29, monitor_max: 49, challenge_max: 89 };
  assert.equal(
    because({ risk, external_account_id: 'u' }, thresholds),
    'Challenged because of wave of attacks: 80 points, and you challenge from 50.',
  );
});

test('every decision has a next step, and an ordered one has none', () => {
  for (const decision of ['allow', 'monitor', 'challenge', 'block'] as const) {
    assert.match(followUp({ risk: { decision } }), /record/i);
  }
  assert.match(followUp({ risk: { decision: 'block', forced: true } }), /^Nothing/);
});

test('a matched rule is named with what the score alone would have said', () => {
  const risk = { ...base, decision: 'block', matched_rule: { id: 'polr_1', name: 'No resets by robots' } } as const;
  assert.equal(
    because({ risk, external_account_id: 'u' }),
    'Blocked by your rule “No resets by robots”. The score alone would have said challenge.',
  );
});

test('a forced decision is not dressed up as a judgement', () => {
  const risk = { ...base, decision: 'block', forced: true } as const;
  assert.match(because({ risk, external_account_id: 'force_block_1' }), /“force_block_1” asks for it/);
});

test('an event without signals is said to be ordinary', () => {
  const risk = { ...base, decision: 'allow', score: 0 } as const;
  assert.equal(because({ risk, external_account_id: null }), 'Allowed: nothing about this event raises its risk.');
});
