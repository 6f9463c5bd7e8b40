// Evidence as people read it: times, spans, counts and names instead of raw values.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { evidenceName, evidenceValue } from './evidence.ts';

test('times and spans of evidence are written for people', () => {
  assert.equal(evidenceValue('first_seen_at', 1772480613261), '2026-03-02 19:43:33 UTC');
  assert.equal(evidenceValue('history_ms', 784_297_741), '9 days');
  assert.equal(evidenceValue('window_ms', 3_600_000), '1 hour');
  assert.equal(evidenceValue('failures', 1234), '1,234');
  assert.equal(evidenceValue('change', 'password_change'), 'Password changed');
  assert.equal(evidenceValue('resolution', 'new_device'), 'New device');
  assert.equal(evidenceValue('resolution', 'of_a_newer_service'), 'of_a_newer_service');
  assert.equal(evidenceValue('other_device', null), 'none');
});

test('a name that is not known is spoken as it is', () => {
  assert.equal(evidenceName('proofs'), 'Confirmed log-ins');
  assert.equal(evidenceName('earlier_events'), 'Earlier events');
});
