// The role table: what the contract says in words, said again as a test.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ROLES } from '../vocabulary/words.ts';
import { allows, PERMISSIONS } from './permission.ts';

const granted = Object.fromEntries(ROLES.map((role) => [role, PERMISSIONS.filter((what) => allows(role, what))]));

test('each role has exactly what the contract grants it', () => {
  assert.deepEqual(granted.owner, [...PERMISSIONS]);
  assert.deepEqual(
    granted.admin,
    PERMISSIONS.filter((what) => what !== 'manage_members' && what !== 'delete_organization'),
  );
  assert.deepEqual(granted.analyst, ['read', 'record_outcome', 'trust_device', 'simulate_policy']);
  assert.deepEqual(granted.viewer, ['read']);
});
