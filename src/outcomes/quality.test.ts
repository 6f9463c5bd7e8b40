// Tests the rates of decision quality and their Wilson intervals, and when an outcome is a revision.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LABELS } from '../vocabulary/words.ts';
import { emptyConfusion, rateOf, ratesOf, verdictOf } from './quality.ts';
import { revisionOf } from './revision.ts';

const rounded = ({ value, low, high }: ReturnType<typeof rateOf>) =>
  [value, low, high].map((one) => (one === null ? null : Math.round(one * 10_000) / 10_000));

test('the interval of a rate is that of Wilson', () => {
  // Computed apart from the code, by the formula: (p + z²/2n ± z √(p(1-p)/n + z²/4n²)) / (1 + z²/n).
  assert.deepEqual(rounded(rateOf(5, 10)), [0.5, 0.2366, 0.7634]);
  assert.deepEqual(rounded(rateOf(0, 10)), [0, 0, 0.2775]);
  assert.deepEqual(rounded(rateOf(10, 10)), [1, 0.7225, 1]);
  assert.deepEqual(rounded(rateOf(90, 1000)), [0.09, 0.0738, 0.1093]);
  assert.deepEqual(rateOf(0, 0), { value: null, low: null, high: null, count: 0, of: 0 });
});

test('alarms are right about fraud and wrong about legitimate events; unknown ones count nowhere', () => {
  const confusion = emptyConfusion();
  confusion.allow = { fraud: 1, legitimate: 20, unknown: 100 };
  confusion.monitor = { fraud: 2, legitimate: 10, unknown: 100 };
  confusion.challenge = { fraud: 4, legitimate: 5, unknown: 100 };
  confusion.block = { fraud: 8, legitimate: 3, unknown: 100 };
  const counts = (...alarms: Parameters<typeof ratesOf>[1]) => {
    const { precision, recall, false_positive_rate } = ratesOf(confusion, alarms);
    return [precision, recall, false_positive_rate].map(({ count, of }) => `${count}/${of}`);
  };
  assert.deepEqual(counts('block'), ['8/11', '8/15', '3/38']);
  assert.deepEqual(counts('challenge', 'block'), ['12/20', '12/15', '8/38']);
});

test('a label is fraud unless it is benign, and unknown is neither', () => {
  const fraud = LABELS.filter((label) => verdictOf(label) === 'fraud');
  assert.deepEqual(
    LABELS.filter((label) => verdictOf(label) === 'legitimate'),
    ['legitimate', 'automation_legitimate'],
  );
  assert.equal(verdictOf('unknown'), 'unknown');
  assert.equal(fraud.length, LABELS.length - 3);
});

test('an outcome is a revision if its label or authentication outcome differs', () => {
  const first = { label: 'legitimate', authenticationOutcome: null } as const;
  assert.equal(revisionOf(null, first), 'created');
  assert.equal(revisionOf(first, { ...first }), 'unchanged');
  assert.equal(revisionOf(first, { ...first, label: 'unknown' }), 'updated');
  assert.equal(revisionOf(first, { ...first, authenticationOutcome: 'login_success' }), 'updated');
});
