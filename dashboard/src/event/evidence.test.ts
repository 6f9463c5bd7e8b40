// Tests the evidence of a signal as text: readable times, durations, counts and names instead of raw values.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countedEvents, evidenceName, evidenceValue } from './evidence.ts';

process.env.TZ = 'Europe/Berlin';

test('formats times, durations, counts and names', () => {
  const value = (name: string, of: string | number | null) => evidenceValue(name, of, 'utc');
  assert.equal(value('first_seen_at', '2026-03-02T19:43:33.261Z'), '2026-03-02 19:43:33 UTC');
  assert.equal(value('history_ms', 784_297_741), '9 days');
  assert.equal(value('window_ms', 3_600_000), '1 hour');
  assert.equal(value('failures', 1234), '1,234');
  assert.equal(value('change', 'password_change'), 'Password changed');
  assert.equal(value('resolution', 'new_device'), 'New device');
  assert.equal(value('resolution', 'from_a_newer_server'), 'from_a_newer_server');
  assert.equal(value('other_device', null), 'none');
});

test('shows times in the chosen zone, as the rest of the page', () => {
  assert.equal(evidenceValue('first_seen_at', '2026-03-02T19:43:33.261Z', 'local'), '2026-03-02 20:43:33 CET');
});

test('links to the events that share what was counted, and says what it is', () => {
  const event = {
    id: 'evt_01m5t6z9g0e1x8k2c4v6b8n0qr',
    occurred_at: '2026-03-02T12:00:00.000Z',
    external_account_id: 'u_1',
    device: { id: 'dev_01m5t6z9g0e1x8k2c4v6b8n0qr' },
  } as Parameters<typeof countedEvents>[0];
  const range = { from: '2026-03-02T11:00:00.000Z', to: '2026-03-02T12:00:00.001Z' };
  assert.deepEqual(countedEvents(event, { key: 'fingerprint', window_ms: 3_600_000 }), {
    name: 'Show all events with this fingerprint within 1 hour',
    filters: { same_fingerprint_as: event.id, ...range },
  });
  assert.deepEqual(countedEvents(event, { failures: 61, about: 'source', window_ms: 3_600_000 }), {
    name: 'Show all events of this account within 1 hour',
    filters: { account_id: 'u_1', ...range },
  });
  for (const key of ['network', 'devices'])
    assert.deepEqual(countedEvents(event, { key, window_ms: 3_600_000 })?.filters, { account_id: 'u_1', ...range });
  assert.equal(countedEvents(event, { key: 'environment', window_ms: 3_600_000 }), null);
  assert.equal(countedEvents({ ...event, external_account_id: null }, { key: 'account', window_ms: 1 }), null);
});

test('humanizes an unknown name', () => {
  assert.equal(evidenceName('proofs'), 'Confirmed logins');
  assert.equal(evidenceName('earlier_events'), 'Earlier events');
});
