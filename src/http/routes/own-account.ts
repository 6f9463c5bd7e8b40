// Actions of members on their own account: change the password, list and end sessions.
import type { SessionCaller } from '../../flows/auth/authenticate.ts';
import { changePassword } from '../../flows/auth/change-password.ts';
import { listSessions, revokeOwnSession } from '../../flows/auth/member-sessions.ts';
import { hasSecondFactor } from '../../flows/auth/second-factor.ts';
import { auditActorOf } from '../auth/audit-actor.ts';
import { checkRate, RateLimiter } from '../auth/rate-limit.ts';
import { inMemoryPage } from '../lists/in-memory-page.ts';
import { listSchema, PageQuery } from '../lists/paging.ts';
import {
  NewSessionSchema,
  newSessionBody,
  OwnSessionSchema,
  ownSessionBody,
  PasswordChangeBody,
} from '../schemas/member.ts';
import { SessionPath } from '../schemas/paths.ts';
import { dataOf, named } from '../schemas/schema.ts';
import { type Route, route } from '../server/route-table.ts';
import type { Services } from '../server/services.ts';

const SESSION_ONLY = { tag: 'Access', credentials: ['session'], permission: 'read' } as const;
const SESSIONS_PATH = '/v1/auth/sessions';

export function ownAccountRoutes(services: Services): Route[] {
  return [passwordRoute(services), listRoute(services), revokeRoute(services)];
}

function passwordRoute(services: Services): Route {
  const { context, options } = services;
  const perMember = new RateLimiter(options.rates.loginEmail, context.clock);
  return route({
    ...SESSION_ONLY,
    method: 'POST',
    path: '/v1/auth/password',
    operationId: 'changePassword',
    summary: 'Change your password',
    description:
      'Ends all of your sessions, including this one, and an unused link to set a password. Returns a new session.',
    body: PasswordChangeBody,
    errorStatuses: [429],
    responses: { 200: { description: 'The new session.', body: dataOf(NewSessionSchema) } },
    handler: async (request) => {
      const caller = request.caller as SessionCaller;
      checkRate(perMember.take(caller.member.id), 'Too many attempts.');
      const { current_password: current, new_password: next } = request.body;
      const actor = auditActorOf(services, request);
      const session = await changePassword(context, actor, caller, { current, next });
      const totp = await hasSecondFactor(context, session.member.id);
      return { status: 200, body: { data: newSessionBody(session, totp) } };
    },
  });
}

function listRoute(services: Services): Route {
  return route({
    ...SESSION_ONLY,
    method: 'GET',
    path: SESSIONS_PATH,
    operationId: 'listSessions',
    summary: 'List your sessions',
    description: 'Where you are logged in. The current session is marked.',
    query: PageQuery,
    responses: { 200: { description: 'Newest first.', body: listSchema(named(OwnSessionSchema), 'Sessions.') } },
    handler: async (request) => {
      const caller = request.caller as SessionCaller;
      const identity = { list: 'sessions', environment: caller.member.id, filter: {} };
      const sessions = await listSessions(services.context, caller.member);
      const bodyOf = (session: (typeof sessions)[number]) => ownSessionBody(session, caller.session.id);
      return { status: 200, body: inMemoryPage(services, identity, SESSIONS_PATH, request.query, sessions, bodyOf) };
    },
  });
}

function revokeRoute(services: Services): Route {
  return route({
    ...SESSION_ONLY,
    method: 'DELETE',
    path: '/v1/auth/sessions/{id}',
    operationId: 'revokeSession',
    summary: 'End one of your sessions immediately',
    description: 'The token of that session is invalid from the next request on.',
    params: SessionPath,
    responses: { 204: { description: 'The session has ended.' } },
    handler: async (request) => {
      const actor = auditActorOf(services, request);
      await revokeOwnSession(services.context, actor, request.caller as SessionCaller, request.params.id);
      return { status: 204 };
    },
  });
}
