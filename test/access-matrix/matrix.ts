// The two organizations of the matrix: what each of them has, and new callers of every kind for each question.
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
/** A literal, so that no name has to be resolved; nothing is ever sent. */
const TARGET = 'https://93.184.216.34/hook';

/** A member with a live session. */
export interface MatrixMember {
  id: string;
  email: string;
  token: string;
  session: string;
}

/** Something of each kind that a path can name. */
export interface ResourceIds {
  env: string;
  event: string;
  device: string;
  otherDevice: string;
  account: string;
  endpoint: string;
  delivery: string;
  rule: string;
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
  /** The test environment of the first organization: what every path of the matrix names. */
  own: Tenant;
  /** Its live environment. */
  other: Tenant;
  /** The test environment of the second organization. */
  foreign: Tenant;
  /** Of `PASSWORD`: made once, because it is slow on purpose. */
  passwordHash: string;
}

export async function createMatrix(server: TestServer): Promise<Matrix> {
  const { context, environments, keys } = server;
  const passwordHash = await context.passwords.hash(PASSWORD);
  const insider = (organizationId: string) => createMember({ context, passwordHash }, organizationId, 'owner');
  const all = await context.store.tenants.environments(null);
  const ofForeign = all.find(
    ({ kind, organizationId }) => kind === 'test' && organizationId !== environments.test.organizationId,
  );
  assert.ok(ofForeign !== undefined);
  const estate = async (environment: Environment, secret: string) =>
    furnish(server, environment, secret, await insider(environment.organizationId));
  return {
    server,
    own: await estate(environments.test, keys.test.secret),
    other: await estate(environments.live, keys.live.secret),
    foreign: await estate(ofForeign, server.foreign.test.secret),
    passwordHash,
  };
}

async function furnish(
  server: TestServer,
  environment: Environment,
  secret: string,
  owner: MatrixMember,
): Promise<Tenant> {
  const env = environment.id;
  const below = `/v1/environments/${env}`;
  const account = `account of ${env}`;
  const event = await sendEvent(server, secret, account, 'first');
  const second = await sendEvent(server, secret, account, 'second');
  const endpoint = await post(server, owner.token, `${below}/webhooks`, { url: TARGET });
  const delivery = await post(server, owner.token, `/v1/webhooks/${endpoint.id}/test`);
  const rule = await post(server, owner.token, `${below}/policy/rules`, ruleBody());
  const key = await post(server, owner.token, `${below}/keys`, { kind: 'secret' });
  return {
    environment,
    secret,
    owner: owner.token,
    env,
    account,
    event: event.id,
    device: event.device.id,
    otherDevice: second.device.id,
    endpoint: endpoint.id,
    delivery: delivery.id,
    rule: rule.id,
    key: key.id,
    member: owner.id,
    session: owner.session,
  };
}

/** An event of a device that is unlike those of other `machine`s. */
export async function sendEvent(server: TestServer, secret: string, account: string, machine: string) {
  const signals = { persistent_id: `${machine} ${account}`, canvas_hash: machine, timezone: 'Europe/Oslo' };
  const answer = await server.event(secret, { event: 'login', account: { id: account }, signals });
  assert.equal(answer.statusCode, 201, answer.body);
  return answer.json().data as { id: string; device: { id: string } };
}

/** POSTs as a member and returns `data`. */
export async function post(server: TestServer, token: string, url: string, body?: unknown): Promise<{ id: string }> {
  const answer = await server.ask({
    method: 'POST',
    url,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
  });
  assert.ok(answer.statusCode < 300, `${url}: ${answer.body}`);
  return answer.json().data;
}

let priority = 0;
/** A rule that never matches, of the next free priority. */
export function ruleBody() {
  priority += 1;
  const conditions = { all: [{ field: 'risk.score', operator: 'gt', value: 100 }] };
  return { name: `Rule ${priority}`, conditions, action: { decision: 'block' }, priority };
}

/** A new member of this role with a new session, which ends `life` ms from now. */
export async function createMember(
  { context, passwordHash }: { context: Context; passwordHash: string },
  organizationId: string,
  role: Role,
  life = DAY,
): Promise<MatrixMember> {
  const now = context.clock();
  const id = context.newId('user', now);
  const email = `${id}@example.com`;
  await context.store.sessions.createMember({ id, organizationId, email, role, createdAt: now }, passwordHash);
  return { id, email, ...(await createSession(context, id, life)) };
}

export async function createSession(
  context: Context,
  userId: string,
  life = DAY,
): Promise<{ token: string; session: string }> {
  const now = context.clock();
  const token = formatSessionToken(context.randomBytes(TOKEN_BYTES));
  const session = context.newId('session', now);
  const record = { id: session, userId, createdAt: now, lastUsedAt: now, expiresAt: now + life };
  const passwordHash = (await context.store.members.passwordHash(userId)) ?? '';
  assert.ok(await context.store.sessions.createSession(record, credentialDigest(token), passwordHash));
  return { token, session };
}

/** Somebody new of this kind, so that no question changes the answer to another. */
export async function createCaller(
  world: Matrix,
  column: Column,
): Promise<{ token: string | null; insider: MatrixMember | null }> {
  const { server, own, other, foreign } = world;
  const { context, keys } = server;
  const inside = async (estate: Tenant, role: Role, life?: number) => {
    const insider = await createMember(
      { context, passwordHash: world.passwordHash },
      estate.environment.organizationId,
      role,
      life,
    );
    return { token: insider.token, insider };
  };
  switch (column) {
    case 'none':
      return { token: null, insider: null };
    case 'garbage':
      return { token: 'sec_test_0123456789', insider: null };
    case 'public':
      return { token: keys.test.public, insider: null };
    case 'secret':
      return { token: own.secret, insider: null };
    case 'other':
      return { token: other.secret, insider: null };
    case 'foreign':
      return { token: foreign.secret, insider: null };
    case 'revoked':
      return { token: await revokedKey(context, own.environment), insider: null };
    case 'stranger':
      return inside(foreign, 'owner');
    case 'expired':
      return inside(own, 'owner', -1);
    default:
      return inside(own, column);
  }
}

async function revokedKey(context: Context, environment: Environment): Promise<string> {
  const text = formatKey('secret', environment.kind, context.randomBytes(KEY_BYTES));
  const key = newKey(context, environment.id, 'secret', 'revoked', text);
  await context.store.tenants.createKey(key);
  assert.ok(await context.store.tenants.revokeKey(key.id, context.clock()));
  return text;
}
