// How each route is asked, so that nothing but the credential decides: the ids its path names, and a right body or query.
import { TOTP } from 'otpauth';
import type { Route } from '../../src/http/server/route-table.ts';
import { DAY, isoTime } from '../../src/vocabulary/clock.ts';
import type { TestResponse, TestServer } from '../http/test-server.ts';
import {
  createMember,
  createSession,
  type Matrix,
  type MatrixMember,
  PASSWORD,
  post,
  type ResourceIds,
  ruleBody,
  sendEvent,
} from './matrix.ts';

export interface RequestParts {
  /** In place of what the estate has. */
  ids?: Partial<ResourceIds>;
  body?: unknown;
  query?: string;
}

/** What `{name}` of a path stands for; `{id}` depends on what stands before it. */
export function resourceKind(path: string, placeholder: string): keyof ResourceIds | 'version' {
  switch (placeholder) {
    case 'env':
      return 'env';
    case 'event':
    case 'event_id':
      return 'event';
    case 'device':
      return 'device';
    case 'other':
      return 'otherDevice';
    case 'externalAccountId':
      return 'account';
    case 'wh_evt':
      return 'delivery';
    case 'n':
      return 'version';
  }
  const before = Object.entries(ID_AFTER).find(([start]) => path.startsWith(start));
  if (before === undefined) throw new Error(`what {${placeholder}} of ${path} stands for is not known`);
  return before[1];
}

const ID_AFTER: Readonly<Record<string, keyof ResourceIds>> = {
  '/v1/webhooks/': 'endpoint',
  '/v1/policy/rules/': 'rule',
  '/v1/members/': 'member',
  '/v1/keys/': 'key',
  '/v1/auth/sessions/': 'session',
};

type Ask = (world: Matrix, insider: MatrixMember | null) => RequestParts | Promise<RequestParts>;

const range = () => ({ from: isoTime(Date.now() - DAY), to: isoTime(Date.now() + DAY) });
let number = 0;
function fresh(): string {
  number += 1;
  return `${number}.${Date.now()}`;
}

/** Routes that need more than the estate's ids. What a question uses up is made anew for each. */
export const REQUESTS: Readonly<Record<string, Ask>> = {
  'POST /v1/events': () => ({ body: { event: 'login', account: { id: `a ${fresh()}` } } }),
  'POST /v1/events/{event_id}/outcome': async ({ server, own }) => {
    const { id } = await sendEvent(server, own.secret, own.account, 'first');
    return { ids: { event: id }, body: { label: 'legitimate' } };
  },
  'PUT /v1/environments/{env}/policy/thresholds': () => ({
    body: { allow_max: 20, monitor_max: 50, challenge_max: 80 },
  }),
  'POST /v1/environments/{env}/policy/rules': () => ({ body: ruleBody() }),
  'PATCH /v1/policy/rules/{id}': () => ({ body: { name: `Rule ${fresh()}` } }),
  'DELETE /v1/policy/rules/{id}': async ({ server, own }) => ({
    ids: { rule: (await post(server, own.owner, `/v1/environments/${own.env}/policy/rules`, ruleBody())).id },
  }),
  'POST /v1/environments/{env}/policy/simulate': () => ({ body: { event_type: 'login', risk_score: 50 } }),
  'POST /v1/environments/{env}/policy/backtest': () => ({ body: range() }),
  'GET /v1/environments/{env}/policy/quality': () => ({ query: `?${new URLSearchParams(range())}` }),
  'POST /v1/environments/{env}/webhooks': () => ({ body: { url: 'https://93.184.216.34/' } }),
  'PATCH /v1/webhooks/{id}': () => ({ body: { description: fresh() } }),
  'DELETE /v1/webhooks/{id}': async ({ server, own }) => {
    const url = `/v1/environments/${own.env}/webhooks`;
    return { ids: { endpoint: (await post(server, own.owner, url, { url: 'https://93.184.216.34/' })).id } };
  },
  'POST /v1/auth/login': async (world) => {
    const { email } = await member(world);
    return { body: { email, password: PASSWORD } };
  },
  'POST /v1/auth/password': () => ({
    body: { current_password: PASSWORD, new_password: 'another sentence of words' },
  }),
  // One's own where there is one, else that of a member of the first organization.
  'DELETE /v1/auth/sessions/{id}': async ({ server, own }, insider) => {
    if (insider === null || (await isStranger(server, own, insider))) return {};
    return { ids: { session: (await createSession(server.context, insider.id)).session } };
  },
  'POST /v1/auth/totp/confirm': async ({ server }, insider) => {
    if (insider === null) return { body: { code: '123456' } };
    return { body: { code: await secondFactorCode(server, insider) } };
  },
  'DELETE /v1/auth/totp': async ({ server }, insider) => {
    const body = { password: PASSWORD };
    if (insider !== null) {
      const code = await secondFactorCode(server, insider);
      if (code !== '000000') await post(server, insider.token, '/v1/auth/totp/confirm', { code });
    }
    return { body };
  },
  'POST /v1/members': () => ({ body: { email: `${fresh()}@example.com`, role: 'viewer' } }),
  'POST /v1/members/{id}/link': async (world) => ({ ids: { member: (await member(world)).id } }),
  'PATCH /v1/members/{id}': async (world) => ({ ids: { member: (await member(world)).id }, body: { role: 'analyst' } }),
  'DELETE /v1/members/{id}': async (world) => ({ ids: { member: (await member(world)).id } }),
  'POST /v1/invitations/accept': async (world) => {
    const { server, own } = world;
    const link = await post(server, own.owner, `/v1/members/${(await member(world)).id}/link`);
    return { body: { token: (link as unknown as { invitation_token: string }).invitation_token, password: PASSWORD } };
  },
  'POST /v1/environments': () => ({ body: { name: `E ${fresh()}`, kind: 'test' } }),
  'PATCH /v1/environments/{env}': () => ({ body: { name: `E ${fresh()}` } }),
  'POST /v1/environments/{env}/keys': () => ({ body: { kind: 'public' } }),
  'DELETE /v1/keys/{id}': async ({ server, own }) => ({
    ids: { key: (await post(server, own.owner, `/v1/environments/${own.env}/keys`, { kind: 'public' })).id },
  }),
  'POST /v1/environments/{env}/accounts/{externalAccountId}/erase': async ({ server, own }) => {
    const account = `to erase ${fresh()}`;
    await sendEvent(server, own.secret, account, 'first');
    return { ids: { account } };
  },
};

function member({ server, own, passwordHash }: Matrix): Promise<MatrixMember> {
  return createMember({ context: server.context, passwordHash }, own.environment.organizationId, 'viewer');
}

async function isStranger(server: Matrix['server'], own: Matrix['own'], { id }: MatrixMember): Promise<boolean> {
  return (await server.context.store.members.find(id))?.organizationId !== own.environment.organizationId;
}

/** The code that turns on the second factor which is begun here; six zeros for a session that is not let in. */
async function secondFactorCode(server: Matrix['server'], { token }: MatrixMember): Promise<string> {
  const headers = { authorization: `Bearer ${token}` };
  const begun = await server.ask({ method: 'POST', url: '/v1/auth/totp', headers });
  if (begun.statusCode !== 200) return '000000';
  return new TOTP({ secret: begun.json().data.secret }).generate({ timestamp: server.context.clock() });
}

/** A route as the tables name it. */
export const nameOf = ({ method, path }: Route) => `${method} ${path}`;

export function urlOf({ path }: Route, belongings: ResourceIds, values: Record<string, string> = {}): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, placeholder: string) => {
    const kind = resourceKind(path, placeholder);
    return encodeURIComponent(values[placeholder] ?? (kind === 'version' ? '1' : belongings[kind]));
  });
}

export function send(
  server: TestServer,
  route: Route,
  url: string,
  token: string | null,
  body?: unknown,
  method: Route['method'] | 'HEAD' = route.method,
): Promise<TestResponse> {
  const headers = {
    ...(token === null ? {} : { authorization: `Bearer ${token}` }),
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
  };
  return server.ask({ method, url, headers, ...(body === undefined ? {} : { payload: JSON.stringify(body) }) });
}
