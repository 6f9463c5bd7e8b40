// What a member does with their own account: the password and the sessions.
import Type from 'typebox';
import type { SessionCaller } from '../../flows/auth/authenticate.ts';
import { changePassword } from '../../flows/auth/change-password.ts';
import { listSessions, revokeOwnSession } from '../../flows/auth/member-sessions.ts';
import { hasSecondFactor } from '../../flows/auth/second-factor.ts';
import { Failure } from '../../vocabulary/failure.ts';
import { auditActorOf } from '../auth/audit-actor.ts';
import { RateLimiter } from '../auth/rate-limit.ts';
import { inMemoryPage } from '../lists/in-memory-page.ts';
import { listSchema, PAGE_PARAMETERS } from '../lists/paging.ts';
import {
  NewPasswordSchema,
  NewSessionSchema,
  OwnSessionSchema,
  ownSessionBody,
  PasswordSchema,
  sessionBody,
} from '../schemas/member.ts';
import { closed, named } from '../schemas/schema.ts';
import { type Route, route } from '../server/route-table.ts';
import type { Services } from '../server/services.ts';

const SESSION_ONLY = { tag: 'Access', credentials: ['session'], permission: 'read' } as const;
const SESSIONS = '/v1/auth/sessions';

export function ownAccountRoutes(services: Services): Route[] {
  return [passwordRoute(services), listRoute(services), revokeRoute(services)];
}

function passwordRoute(services: Services): Route {
  const { context, options } = services;
  const perMember = new RateLimiter(options.rates.logInEmail, context.clock);
  return route({
    ...SESSION_ONLY,
    method: 'POST',
    path: '/v1/auth/password',
    operationId: 'changePassword',
    summary: 'Change your password',
    description: 'Ends all of your sessions, this one too; the answer is a new one.',
    body: closed({ current_password: PasswordSchema, new_password: NewPasswordSchema }),
    errorStatuses: [429],
    responses: { 200: { description: 'The session to go on with.', body: NewSessionSchema } },
    handler: async (ask) => {
      const caller = ask.caller as SessionCaller;
      const wait = perMember.take(caller.member.id);
      if (wait > 0) throw new Failure('too_many', 'rate_limited', 'Too many attempts.', { retryAfter: wait });
      const { current_password: current, new_password: next } = ask.body;
      const { token, session, member } = await changePassword(context, auditActorOf(services, ask), caller, {
        current,
        next,
      });
      const totp = await hasSecondFactor(context, member.id);
      return { status: 200, body: { data: { token, ...sessionBody(session, member, totp) } } };
    },
  });
}

function listRoute(services: Services): Route {
  return route({
    ...SESSION_ONLY,
    method: 'GET',
    path: SESSIONS,
    operationId: 'listSessions',
    summary: 'List your sessions',
    query: closed(PAGE_PARAMETERS),
    responses: { 200: { description: 'Newest first.', body: listSchema(named(OwnSessionSchema), 'Sessions.') } },
    handler: async (ask) => {
      const caller = ask.caller as SessionCaller;
      const identity = { list: 'sessions', environment: caller.member.id, filter: {} };
      const sessions = await listSessions(services.context, caller.member);
      const show = (session: (typeof sessions)[number]) => ownSessionBody(session, caller.session.id);
      return { status: 200, body: inMemoryPage(services, identity, SESSIONS, ask.query, sessions, show) };
    },
  });
}

function revokeRoute(services: Services): Route {
  return route({
    ...SESSION_ONLY,
    method: 'DELETE',
    path: '/v1/auth/sessions/{id}',
    operationId: 'revokeSession',
    summary: 'End one of your sessions at once',
    params: closed({ id: Type.String({ description: 'Session id, prefix ses_.' }) }),
    responses: { 204: { description: 'The session has ended.' } },
    handler: async (ask) => {
      const author = auditActorOf(services, ask);
      await revokeOwnSession(services.context, author, ask.caller as SessionCaller, ask.params.id);
      return { status: 204 };
    },
  });
}
