// A valid request for each route, so that only the credential decides: the ids in its path, its body and its query.
import { TOTP } from 'otpauth';
import type { Route } from '../../src/http/server/route-table.ts';
import { DAY, isoTime } from '../../src/vocabulary/clock.ts';
import type { Role } from '../../src/vocabulary/words.ts';
import type { TestResponse, TestServer } from '../http/test-server.ts';
import {
  alertChannelBody,
  alertRuleBody,
  createMember,
  createSession,
  type Matrix,
  type MatrixMember,
  PASSWORD,
  post,
  type ResourceIds,
  ruleBody,
  sendEvent,
  viewBody,
} from './matrix.ts';

export interface RequestParts {
  /** Used instead of the ids of the tenant. */
  ids?: Partial<ResourceIds> & { version?: string };
  body?: unknown;
  query?: string;
}

/** The kind of resource that `{name}` in a path refers to; for `{id}` it depends on the start of the path. */
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
    case 'network':
      return 'network';
    case 'campaign':
      return 'campaign';
    case 'batch':
      return 'batch';
    case 'rule':
      return 'alertRule';
    case 'note':
      return 'note';
    case 'view':
      return 'view';
    case 'channel':
      return 'alertChannel';
    case 'wh_evt':
      return 'delivery';
    case 'n':
      return 'version';
  }
  const prefix = Object.entries(KIND_OF_ID).find(([start]) => path.startsWith(start));
  if (prefix === undefined) throw new Error(`unknown placeholder {${placeholder}} in ${path}`);
  return prefix[1];
}

/** Start of a path to the kind of its `{id}`. */
const KIND_OF_ID: Readonly<Record<string, keyof ResourceIds>> = {
  '/v1/webhooks/': 'endpoint',
  '/v1/policy/rules/': 'rule',
  '/v1/members/': 'member',
  '/v1/keys/': 'key',
  '/v1/auth/sessions/': 'session',
};

/** `caller` is the member who sends the request, or null for a key. */
type RequestFactory = (matrix: Matrix, caller: MatrixMember | null) => RequestParts | Promise<RequestParts>;

const range = () => ({ from: isoTime(Date.now() - DAY), to: isoTime(Date.now() + DAY) });
let counter = 0;
function unique(): string {
  counter += 1;
  return `${counter}.${Date.now()}`;
}

/** Routes that need more than the ids of the tenant. A resource that a request consumes is created for each request. */
export const REQUESTS: Readonly<Record<string, RequestFactory>> = {
  'POST /v1/events': () => ({ body: { event: 'login', account: { id: `a ${unique()}` } } }),
  'POST /v1/events/{event_id}/outcome': async ({ server, own }) => {
    const { id } = await sendEvent(server, own.secret, own.account, 'first');
    return { ids: { event: id }, body: { label: 'legitimate' } };
  },
  'POST /v1/environments/{env}/outcome-batches': ({ own }) => ({
    body: { event_ids: [own.event], label: 'legitimate' },
  }),
  'DELETE /v1/environments/{env}/outcome-batches/{batch}': async ({ server, own }) => {
    const url = `/v1/environments/${own.env}/outcome-batches`;
    const body = { event_ids: [own.event], label: 'legitimate' };
    return { ids: { batch: (await post(server, own.owner, url, body)).id } };
  },
  'PUT /v1/environments/{env}/policy/thresholds': () => ({
    body: { allow_max: 20, monitor_max: 50, challenge_max: 80 },
  }),
  'POST /v1/environments/{env}/policy/rules': () => ({ body: ruleBody() }),
  'PATCH /v1/policy/rules/{id}': () => ({ body: { name: `Rule ${unique()}` } }),
  'DELETE /v1/policy/rules/{id}': async ({ server, own }) => ({
    ids: { rule: (await post(server, own.owner, `/v1/environments/${own.env}/policy/rules`, ruleBody())).id },
  }),
  'POST /v1/environments/{env}/policy/simulate': () => ({ body: { event_type: 'login', risk_score: 50 } }),
  'POST /v1/environments/{env}/policy/backtest': () => ({ body: range() }),
  'GET /v1/environments/{env}/policy/quality': () => ({ query: `?${new URLSearchParams(range())}` }),
  'GET /v1/environments/{env}/trends': () => ({ query: '?from=2026-03-01&to=2026-03-07' }),
  'GET /v1/environments/{env}/links': ({ own }) => ({ query: `?account_id=${encodeURIComponent(own.account)}` }),
  'GET /v1/environments/{env}/search': () => ({ query: '?q=account' }),
  'POST /v1/environments/{env}/webhooks': () => ({ body: { url: 'https://93.184.216.34/' } }),
  'PATCH /v1/webhooks/{id}': () => ({ body: { description: unique() } }),
  'DELETE /v1/webhooks/{id}': async ({ server, own }) => {
    const url = `/v1/environments/${own.env}/webhooks`;
    return { ids: { endpoint: (await post(server, own.owner, url, { url: 'https://93.184.216.34/' })).id } };
  },
  // Restores the version before a rule that is added for this request, so that the rules of other requests are preserved.
  'POST /v1/environments/{env}/policy/versions/{n}/restore': async ({ server, own }) => {
    const url = `/v1/environments/${own.env}/policy`;
    await post(server, own.owner, `${url}/rules`, ruleBody());
    const policy = await server.request({ url, headers: { authorization: `Bearer ${own.owner}` } });
    return { ids: { version: String(policy.json().data.version - 1) } };
  },
  'POST /v1/environments/{env}/alert-rules': () => ({ body: alertRuleBody() }),
  'PATCH /v1/environments/{env}/alert-rules/{rule}': () => ({ body: { name: `Rule ${unique()}` } }),
  'DELETE /v1/environments/{env}/alert-rules/{rule}': async ({ server, own }) => {
    const url = `/v1/environments/${own.env}/alert-rules`;
    return { ids: { alertRule: (await post(server, own.owner, url, alertRuleBody())).id } };
  },
  'POST /v1/environments/{env}/alert-channels': () => ({ body: alertChannelBody() }),
  'DELETE /v1/environments/{env}/alert-channels/{channel}': async ({ server, own }) => {
    const url = `/v1/environments/${own.env}/alert-channels`;
    return { ids: { alertChannel: (await post(server, own.owner, url, alertChannelBody())).id } };
  },
  'POST /v1/events/{event}/notes': () => ({ body: { text: unique() } }),
  'POST /v1/devices/{device}/notes': () => ({ body: { text: unique() } }),
  'POST /v1/environments/{env}/accounts/{externalAccountId}/notes': () => ({ body: { text: unique() } }),
  // Only the writer may change a note, so the note is the caller's if the caller may write one.
  'PATCH /v1/environments/{env}/notes/{note}': async (matrix, caller) => ({
    ids: await ownNote(matrix, caller),
    body: { text: unique() },
  }),
  'DELETE /v1/environments/{env}/notes/{note}': async (matrix, caller) => ({ ids: await ownNote(matrix, caller) }),
  'PUT /v1/events/{event}/assignee': async (matrix) => {
    const analyst = await newMember(matrix, 'analyst');
    return { body: { member_id: analyst.id } };
  },
  'POST /v1/environments/{env}/assignments': async (matrix) => {
    const analyst = await newMember(matrix, 'analyst');
    return { body: { event_ids: [matrix.own.event], member_id: analyst.id, replace: true } };
  },
  'POST /v1/environments/{env}/views': () => ({ body: viewBody() }),
  'PATCH /v1/environments/{env}/views/{view}': async (matrix, caller) => ({
    ids: await ownView(matrix, caller),
    body: { name: unique() },
  }),
  'DELETE /v1/environments/{env}/views/{view}': async (matrix, caller) => ({ ids: await ownView(matrix, caller) }),
  'POST /v1/auth/login': async (matrix) => {
    const { email } = await newViewer(matrix);
    return { body: { email, password: PASSWORD } };
  },
  'POST /v1/auth/password': () => ({
    body: { current_password: PASSWORD, new_password: 'another sentence of words' },
  }),
  // A session of the caller if possible, otherwise one of a member of the first organization.
  'DELETE /v1/auth/sessions/{id}': async ({ server, own }, caller) => {
    if (caller === null || (await isStranger(server, own, caller))) return {};
    return { ids: { session: (await createSession(server.context, caller.id)).session } };
  },
  'POST /v1/auth/totp': () => ({ body: { password: PASSWORD } }),
  'POST /v1/auth/totp/confirm': async ({ server }, caller) => {
    if (caller === null) return { body: { code: '123456' } };
    return { body: { code: (await secondFactorCodes(server, caller))[0] } };
  },
  'DELETE /v1/auth/totp': async ({ server }, caller) => {
    const [code, next] = caller === null ? NO_CODES : await secondFactorCodes(server, caller);
    if (caller !== null && code !== NO_CODES[0]) await post(server, caller.token, '/v1/auth/totp/confirm', { code });
    return { body: { password: PASSWORD, code: next } };
  },
  'POST /v1/members': () => ({ body: { email: `${unique()}@example.com`, role: 'viewer' } }),
  'POST /v1/members/{id}/link': async (matrix) => ({ ids: { member: (await newViewer(matrix)).id } }),
  'PATCH /v1/members/{id}': async (matrix) => ({
    ids: { member: (await newViewer(matrix)).id },
    body: { role: 'analyst' },
  }),
  'DELETE /v1/members/{id}': async (matrix) => ({ ids: { member: (await newViewer(matrix)).id } }),
  'POST /v1/invitations/accept': async (matrix) => {
    const { server, own } = matrix;
    const link = await post(server, own.owner, `/v1/members/${(await newViewer(matrix)).id}/link`);
    return { body: { token: (link as unknown as { invitation_token: string }).invitation_token, password: PASSWORD } };
  },
  'POST /v1/environments': () => ({ body: { name: `E ${unique()}`, kind: 'test' } }),
  'PATCH /v1/environments/{env}': () => ({ body: { name: `E ${unique()}` } }),
  'POST /v1/environments/{env}/keys': () => ({ body: { kind: 'public' } }),
  'DELETE /v1/keys/{id}': async ({ server, own }) => ({
    ids: { key: (await post(server, own.owner, `/v1/environments/${own.env}/keys`, { kind: 'public' })).id },
  }),
  'POST /v1/environments/{env}/accounts/{externalAccountId}/erase': async ({ server, own }) => {
    const account = `to erase ${unique()}`;
    await sendEvent(server, own.secret, account, 'first');
    return { ids: { account } };
  },
};

function newViewer(matrix: Matrix): Promise<MatrixMember> {
  return newMember(matrix, 'viewer');
}

function newMember({ server, own, passwordHash }: Matrix, role: Role): Promise<MatrixMember> {
  return createMember({ context: server.context, passwordHash }, own.environment.organizationId, role);
}

async function ownNote({ server, own }: Matrix, caller: MatrixMember | null): Promise<Partial<ResourceIds>> {
  const note = await created(server, own, caller, `/v1/events/${own.event}/notes`, { text: unique() });
  return { note: note.id };
}

async function ownView({ server, own }: Matrix, caller: MatrixMember | null): Promise<Partial<ResourceIds>> {
  return { view: (await created(server, own, caller, `/v1/environments/${own.env}/views`, viewBody())).id };
}

/** Creates a resource as the caller, or as the owner if the caller may not. */
async function created(
  server: Matrix['server'],
  own: Matrix['own'],
  caller: MatrixMember | null,
  url: string,
  payload: unknown,
): Promise<{ id: string }> {
  const headers = { authorization: `Bearer ${caller?.token}`, 'content-type': 'application/json' };
  const response = await server.request({ method: 'POST', url, headers, payload: JSON.stringify(payload) });
  return response.statusCode === 201 ? response.json().data : post(server, own.owner, url, payload);
}

async function isStranger(server: Matrix['server'], own: Matrix['own'], { id }: MatrixMember): Promise<boolean> {
  return (await server.context.store.members.find(id))?.organizationId !== own.environment.organizationId;
}

const NO_CODES = ['000000', '000000'] as const;

/** Begins a second factor and returns the code that turns it on and the one after; zeros if the session is not accepted. */
async function secondFactorCodes(
  server: Matrix['server'],
  { token }: MatrixMember,
): Promise<readonly [string, string]> {
  const headers = { authorization: `Bearer ${token}` };
  const payload = { password: PASSWORD };
  const started = await server.request({ method: 'POST', url: '/v1/auth/totp', headers, payload });
  if (started.statusCode !== 200) return NO_CODES;
  const app = new TOTP({ secret: started.json().data.secret });
  const codeAt = (timestamp: number) => app.generate({ timestamp });
  const now = server.context.clock();
  return [codeAt(now), codeAt(now + 30_000)];
}

/** The name of a route in the tables. */
export const nameOf = ({ method, path }: Route) => `${method} ${path}`;

export function urlOf(
  { path }: Route,
  ids: ResourceIds & { version?: string },
  values: Record<string, string> = {},
): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, placeholder: string) => {
    const kind = resourceKind(path, placeholder);
    return encodeURIComponent(values[placeholder] ?? (kind === 'version' ? (ids.version ?? '1') : ids[kind]));
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
  return server.request({ method, url, headers, ...(body === undefined ? {} : { payload: JSON.stringify(body) }) });
}
