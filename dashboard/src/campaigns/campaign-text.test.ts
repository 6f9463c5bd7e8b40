// Tests the texts about campaigns.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Campaign } from '../api/types.ts';
import { alertForm, campaignSize, campaignText, letThroughEmpty } from './campaign-text.ts';

const LOGINS = [{ event_type: 'login_failed', count: 9 }];

test('a campaign of one source is named after what happened most', () => {
  const types = [{ event_type: 'password_reset_requested', count: 8 }, ...LOGINS];
  const named = (kind: 'source' | 'single') => campaignText({ kind, account_count: 2, event_types: types }).name;
  assert.equal(named('source'), 'Password reset requested from a shared source');
  assert.equal(named('single'), 'Password reset requested');
});

test('of events as frequent, the most costly names the campaign', () => {
  const types = ['page_view', 'api_key_created', 'login'].map((event_type) => ({ event_type, count: 1 }));
  const { name } = campaignText({ kind: 'source', account_count: 1, event_types: types });
  assert.equal(name, 'API key created on one account');
});

test('a takeover is named after what the attacker gained, however often they failed before', () => {
  const types = [...LOGINS, { event_type: 'page_view', count: 4 }, { event_type: 'payout_change', count: 1 }];
  const named = (account_count: number) => campaignText({ kind: 'source', account_count, event_types: types }).name;
  assert.equal(named(1), 'Payout changed on one account');
  assert.equal(named(2), 'Failed login from a shared source');
});

test('a campaign against several accounts is not said to attack one', () => {
  assert.equal(campaignText({ kind: 'account', account_count: 1, event_types: LOGINS }).name, 'One account attacked');
  assert.equal(
    campaignText({ kind: 'account', account_count: 2, event_types: LOGINS }).name,
    'Mainly one account attacked',
  );
  assert.match(
    campaignText({ kind: 'account', account_count: 2, event_types: LOGINS }).meaning,
    /the others share a source/,
  );
});

test('a campaign without a shared source says that strangers and several attacks may be in it', () => {
  for (const kind of ['stuffing', 'card_testing'] as const) {
    const { meaning } = campaignText({ kind, account_count: 40, event_types: LOGINS });
    assert.match(meaning, /No source connects them: attacks of this kind at the same time are shown as one/);
    assert.match(meaning, /a few honest \w+ may be among them/);
  }
});

test('an empty list of what was let through claims no more than was looked for', () => {
  const empty = (event_count: number, device_count: number, kind: 'source' | 'stuffing' = 'source') =>
    letThroughEmpty({ kind, event_count, device_count, fingerprint_count: 1 });
  assert.match(empty(1, 1), /^No event on its devices was allowed or monitored from an hour before/);
  assert.match(empty(9, 2), /^No event with a device or fingerprint that was stopped 3 times or more was allowed/);
  assert.match(
    empty(900, 200),
    /^No event with one of the 50 devices and fingerprints that were stopped most \(3 times or more\) was allowed/,
  );
  assert.match(empty(40, 40, 'stuffing'), /^No event with a device that was stopped 3 times .*Its sources change/);
});

test('the proposed alert would have noticed the campaign', () => {
  const campaign = { event_count: 11, first_at: '2026-03-02T06:00:30Z', last_at: '2026-03-02T06:32:00Z' };
  assert.deepEqual(alertForm(campaign), { new: 'attack_wave', threshold: '8', window: '33' });
});

test('changes and payments are named in the size of a campaign of other events', () => {
  const event_types = [
    ...LOGINS,
    { event_type: 'payout_change', count: 2 },
    { event_type: 'api_key_created', count: 1 },
  ];
  const counts = { event_count: 12, account_count: 3, device_count: 1, address_count: 2, fingerprint_count: 2 };
  const account = { external_account_id: null };
  const sizeOf = (types: Campaign['event_types']) =>
    campaignSize({ ...counts, ...account, event_types: types } as Campaign);
  assert.equal(
    sizeOf(event_types),
    '12 events (payout changed: 2, API key created: 1) against 3 accounts from one device and 2 addresses',
  );
  assert.equal(sizeOf(event_types.toReversed()), '12 events against 3 accounts from one device and 2 addresses');
});
