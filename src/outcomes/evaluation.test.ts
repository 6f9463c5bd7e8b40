// Tests the complete evaluation table: four decisions by ten labels, and no label.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DECISIONS, type Evaluation, LABELS, type Label } from '../vocabulary/words.ts';
import { evaluate, isBenign } from './evaluation.ts';
import { revisionOf } from './revision.ts';

const BENIGN: readonly Label[] = ['legitimate', 'automation_legitimate', 'unknown'];
const TABLE: Record<string, [benign: Evaluation, fraud: Evaluation]> = {
  allow: ['correct_allow', 'potential_false_negative'],
  monitor: ['correct_monitor', 'potential_false_negative'],
  challenge: ['correct_challenge', 'correct_challenge'],
  block: ['potential_false_positive', 'correct_block'],
};

test('evaluates every decision against every label', () => {
  for (const decision of DECISIONS) {
    assert.equal(evaluate(decision, null), 'inconclusive');
    for (const label of LABELS) {
      const row = TABLE[decision];
      assert.ok(row);
      assert.equal(evaluate(decision, label), row[BENIGN.includes(label) ? 0 : 1], `${decision} × ${label}`);
      assert.equal(isBenign(label), BENIGN.includes(label));
    }
  }
});

test('compares only label and authentication outcome with the current outcome', () => {
  const none = { label: null, authenticationOutcome: null };
  const fraud = { label: 'account_takeover' as const, authenticationOutcome: null };
  const both = { label: 'account_takeover' as const, authenticationOutcome: 'mfa_failed' as const };
  assert.equal(revisionOf(null, fraud), 'created');
  assert.equal(revisionOf(fraud, { ...fraud }), 'unchanged');
  assert.equal(revisionOf(fraud, both), 'updated');
  assert.equal(revisionOf(both, fraud), 'updated');
  assert.equal(revisionOf(fraud, { ...none, authenticationOutcome: 'mfa_failed' }), 'updated');
});
