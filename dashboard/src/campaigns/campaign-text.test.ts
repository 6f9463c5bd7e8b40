// Tests the words for campaigns.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { alertForm, kindText } from './campaign-text.ts';

test('a campaign against several accounts is not said to attack one', () => {
  assert.equal(kindText({ kind: 'account', account_count: 1 }).name, 'One account attacked');
  assert.equal(kindText({ kind: 'account', account_count: 2 }).name, 'Mainly one account attacked');
  assert.match(kindText({ kind: 'account', account_count: 2 }).meaning, /the others share a source/);
  assert.equal(kindText({ kind: 'source', account_count: 2 }).name, 'Shared source');
});

test('a campaign without a shared source says that strangers and several attacks may be in it', () => {
  for (const kind of ['stuffing', 'card_testing'] as const) {
    const { meaning } = kindText({ kind, account_count: 40 });
    assert.match(meaning, /No source connects them: attacks of this kind at the same time are shown as one/);
    assert.match(meaning, /a few honest \w+ may be among them/);
  }
});

test('the proposed alert would have noticed the campaign', () => {
  const campaign = { event_count: 11, first_at: '2026-03-02T06:00:30Z', last_at: '2026-03-02T06:32:00Z' };
  assert.deepEqual(alertForm(campaign), { new: 'attack_wave', threshold: '8', window: '33' });
});
