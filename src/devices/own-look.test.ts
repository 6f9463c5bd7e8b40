// Tests which events look like a device of the account that has never shown an id.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  deviceOf,
  ELSEWHERE,
  FRESH_ID,
  NOW,
  OWN_ID,
  phone,
  type ResolveCase,
  resolve,
} from '../../test/devices/machines.ts';
import { DAY } from '../vocabulary/clock.ts';
import { addJoinedId, ownIdOnly, takeDevice } from './joined-ids.ts';
import { JOINED } from './signal-names.ts';

const proven = deviceOf(phone(null), { firstProofAt: NOW - 20 * DAY, lastSeenAt: NOW - DAY });
const withIds = (ids: readonly string[]) => ({ ...proven, profile: { ...proven.profile, [JOINED]: ids } });
const PROOF = { accountProofAt: NOW - 20 * DAY, accountServerProofAt: NOW - 20 * DAY };
const looksOwn = (changes: Record<string, unknown>, given: Partial<ResolveCase> = {}) =>
  resolve({ signals: phone(null, changes), own: [proven], narrow: ELSEWHERE, ...PROOF, ...given }).looksOwn;

test('the same phone is, also after an update, in another time zone, and with an id that nobody has seen', () => {
  const updated = {
    user_agent:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_8 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.4 Mobile/15E148 Safari/604.1',
  };
  assert.ok(looksOwn({}));
  assert.ok(looksOwn(updated));
  assert.ok(looksOwn({ ...updated, webgl_hash: 'new' }), 'rendering changes with an update');
  assert.ok(looksOwn({ timezone: 'Asia/Tokyo' }));
  assert.ok(looksOwn({ persistent_id: FRESH_ID }));
});

test('an event that lacks a signal of the device, or has another one, is not', () => {
  for (const name of ['webgl_hash', 'fonts', 'hardware_concurrency', 'screen', 'languages']) {
    assert.ok(!looksOwn({ [name]: null }), `without ${name}`);
  }
  assert.ok(!looksOwn({ webgl_hash: 'new' }), 'other rendering of the same version');
  assert.ok(!looksOwn({ hardware_concurrency: 6 }));
  assert.ok(!looksOwn({ fonts: ['Menlo'] }));
});

test('where the server reports, a device that only browsers have proven is not known by its look', () => {
  for (const onlyClaims of [false, true]) {
    assert.equal(looksOwn({}, { onlyClaims, accountServerProofAt: null }), onlyClaims);
    assert.ok(!looksOwn({}, { onlyClaims, accountProofAt: null, accountServerProofAt: null }), 'not proven at all');
  }
});

test('a device that has shown an id is not known by its look', () => {
  const id = 'an id as it is stored';
  for (const ids of [ownIdOnly(id), addJoinedId([], id)]) assert.ok(!looksOwn({}, { own: [withIds(ids)] }), ids[0]);
  assert.ok(!looksOwn({}, { own: [proven, { ...withIds(ownIdOnly(id)), id: 'dev_2' }] }), 'one of two');
  const without = withIds(takeDevice(addJoinedId([], id), null));
  assert.ok(looksOwn({}, { own: [without] }), 'proven without the id that a stranger had attached');
});

test('guessable signals, and an id that leads to another device, are no look', () => {
  const guessable = { webgl_vendor: null, webgl_renderer: null, webgl_hash: null, fonts: null };
  const plain = deviceOf(phone(null, guessable), { firstProofAt: NOW - 20 * DAY });
  assert.ok(!looksOwn(guessable, { own: [plain] }));
  const owner = deviceOf(phone(OWN_ID), { id: 'dev_2' });
  assert.ok(!resolve({ signals: phone(OWN_ID), own: [proven], idOwner: owner, ...PROOF }).looksOwn);
});
