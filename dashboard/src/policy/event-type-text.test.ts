// Tests that event types survive being shown and entered, both those of the catalog and custom ones.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EVENT_TYPES } from '../../../src/vocabulary/event-types.ts';
import { EVENT_TYPE_NAMES, eventTypeOf, eventTypeText, isEventType } from './event-type-text.ts';

test('shows names for types of the catalog and takes both names and codes', () => {
  const codes = Object.keys(EVENT_TYPES);
  assert.equal(new Set(EVENT_TYPE_NAMES).size, codes.length);
  for (const code of codes) {
    assert.equal(eventTypeOf(eventTypeText(code)), code);
    assert.equal(eventTypeOf(code), code);
  }
  assert.equal(eventTypeText('login_failed'), 'Failed login');
  assert.equal(eventTypeOf(' failed LOGIN '), 'login_failed');
});

test('leaves an own type as it is', () => {
  for (const own of ['gift_card_redeemed', 'checkout.completed', 'constructor']) {
    assert.equal(eventTypeText(own), own);
    assert.equal(eventTypeOf(own), own);
    assert.ok(isEventType(own));
  }
  assert.ok(!isEventType(eventTypeOf('Gift card')) && !isEventType(''));
});
