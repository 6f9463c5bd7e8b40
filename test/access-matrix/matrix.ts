// The two organizations of the access matrix: their resources, and new callers of every kind for each request.
import assert from 'node:assert/strict';
import {
  credentialDigest,
  formatKey,
  formatSessionToken,
  KEY_BYTES,
  TOKEN_BYTES,
} from '../../src/access/credential.ts';
import type { Context } from '../../src/flows/context.ts';
import { newKey } from '../../src/flows/tenants/manage-keys.ts';
import type { Environment } from '../../src/records/tenants.ts';
import { DAY } from '../../src/vocabulary/clock.ts';
import type { Role } from '../../src/vocabulary/words.ts';
import type { TestServer } from '../http/test-server.ts';
import type { Column } from './rows.ts';

export const PASSWORD = 'four words of a sentence';
/** A target by IP address, so that no name is resolved; nothing is ever sent. */
const TARGET = 'https://93.184.216.34/hook';

/** A member with a valid session. */
export interface MatrixMember {
  id: string;
  email: string;
  token: string;
  session: string;
}

/** The id of one resource of each kind that a path can name. */
export interface ResourceIds {
  env: string;
  event: string;
  device: string;
  otherDevice: string;
  account: string;
  network: string;
  campaign: string;
  batch: string;
  endpoint: string;
  delivery: string;
  rule: string;
  alertRule: string;
  alertChannel: string;
  note: string;
  view: string;
  key: string;
  member: string;
  session: string;
}

export interface Tenant extends ResourceIds {
  environment: Environment;
  secret: string;
  owner: string;
}

export interface Matrix {
  server: TestServer;
  /** The test environment of the first organization, whose resources every path of the matrix names. */
  own: Tenant;
  /** The live environment of the first organization. */
  other: Tenant;
  /** The test environment of the second organization. */
  foreign: Tenant;
  /** The hash of `PASSWORD`, computed once, because hashing is slow on purpose. */
  passwordHash: string;
}

export async function createMatrix(server: TestServer): Promise<Matrix> {
  const { context, environments, keys } = server;
  const passwordHash = await context.passwords.hash(PASSWORD);
  const owner = (organizationId: string) => createMember({ context, passwordHash }, organizationId, 'owner');
  const all = await context.store.tenants.environments(null);
  const foreign = all.find(
    ({ kind, organizationId }) => kind === 'test' && organizationId !== environments.test.organizationId,
  );
  assert.ok(foreign !== undefined);
  const tenant = async (environment: Environment, secret: string) =>
    createTenant(server, environment, secret, await owner(environment.organizationId));
  return {
    server,
    own: await tenant(environments.test, keys.test.secret),
    other: await tenant(environments.live, keys.live.secret),
    foreign: await tenant(foreign, server.foreign.test.secret),
    passwordHash,
  };
}

/** Creates one resource of each kind in the environment. */
async function createTenant(
  server: TestServer,
  environment: Environment,
  secret: string,
  owner: MatrixMember,
): Promise<Tenant> {
  const env = environment.id;
  const base = `/v1/environments/${env}`;
  const account = `account of ${env}`;
  const event = await sendEvent(server, secret, account, 'first');
  const second = await sendEvent(server, secret, account, 'second');
  const blocked = await sendEvent(server, secret, `force_block ${env}`, 'first');
  const batchBody = { event_ids: [event.id], label: 'unknown' };
  const batch = await post(server, owner.token, `${base}/outcome-batches`, batchBody);
  const endpoint = await post(server, owner.token, `${base}/webhooks`, { url: TARGET });
  const delivery = await post(server, owner.token, `/v1/webhooks/${endpoint.id}/test`);
  const rule = await post(server, owner.token, `${base}/policy/rules`, ruleBody());
  const alertRule = await post(server, owner.token, `${base}/alert-rules`, alertRuleBody());
  const alertChannel = await post(server, owner.token, `${base}/alert-channels`, {
    ...{ name: 'Backend', kind: 'webhook', endpoint_id: endpoint.id },
  });
  const note = await post(server, owner.token, `/v1/events/${event.id}/notes`, { text: 'A note' });
  const view = await post(server, owner.token, `${base}/views`, viewBody());
  const key = await post(server, owner.token, `${base}/keys`, { kind: 'secret' });
  return {
    environment,
    secret,
    owner: owner.token,
    env,
    account,
    event: event.id,
    device: event.device.id,
    otherDevice: second.device.id,
    campaign: `cmp_${blocked.id.slice(-26)}`,
    batch: batch.id,
    network: `net_${event.id.slice(-26)}`,
    endpoint: endpoint.id,
    delivery: delivery.id,
    rule: rule.id,
    alertRule: alertRule.id,
    alertChannel: alertChannel.id,
    note: note.id,
    view: view.id,
    key: key.id,
    member: owner.id,
    session: owner.session,
  };
}

/** Sends an event from a device that differs from those of other `machine`s. */
export async function sendEvent(server: TestServer, secret: string, account: string, machine: string) {
  const signals = { persistent_id: `${machine} ${account}`, canvas_hash: machine, timezone: 'Europe/Oslo' };
  const response = await server.event(secret, { event: 'login', account: { id: account }, signals });
  assert.equal(response.statusCode, 201, response.body);
  return response.json().data as { id: string; device: { id: string } };
}

/** POSTs as a member and returns `data`. */
export async function post(server: TestServer, token: string, url: string, body?: unknown): Promise<{ id: string }> {
  const response = await server.request({
    method: 'POST',
    url,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
  });
  assert.ok(response.statusCode < 300, `${url}: ${response.body}`);
  return response.json().data;
}

export const viewBody = () => ({ list: 'events', name: 'Blocks', shared: true, query: { decision: ['block'] } });
export const alertRuleBody = () => ({ name: 'Waves', kind: 'attack_wave', threshold: 2_000, channels: [] });
export const alertChannelBody = () => ({ name: 'Team', kind: 'slack', url: TARGET });

let priority = 0;
/** A rule that never matches, with the next free priority. */
export function ruleBody() {
  priority += 1;
  const conditions = { all: [{ field: 'risk.score', operator: 'gt', value: 100 }] };
  return { name: `Rule ${priority}`, conditions, action: { decision: 'block' }, priority };
}

/** Creates a member with this role and a session that ends `lifetime` ms from now. */
export async function createMember(
  { context, passwordHash }: { context: Context; passwordHash: string },
  organizationId: string,
  role: Role,
  lifetime = DAY,
): Promise<MatrixMember> {
  const now = context.clock();
  const id = context.newId('user', now);
  const email = `${id}@example.com`;
  await context.store.members.create({ id, organizationId, email, role, createdAt: now }, passwordHash);
  return { id, email, ...(await createSession(context, id, lifetime)) };
}

export async function createSession(
  context: Context,
  memberId: string,
  lifetime = DAY,
): Promise<{ token: string; session: string }> {
  const now = context.clock();
  const token = formatSessionToken(context.randomBytes(TOKEN_BYTES));
  const session = context.newId('session', now);
  const record = { id: session, memberId, createdAt: now, lastUsedAt: now, expiresAt: now + lifetime };
  const passwordHash = (await context.store.members.passwordHash(memberId)) ?? '';
  assert.ok(await context.store.sessions.create(record, credentialDigest(token), passwordHash));
  return { token, session };
}

/** Creates a caller of this kind, so that no request affects the response to another. */
export async function createCaller(
  matrix: Matrix,
  column: Column,
): Promise<{ token: string | null; member: MatrixMember | null }> {
  const { server, own, other, foreign } = matrix;
  const { context, keys } = server;
  const newMember = async (tenant: Tenant, role: Role, lifetime?: number) => {
    const member = await createMember(
      { context, passwordHash: matrix.passwordHash },
      tenant.environment.organizationId,
      role,
      lifetime,
    );
    return { token: member.token, member };
  };
  switch (column) {
    case 'none':
      return { token: null, member: null };
    case 'garbage':
      return { token: 'sec_test_0123456789', member: null };
    case 'public':
      return { token: keys.test.public, member: null };
    case 'secret':
      return { token: own.secret, member: null };
    case 'other':
      return { token: other.secret, member: null };
    case 'foreign':
      return { token: foreign.secret, member: null };
    case 'revoked':
      return { token: await revokedKey(context, own.environment), member: null };
    case 'stranger':
      return newMember(foreign, 'owner');
    case 'expired':
      return newMember(own, 'owner', -1);
    default:
      return newMember(own, column);
  }
}

async function revokedKey(context: Context, environment: Environment): Promise<string> {
  const text = formatKey('secret', environment.kind, context.randomBytes(KEY_BYTES));
  const key = newKey(context, environment.id, 'secret', 'revoked', text);
  await context.store.tenants.createKey(key);
  assert.ok(await context.store.tenants.revokeKey(key.id, context.clock()));
  return text;
}
