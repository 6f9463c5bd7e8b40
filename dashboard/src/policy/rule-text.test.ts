// Tests the sentence of a rule: display names instead of codes.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Condition } from '../api/control-types.ts';
import { conditionText, isFound, ruleText } from './rule-text.ts';

const text = (field: string, operator: string, value: unknown) =>
  conditionText({ field, operator, value } as Condition);

test('names event types, but not the part of a code that is contained', () => {
  assert.equal(text('event.type', 'eq', 'login_failed'), 'the event type is “Failed login”');
  assert.equal(
    text('event.type', 'in', ['login', 'gift_card_redeemed']),
    'the event type is “Login” or “Gift card redeemed”',
  );
  assert.equal(text('event.type', 'contains', 'pass'), 'the event type contains pass');
});

test('names signals, levels, numbers and answers', () => {
  assert.equal(
    text('signal.present', 'in', ['NEW_DEVICE', 'UNKNOWN_ACCOUNT']),
    '“New device” or “Unknown account” fired',
  );
  assert.equal(text('risk.level', 'in', ['high', 'critical']), 'the risk level is high or critical');
  assert.equal(text('risk.score', 'gte', 50), 'the risk score is at least 50');
  assert.equal(text('device.trusted', 'eq', false), 'the device is not trusted');
  assert.equal(text('device.new', 'eq', true), 'the device is new');
  assert.equal(text('device.new', 'neq', true), 'the device is not new');
});

test('a stored value of the wrong type is shown, not thrown', () => {
  assert.equal(text('event.type', 'eq', null), 'the event type is “Null”');
  const rule = { name: 'x', event_type: 'signup', conditions: null, action: { decision: 'block' }, priority: 1 };
  assert.match(ruleText(rule as never), /^Malformed rule/);
});

test('says that no event can match', () => {
  const conditions = { all: [{ field: 'risk.score', operator: 'gte', value: 150 }] };
  const rule = { name: 'x', event_type: null, conditions, action: { decision: 'block' }, priority: 1 };
  assert.equal(
    ruleText(rule as never),
    'For all events: if the risk score is at least 150, then block. No event can match this.',
  );
});

test('a rule is found by words of its name and sentence, and by codes and its ID, in any order and case', () => {
  const conditions = { all: [{ field: 'signal.present', operator: 'eq', value: 'NEW_DEVICE' }] };
  const action = { decision: 'block' };
  const rule = { id: 'polr_01', name: 'Gift cards', event_type: 'payment_attempt', conditions, action, priority: 1 };
  const found = (search: string) => isFound(rule as never, search);
  for (const search of [
    '',
    ' ',
    'GIFT',
    'block payment',
    '“new device” fired',
    'new_device',
    'payment_attempt',
    'polr_01',
  ])
    assert.ok(found(search), search);
  for (const search of ['gift login', 'challenge']) assert.ok(!found(search), search);
});
