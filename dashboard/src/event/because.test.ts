// Tests the sentences that explain a decision and the next steps.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { advice, because, followUp, mayBeChallenged, remedy } from './because.ts';

const signal = (code: string, weight: number) => ({ code, weight, description: '', metadata: {} });
const base = {
  default_decision: 'challenge',
  decision: 'challenge',
  matched_rule: null,
  score: 80,
  signals: [],
} as const;

test('names signals, heaviest first', () => {
  const risk = {
    ...base,
    signals: [signal('NEW_NETWORK', 10), signal('ATTACK_WAVE', 30), signal('KNOWN_DEVICE', -15)],
  };
  assert.equal(
    because({ risk, external_account_id: 'u' }),
    'Challenged because of attack wave and new network: 80 points.',
  );
});

test('does not name signals that only rank the event within its level', () => {
  const risk = { ...base, signals: [signal('NEW_DEVICE', 20), signal('LONG_HISTORY', 2), signal('RARE_NETWORK', 5)] };
  const sentence = (monitor_max: number) =>
    because({ risk, external_account_id: 'u' }, { allow_max: 29, monitor_max, challenge_max: 89 });
  assert.equal(sentence(49), 'Challenged because of new device: 80 points, and you challenge from 50.');
  // Without them, the score would be 73.
  assert.match(
    sentence(75),
    /because of new device, rare network and long history: 80 points, and you challenge from 76/,
  );
});

test('leaves abbreviations in signal names in capitals', () => {
  const risk = { ...base, signals: [signal('MFA_ABUSE_SUSPECTED', 80)] };
  assert.match(because({ risk, external_account_id: 'u' }), /because of suspected MFA abuse:/);
});

test('names the threshold once the policy is loaded', () => {
  const risk = { ...base, signals: [signal('ATTACK_WAVE', 80)] };
  const thresholds = { allow_max: 29, monitor_max: 49, challenge_max: 89 };
  assert.equal(
    because({ risk, external_account_id: 'u' }, thresholds),
    'Challenged because of attack wave: 80 points, and you challenge from 50.',
  );
});

test('every decision has a next step, except a forced one', () => {
  for (const decision of ['allow', 'monitor', 'challenge', 'block'] as const) {
    assert.match(followUp({ risk: { decision }, event_type: 'login' }), /record/i);
  }
  assert.match(followUp({ risk: { decision: 'block', forced: true }, event_type: 'login' }), /^Nothing/);
});

test('a failed attempt alone is no reason to reset a password', () => {
  for (const decision of ['challenge', 'block'] as const) {
    assert.match(
      followUp({ risk: { decision }, event_type: 'login_failed' }),
      /event of the account that succeeded; only then/,
    );
    assert.doesNotMatch(followUp({ risk: { decision }, event_type: 'login' }), /only then/);
  }
});

test('nothing is let through, challenged or rejected that is over', () => {
  for (const type of ['login_failed', 'mfa_failed', 'payment_failed', 'logout', 'sign_out']) {
    for (const decision of ['allow', 'monitor', 'challenge', 'block'] as const) {
      const text = advice({ risk: { decision }, event_type: type });
      assert.match(text, /^This (attempt|payment) failed\. |^This session has ended\. /);
      assert.doesNotMatch(text, /it through|Reject it/);
    }
  }
  assert.equal(mayBeChallenged('sign_out'), false);
  assert.match(followUp({ risk: { decision: 'challenge' }, event_type: 'logout' }), /^Ask the customer/);
});

test('a fraud label lists the remaining steps, including a trusted device', () => {
  assert.equal(remedy('account_takeover', false), 'End the account’s sessions and reset its password.');
  assert.match(
    remedy('account_takeover', true) ?? '',
    /reset its password\. This device is trusted: revoke its trust\.$/,
  );
  assert.equal(remedy('credential_stuffing', false), null);
  for (const label of ['legitimate', 'automation_legitimate', 'unknown'] as const)
    assert.equal(remedy(label, true), null);
});

test('names a matched rule and the decision by score', () => {
  const risk = { ...base, decision: 'block', matched_rule: { id: 'polr_1', name: 'No resets by robots' } } as const;
  assert.equal(
    because({ risk, external_account_id: 'u' }),
    'Blocked by your rule “No resets by robots”. By score alone, the decision would be challenge.',
  );
});

test('a forced decision is explained as forced', () => {
  const risk = { ...base, decision: 'block', forced: true } as const;
  assert.equal(
    because({ risk, external_account_id: 'force_block_1' }),
    'Blocked because the account ID “force_block_1” forces this decision in test environments. By score alone, the decision would be challenge.',
  );
  assert.match(because({ risk, external_account_id: null }), /^Blocked because its account ID forces this decision/);
});

test('an event without signals has no reason', () => {
  const risk = { ...base, decision: 'allow', score: 0 } as const;
  assert.equal(because({ risk, external_account_id: null }), 'Allowed: no signal raises the risk of this event.');
});
