// Holds the one sentence that people read first.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { because, followUp, remedy } from './because.ts';

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
    'Challenged because of attack wave and new network: 80 points.',
  );
});

test('the band that the score fell into is named, once the policy that decided is known', () => {
  const risk = { ...base, signals: [signal('ATTACK_WAVE', 80)] };
  const thresholds = { allow_max: 29, monitor_max: 49, challenge_max: 89 };
  assert.equal(
    because({ risk, external_account_id: 'u' }, thresholds),
    'Challenged because of attack wave: 80 points, and you challenge from 50.',
  );
});

test('every decision has a next step, and an ordered one has none', () => {
  for (const decision of ['allow', 'monitor', 'challenge', 'block'] as const) {
    assert.match(followUp({ risk: { decision }, event_type: 'login' }), /record/i);
  }
  assert.match(followUp({ risk: { decision: 'block', forced: true }, event_type: 'login' }), /^Nothing/);
});

test('an attempt that failed is no reason to reset a password before another one succeeded', () => {
  for (const decision of ['challenge', 'block'] as const) {
    assert.match(followUp({ risk: { decision }, event_type: 'login_failed' }), /one that succeeded; only then/);
    assert.doesNotMatch(followUp({ risk: { decision }, event_type: 'login' }), /only then/);
  }
});

test('a label says what is left to do, and a trusted device of an attacker is named', () => {
  assert.equal(remedy('account_takeover', false), 'End the account’s sessions and reset its password.');
  assert.match(
    remedy('account_takeover', true) ?? '',
    /reset its password\. This device is trusted: take the trust away\.$/,
  );
  assert.equal(remedy('credential_stuffing', false), null);
  for (const label of ['legitimate', 'automation_legitimate', 'unknown'] as const)
    assert.equal(remedy(label, true), null);
});

test('a matched rule is named with what the score alone would have said', () => {
  const risk = { ...base, decision: 'block', matched_rule: { id: 'polr_1', name: 'No resets by robots' } } as const;
  assert.equal(
    because({ risk, external_account_id: 'u' }),
    'Blocked by your rule “No resets by robots”. The score alone would have said challenge.',
  );
});

test('a forced decision is not dressed up as a judgment', () => {
  const risk = { ...base, decision: 'block', forced: true } as const;
  assert.match(because({ risk, external_account_id: 'force_block_1' }), /“force_block_1” asks for it/);
});

test('an event without signals is said to be ordinary', () => {
  const risk = { ...base, decision: 'allow', score: 0 } as const;
  assert.equal(because({ risk, external_account_id: null }), 'Allowed: nothing about this event raises its risk.');
});
