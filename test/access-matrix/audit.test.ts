// Every route that changes something leaves one entry in the audit trail, with who and both sides; reading leaves none.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Route } from '../../src/http/server/route-table.ts';
import type { AuditEntry } from '../../src/records/audit.ts';
import { AUDIT_ACTIONS, type AuditAction } from '../../src/vocabulary/audit.ts';
import { onBothEngines } from '../engines.ts';
import { startTestServer } from '../http/test-server.ts';
import { createMatrix, createMember } from './matrix.ts';
import { nameOf, REQUESTS, send, urlOf } from './requests.ts';

/** `new`: nothing was there before. `gone`: nothing is there after. `edit`: both sides. `done`: something was set going. */
type Sides = 'new' | 'gone' | 'edit' | 'done';
const SIDES: Readonly<Record<Sides, readonly [before: boolean, after: boolean] | null>> = {
  new: [false, true],
  gone: [true, false],
  edit: [true, true],
  done: null,
};

/** What a route that is no GET leaves in the trail. A route that is not named here fails. */
const LEAVES: Readonly<Record<string, readonly [AuditAction, Sides] | 'nothing'>> = {
  // Data of the customer, each row with its own submitter; no change of a setting.
  'POST /v1/events': 'nothing',
  'POST /v1/events/{event_id}/outcome': 'nothing',
  // They write nothing.
  'POST /v1/environments/{env}/policy/simulate': 'nothing',
  'POST /v1/environments/{env}/policy/backtest': 'nothing',
  // Somebody's coming and going; a second factor counts from its confirmation.
  'POST /v1/auth/login': 'nothing',
  'POST /v1/auth/logout': 'nothing',
  'POST /v1/auth/totp': 'nothing',
  'POST /v1/devices/{device}/trust': ['device.trusted', 'edit'],
  'DELETE /v1/devices/{device}/trust': ['device.trust_revoked', 'edit'],
  'PUT /v1/environments/{env}/policy/thresholds': ['policy.thresholds_changed', 'edit'],
  'POST /v1/environments/{env}/policy/rules': ['policy.rule_created', 'new'],
  'PATCH /v1/policy/rules/{id}': ['policy.rule_updated', 'edit'],
  'DELETE /v1/policy/rules/{id}': ['policy.rule_deleted', 'gone'],
  'POST /v1/environments/{env}/webhooks': ['webhook.created', 'new'],
  'PATCH /v1/webhooks/{id}': ['webhook.updated', 'edit'],
  'DELETE /v1/webhooks/{id}': ['webhook.deleted', 'gone'],
  'POST /v1/webhooks/{id}/rotate-secret': ['webhook.secret_rotated', 'done'],
  'POST /v1/webhooks/{id}/test': ['webhook.test_sent', 'done'],
  'POST /v1/webhooks/{id}/deliveries/{wh_evt}/redeliver': ['webhook.redelivered', 'done'],
  'POST /v1/auth/password': ['member.password_changed', 'done'],
  'DELETE /v1/auth/sessions/{id}': ['session.revoked', 'gone'],
  'POST /v1/auth/totp/confirm': ['member.second_factor_enabled', 'new'],
  'DELETE /v1/auth/totp': ['member.second_factor_disabled', 'gone'],
  'POST /v1/members': ['member.invited', 'new'],
  'POST /v1/members/{id}/link': ['member.link_issued', 'new'],
  'PATCH /v1/members/{id}': ['member.role_changed', 'edit'],
  'DELETE /v1/members/{id}': ['member.removed', 'gone'],
  'POST /v1/invitations/accept': ['member.joined', 'new'],
  'POST /v1/environments': ['environment.created', 'new'],
  'PATCH /v1/environments/{env}': ['environment.updated', 'edit'],
  'POST /v1/environments/{env}/keys': ['key.created', 'new'],
  'DELETE /v1/keys/{id}': ['key.revoked', 'gone'],
  'POST /v1/environments/{env}/accounts/{externalAccountId}/erase': ['account.erased', 'new'],
};
/** Left by other ways in: the first run and the command line. */
const ELSEWHERE: readonly AuditAction[] = ['organization.created', 'member.created'];

await onBothEngines(async ({ store }) => {
  const server = await startTestServer({ store });
  const world = await createMatrix(server);
  const { organizationId } = world.own.environment;
  after(() => server.app.close());
  const everything = { actions: [], actorId: null, environmentId: null, targetId: null, from: null, to: null };
  const trail = () => store.audit.list(organizationId, everything, { limit: 10_000, from: null });

  test('every route that is no GET says what it leaves, and every action of a route is one of the trail', () => {
    const changing = server.app.routeTable.filter(({ method }) => method !== 'GET');
    assert.deepEqual(changing.map(nameOf).sort(), Object.keys(LEAVES).sort());
    const left = Object.values(LEAVES).flatMap((one) => (one === 'nothing' ? [] : [one[0]]));
    assert.deepEqual([...left, ...ELSEWHERE].sort(), [...AUDIT_ACTIONS].sort());
  });

  for (const route of server.app.routeTable) {
    test(`${nameOf(route)} leaves what it should`, async () => {
      const insider = await createMember(
        { context: server.context, passwordHash: world.passwordHash },
        organizationId,
        'owner',
      );
      const token = credentialOf(route, world.own.secret, insider.token);
      const { ids, body, query = '' } = (await REQUESTS[nameOf(route)]?.(world, insider)) ?? {};
      const known = new Set((await trail()).map(({ id }) => id));
      const answer = await send(server, route, urlOf(route, { ...world.own, ...ids }) + query, token, body);
      assert.ok(answer.statusCode < 300, answer.body);
      const fresh = (await trail()).filter(({ id }) => !known.has(id));
      const leaves = route.method === 'GET' ? 'nothing' : LEAVES[nameOf(route)];
      if (leaves === 'nothing') return assert.deepEqual(fresh, []);
      assert.ok(leaves !== undefined);
      assert.equal(fresh.length, 1, JSON.stringify(fresh));
      checkEntry(fresh[0] as AuditEntry, leaves, route, insider.id, world.own.env);
    });
  }
});

function credentialOf({ credentials }: Route, secret: string, session: string): string | null {
  if (credentials === 'none') return null;
  return credentials.includes('session') ? session : secret;
}

function checkEntry(
  entry: AuditEntry,
  [action, sides]: readonly [AuditAction, Sides],
  route: Route,
  member: string,
  environment: string,
): void {
  assert.equal(entry.action, action);
  const expected = SIDES[sides];
  if (expected !== null)
    assert.deepEqual([entry.before !== null, entry.after !== null], expected, JSON.stringify(entry));
  if (sides === 'edit') assert.notDeepEqual(entry.before, entry.after);
  assert.equal(entry.actor.type, 'user');
  if (route.credentials !== 'none') assert.equal(entry.actor.id, member);
  assert.equal(entry.address, '127.0.0.xxx');
  if (route.path.includes('{env}')) assert.equal(entry.environmentId, environment);
}
