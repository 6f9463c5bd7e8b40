// A complete service for tests: SQLite in memory, two organizations with keys and sessions, and the HTTP server.
import type { FastifyInstance, InjectOptions } from 'fastify';
import pino from 'pino';
import {
  credentialDigest,
  formatKey,
  formatSessionToken,
  KEY_BYTES,
  lastFour,
  TOKEN_BYTES,
} from '../../src/access/credential.ts';
import type { Context } from '../../src/flows/context.ts';
import { buildServer } from '../../src/http/server/build-server.ts';
import { Metrics } from '../../src/http/server/metrics.ts';
import { DEFAULT_SERVER_OPTIONS, type ServerOptions } from '../../src/http/server/options.ts';
import type { Readiness } from '../../src/http/server/readiness.ts';
import type { Route } from '../../src/http/server/route-table.ts';
import type { Services } from '../../src/http/server/services.ts';
import { DEFAULT_THRESHOLDS } from '../../src/policy/policy.ts';
import type { Environment, NewKey } from '../../src/records/tenants.ts';
import { openSqlite } from '../../src/storage/sqlite/open.ts';
import { DAY } from '../../src/vocabulary/clock.ts';
import {
  ENVIRONMENT_KINDS,
  type EnvironmentKind,
  KEY_KINDS,
  type KeyKind,
  ROLES,
  type Role,
} from '../../src/vocabulary/words.ts';
import { contextOver } from '../context.ts';
import { assertNoPlainSecrets } from '../plain-secrets.ts';
import { checkResponse } from './response-validator.ts';
import { checkSocketResponses } from './socket-validator.ts';

/** A hash that matches no password. */
const NO_PASSWORD = '$argon2id$none';

export type TestResponse = Awaited<ReturnType<FastifyInstance['inject']>>;
type Settings = Partial<Pick<Environment, 'publicRisk' | 'allowedOrigins'>>;

export interface TestServer {
  app: FastifyInstance;
  context: Context;
  metrics: Metrics;
  /** The log of the service, one JSON line per element. */
  log: string[];
  /** Keys of the first organization. */
  keys: Record<EnvironmentKind, Record<KeyKind, string>>;
  /** Keys of the second organization. */
  foreign: Record<EnvironmentKind, Record<KeyKind, string>>;
  environments: Record<EnvironmentKind, Environment>;
  /** Tokens of dashboard sessions in the first organization, one for each role. */
  sessions: Record<Role, string>;
  /** Sends a request. Its response, like those over sockets, must match the OpenAPI document. */
  request(options: InjectOptions): Promise<TestResponse>;
  /** `POST /v1/events`. */
  event(key: string, body: unknown, more?: Partial<InjectOptions>): Promise<TestResponse>;
  close(): Promise<void>;
}

export interface TestServerOptions {
  options?: Partial<ServerOptions>;
  /** Settings of every environment of the first organization. */
  settings?: Settings;
  /** The clock of rate limits and windows. */
  clock?: () => number;
  /** Ready if not given. */
  readiness?: Readiness;
  /** Used instead of SQLite in memory. */
  store?: Context['store'];
  /** Used instead of the routes of the service. */
  routes?: (services: Services) => Route[];
}

/**
 * The secret determines which login limits share a bucket. With a random one, a /56 once shared a bucket with an earlier /64, and
 * four attempts passed instead of the expected eight.
 */
const FIXED_SECRET = new Uint8Array(32).fill(1);

export async function startTestServer(given: TestServerOptions = {}): Promise<TestServer> {
  const store = given.store ?? (await openSqlite({ path: ':memory:' }));
  const context = contextOver(store, { clock: given.clock ?? Date.now });
  const metrics = new Metrics();
  const log: string[] = [];
  const options = { ...DEFAULT_SERVER_OPTIONS, cursorSecret: FIXED_SECRET, ...given.options };
  const logger = pino({ level: 'debug' }, { write: (line: string) => void log.push(line) });
  const app = await buildServer(
    { context, options, metrics, logger, ...(given.readiness !== undefined && { readiness: given.readiness }) },
    given.routes,
  );
  checkSocketResponses(app);
  app.addHook('onClose', async () => assertNoPlainSecrets('the log', log.join('\n')));
  const first = await createTenant(context, 'First', given.settings ?? {});
  const second = await createTenant(context, 'Second', {});
  const request = async (sent: InjectOptions) => {
    const response = await app.inject(sent);
    checkResponse(app, sent, response);
    return response;
  };
  return {
    app,
    context,
    metrics,
    log,
    keys: first.keys,
    foreign: second.keys,
    environments: first.environments,
    sessions: await createSessions(context, first.organization),
    request,
    event: (key, body, more = {}) =>
      request({
        method: 'POST',
        url: '/v1/events',
        ...more,
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...more.headers },
        payload: typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body),
      }),
    close: async () => {
      await app.close();
      await store.close();
    },
  };
}

async function createTenant(context: Context, name: string, settings: Settings) {
  const now = context.clock();
  const organization = { id: context.newId('organization', now), name, createdAt: now };
  const texts: Partial<Record<EnvironmentKind, Record<KeyKind, string>>> = {};
  const records: NewKey[] = [];
  const drafts = ENVIRONMENT_KINDS.map((kind) => {
    const id = context.newId('environment', now);
    texts[kind] = createKeys(context, kind, id, records);
    return {
      id,
      organizationId: organization.id,
      kind,
      name: kind,
      publicRisk: 'full' as const,
      allowedOrigins: [],
      retentionDays: null,
      createdAt: now,
      ...settings,
    };
  });
  await context.store.tenants.createOrganization(organization, drafts, records, {
    thresholds: DEFAULT_THRESHOLDS,
  });
  const stored = await context.store.tenants.environments(organization.id);
  const environments = Object.fromEntries(stored.map((environment) => [environment.kind, environment]));
  return {
    organization: organization.id,
    keys: texts as Record<EnvironmentKind, Record<KeyKind, string>>,
    environments: environments as Record<EnvironmentKind, Environment>,
  };
}

function createKeys(context: Context, environment: EnvironmentKind, environmentId: string, records: NewKey[]) {
  const keys = KEY_KINDS.map((kind) => {
    const text = formatKey(kind, environment, context.randomBytes(KEY_BYTES));
    records.push({
      id: context.newId('key', context.clock()),
      environmentId,
      kind,
      name: `${kind} key`,
      lastFour: lastFour(text),
      createdAt: context.clock(),
      lastUsedAt: null,
      revokedAt: null,
      digest: credentialDigest(text),
    });
    return [kind, text];
  });
  return Object.fromEntries(keys) as Record<KeyKind, string>;
}

/** Creates a member with a valid session for each role. */
async function createSessions(context: Context, organizationId: string): Promise<Record<Role, string>> {
  const now = context.clock();
  const tokens: Partial<Record<Role, string>> = {};
  for (const role of ROLES) {
    const member = {
      id: context.newId('user', now),
      organizationId,
      email: `${role}.${organizationId}@example.com`,
      role,
      createdAt: now,
    };
    await context.store.members.create(member, NO_PASSWORD);
    const token = formatSessionToken(context.randomBytes(TOKEN_BYTES));
    const session = {
      id: context.newId('session', now),
      memberId: member.id,
      createdAt: now,
      lastUsedAt: now,
      expiresAt: now + DAY,
    };
    await context.store.sessions.create(session, credentialDigest(token), NO_PASSWORD);
    tokens[role] = token;
  }
  return tokens as Record<Role, string>;
}
