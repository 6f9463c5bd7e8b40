// Tests the permissions of each role against a list written independently.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ROLES } from '../vocabulary/words.ts';
import { allows, PERMISSIONS } from './permission.ts';

const granted = Object.fromEntries(
  ROLES.map((role) => [role, PERMISSIONS.filter((permission) => allows(role, permission))]),
);

test('each role has exactly its permissions', () => {
  assert.deepEqual(granted.owner, [...PERMISSIONS]);
  assert.deepEqual(
    granted.admin,
    PERMISSIONS.filter((permission) => permission !== 'manage_members'),
  );
  assert.deepEqual(granted.analyst, [
    ...['read', 'record_outcome', 'trust_device', 'simulate_policy', 'manage_alerts'],
    ...['write_notes', 'assign_events', 'save_views'],
  ]);
  assert.deepEqual(granted.viewer, ['read']);
});
