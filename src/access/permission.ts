// The permissions of each role. A route requires one permission, and only this table grants it.
import type { Role } from '../vocabulary/words.ts';

export const PERMISSIONS = [
  'read',
  'record_outcome',
  'trust_device',
  'simulate_policy',
  'manage_alerts',
  'write_notes',
  'assign_events',
  'save_views',
  'moderate',
  'change_policy',
  'manage_webhooks',
  'manage_environments',
  'manage_keys',
  'erase_account',
  'manage_members',
] as const;
export type Permission = (typeof PERMISSIONS)[number];

const VIEWER: readonly Permission[] = ['read'];
const ANALYST: readonly Permission[] = [
  ...VIEWER,
  'record_outcome',
  'trust_device',
  'simulate_policy',
  'manage_alerts',
  'write_notes',
  'assign_events',
  'save_views',
];
const ADMIN: readonly Permission[] = PERMISSIONS.filter((permission) => permission !== 'manage_members');

const GRANTS: Readonly<Record<Role, ReadonlySet<Permission>>> = {
  owner: new Set(PERMISSIONS),
  admin: new Set(ADMIN),
  analyst: new Set(ANALYST),
  viewer: new Set(VIEWER),
};

/** Whether a member with this role has this permission. */
export function allows(role: Role, permission: Permission): boolean {
  return GRANTS[role].has(permission);
}
