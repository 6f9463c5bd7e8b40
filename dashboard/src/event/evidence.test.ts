// Tests the evidence of a signal as text: readable times, durations, counts and names instead of raw values.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { evidenceName, evidenceValue } from './evidence.ts';

test('formats times, durations, counts and names', () => {
  assert.equal(evidenceValue('first_seen_at', 1772480613261), '2026-03-02 19:43:33 UTC');
  assert.equal(evidenceValue('history_ms', 784_297_741), '9 days');
  assert.equal(evidenceValue('window_ms', 3_600_000), '1 hour');
  assert.equal(evidenceValue('failures', 1234), '1,234');
  assert.equal(evidenceValue('change', 'password_change'), 'Password changed');
  assert.equal(evidenceValue('resolution', 'new_device'), 'New device');
  assert.equal(evidenceValue('resolution', 'from_a_newer_server'), 'from_a_newer_server');
  assert.equal(evidenceValue('other_device', null), 'none');
});

test('humanizes an unknown name', () => {
  assert.equal(evidenceName('proofs'), 'Confirmed logins');
  assert.equal(evidenceName('earlier_events'), 'Earlier events');
});
