// Tests that the traits of a device are its signals only, without what recognition stores in its profile for itself.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { desktop, deviceOf, OWN_ID } from '../../test/devices/machines.ts';
import { traitsOf } from './profile-summary.ts';
import { JOINED, PROFILE_NAMES, REPLACED, UNSTABLE } from './signal-names.ts';

test('every trait is a signal of the device', () => {
  const { profile } = deviceOf(desktop(OWN_ID));
  const stored = { ...profile, [UNSTABLE]: ['canvas_hash'], [JOINED]: ['9f'], [REPLACED]: 1 };
  assert.deepEqual(Object.fromEntries(traitsOf(stored)), profile);
  const names: readonly string[] = PROFILE_NAMES;
  assert.deepEqual(
    Object.keys(profile).filter((name) => !names.includes(name)),
    [],
  );
});
