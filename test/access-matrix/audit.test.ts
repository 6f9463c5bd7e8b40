// Every route that changes something writes one audit entry with its actor and states; reads write none.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Route } from '../../src/http/server/route-table.ts';
import type { AuditEntry } from '../../src/records/audit.ts';
import { AUDIT_ACTIONS, type AuditAction } from '../../src/vocabulary/audit.ts';
import { onAnyEngine } from '../engines.ts';
import { startTestServer } from '../http/test-server.ts';
import { createMatrix, createMember } from './matrix.ts';
import { nameOf, REQUESTS, send, urlOf } from './requests.ts';

/** The states of an entry. `created`: only after. `deleted`: only before. `changed`: both. `triggered`: either. */
type Change = 'created' | 'deleted' | 'changed' | 'triggered';
const STATES: Readonly<Record<Change, readonly [before: boolean, after: boolean] | null>> = {
  created: [false, true],
  deleted: [true, false],
  changed: [true, true],
  triggered: null,
};

/** The audit entry of every route except for GET. A route that is missing here fails. */
const ENTRIES: Readonly<Record<string, readonly [AuditAction, Change] | 'none'>> = {
  // Customer data with the submitter in each row, not a change of a setting.
  'POST /v1/events': 'none',
  'POST /v1/events/{event_id}/outcome': 'none',
  // These routes write nothing.
  'POST /v1/environments/{env}/policy/simulate': 'none',
  'POST /v1/environments/{env}/policy/backtest': 'none',
  // A logout is not audited; a second factor applies only after its confirmation.
  'POST /v1/auth/login': ['session.started', 'created'],
  'POST /v1/auth/logout': 'none',
  'POST /v1/auth/totp': 'none',
  'POST /v1/devices/{device}/trust': ['device.trusted', 'changed'],
  'DELETE /v1/devices/{device}/trust': ['device.trust_revoked', 'changed'],
  'POST /v1/environments/{env}/outcome-batches': ['outcomes.recorded', 'created'],
  'DELETE /v1/environments/{env}/outcome-batches/{batch}': ['outcomes.undone', 'deleted'],
  'PUT /v1/environments/{env}/policy/thresholds': ['policy.thresholds_changed', 'changed'],
  'POST /v1/environments/{env}/policy/rules': ['policy.rule_created', 'created'],
  'PATCH /v1/policy/rules/{id}': ['policy.rule_updated', 'changed'],
  'DELETE /v1/policy/rules/{id}': ['policy.rule_deleted', 'deleted'],
  'POST /v1/environments/{env}/webhooks': ['webhook.created', 'created'],
  'PATCH /v1/webhooks/{id}': ['webhook.updated', 'changed'],
  'DELETE /v1/webhooks/{id}': ['webhook.deleted', 'deleted'],
  'POST /v1/webhooks/{id}/rotate-secret': ['webhook.secret_rotated', 'triggered'],
  'POST /v1/webhooks/{id}/test': ['webhook.test_sent', 'triggered'],
  'POST /v1/webhooks/{id}/deliveries/{wh_evt}/redeliver': ['webhook.redelivered', 'triggered'],
  'POST /v1/environments/{env}/policy/versions/{n}/restore': ['policy.restored', 'changed'],
  'POST /v1/webhooks/{id}/redeliver-failed': ['webhook.failed_redelivered', 'triggered'],
  'POST /v1/environments/{env}/alert-rules': ['alert_rule.created', 'created'],
  'PATCH /v1/environments/{env}/alert-rules/{rule}': ['alert_rule.updated', 'changed'],
  'DELETE /v1/environments/{env}/alert-rules/{rule}': ['alert_rule.deleted', 'deleted'],
  'POST /v1/environments/{env}/alert-channels': ['alert_channel.created', 'created'],
  'DELETE /v1/environments/{env}/alert-channels/{channel}': ['alert_channel.deleted', 'deleted'],
  'POST /v1/environments/{env}/alert-channels/{channel}/test': ['alert_channel.test_sent', 'triggered'],
  'POST /v1/events/{event}/notes': ['note.created', 'created'],
  'POST /v1/devices/{device}/notes': ['note.created', 'created'],
  'POST /v1/environments/{env}/accounts/{externalAccountId}/notes': ['note.created', 'created'],
  'PATCH /v1/environments/{env}/notes/{note}': ['note.updated', 'changed'],
  'DELETE /v1/environments/{env}/notes/{note}': ['note.deleted', 'deleted'],
  'PUT /v1/events/{event}/assignee': ['event.assigned', 'created'],
  'POST /v1/environments/{env}/assignments': ['events.assigned', 'created'],
  'POST /v1/environments/{env}/views': ['saved_view.created', 'created'],
  'PATCH /v1/environments/{env}/views/{view}': ['saved_view.updated', 'changed'],
  'DELETE /v1/environments/{env}/views/{view}': ['saved_view.deleted', 'deleted'],
  'POST /v1/auth/password': ['member.password_changed', 'triggered'],
  'DELETE /v1/auth/sessions/{id}': ['session.revoked', 'deleted'],
  'POST /v1/auth/totp/confirm': ['member.second_factor_enabled', 'created'],
  'DELETE /v1/auth/totp': ['member.second_factor_disabled', 'deleted'],
  'POST /v1/members': ['member.invited', 'created'],
  'POST /v1/members/{id}/link': ['member.link_issued', 'created'],
  'PATCH /v1/members/{id}': ['member.role_changed', 'changed'],
  'DELETE /v1/members/{id}': ['member.removed', 'deleted'],
  'POST /v1/invitations/accept': ['member.joined', 'created'],
  'POST /v1/environments': ['environment.created', 'created'],
  'PATCH /v1/environments/{env}': ['environment.updated', 'changed'],
  'POST /v1/environments/{env}/keys': ['key.created', 'created'],
  'DELETE /v1/keys/{id}': ['key.revoked', 'deleted'],
  'POST /v1/environments/{env}/accounts/{externalAccountId}/erase': ['account.erased', 'created'],
};
/** Actions of the first run and the command line. */
const OTHER_ACTIONS: readonly AuditAction[] = [
  'organization.created',
  'member.created',
  'member.recovery_code_used',
  'member.verification_rejected',
  'session.rejected',
  'policy.applied',
  // Written by the same routes as event.assigned and events.assigned.
  'event.unassigned',
  'events.unassigned',
];

await onAnyEngine(async ({ store }) => {
  const server = await startTestServer({ store });
  const matrix = await createMatrix(server);
  const { organizationId } = matrix.own.environment;
  after(() => server.app.close());
  const noFilter = { actions: [], actorId: null, environmentId: null, targetId: null, from: null, to: null };
  const trail = () => store.audit.list(organizationId, noFilter, { limit: 10_000, from: null });

  test('every route except for GET has an expectation, and every action is covered', () => {
    const changing = server.app.routeTable.filter(({ method }) => method !== 'GET');
    assert.deepEqual(changing.map(nameOf).sort(), Object.keys(ENTRIES).sort());
    const actions = new Set(Object.values(ENTRIES).flatMap((one) => (one === 'none' ? [] : [one[0]])));
    assert.deepEqual([...actions, ...OTHER_ACTIONS].sort(), [...AUDIT_ACTIONS].sort());
  });

  for (const route of server.app.routeTable) {
    test(`${nameOf(route)} writes the expected audit entry`, async () => {
      const owner = await createMember(
        { context: server.context, passwordHash: matrix.passwordHash },
        organizationId,
        'owner',
      );
      const token = credentialOf(route, matrix.own.secret, owner.token);
      const { ids, body, query = '' } = (await REQUESTS[nameOf(route)]?.(matrix, owner)) ?? {};
      const known = new Set((await trail()).map(({ id }) => id));
      const response = await send(server, route, urlOf(route, { ...matrix.own, ...ids }) + query, token, body);
      assert.ok(response.statusCode < 300, response.body);
      const fresh = (await trail()).filter(({ id }) => !known.has(id));
      const expected = route.method === 'GET' ? 'none' : ENTRIES[nameOf(route)];
      if (expected === 'none') return assert.deepEqual(fresh, []);
      assert.ok(expected !== undefined);
      assert.equal(fresh.length, 1, JSON.stringify(fresh));
      checkEntry(fresh[0] as AuditEntry, expected, route, owner.id, matrix.own.env);
    });
  }
});

function credentialOf({ credentials }: Route, secret: string, session: string): string | null {
  if (credentials === 'none') return null;
  return credentials.includes('session') ? session : secret;
}

function checkEntry(
  entry: AuditEntry,
  [action, change]: readonly [AuditAction, Change],
  route: Route,
  member: string,
  environment: string,
): void {
  assert.equal(entry.action, action);
  const expected = STATES[change];
  if (expected !== null)
    assert.deepEqual([entry.before !== null, entry.after !== null], expected, JSON.stringify(entry));
  if (change === 'changed') assert.notDeepEqual(entry.before, entry.after);
  assert.equal(entry.actor.type, 'user');
  if (route.credentials !== 'none') assert.equal(entry.actor.id, member);
  assert.equal(entry.address, '127.0.0.xxx');
  if (route.path.includes('{env}')) assert.equal(entry.environmentId, environment);
}
