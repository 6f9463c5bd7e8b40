// POST /v1/auth/login, POST /v1/auth/logout and GET /v1/auth/session.
import type { SessionCaller } from '../../flows/authenticate.ts';
import { logIn } from '../../flows/log-in.ts';
import { logOut } from '../../flows/log-out.ts';
import { Failure } from '../../vocabulary/failure.ts';
import { limitKey } from '../client-address.ts';
import { RateLimiter } from '../rate-limit.ts';
import { type Route, route } from '../route-table.ts';
import type { Services } from '../services.ts';
import { closed } from '../shape.ts';
import { BegunShape, LogInEmailShape, PasswordShape, SESSION_FIELDS, sessionBody } from '../shapes/member.ts';

export function authRoutes(services: Services): Route[] {
  return [logInRoute(services), logOutRoute(services), sessionRoute()];
}

function logInRoute({ context, options, addressOf }: Services): Route {
  const perAddress = new RateLimiter(options.rates.logInAddress, context.clock);
  const perEmail = new RateLimiter(options.rates.logInEmail, context.clock);
  return route({
    method: 'POST',
    path: '/v1/auth/login',
    operationId: 'logIn',
    tag: 'Access',
    summary: 'Begin a dashboard session',
    description: 'An unknown e-mail and a wrong password get the same answer in the same time.',
    credentials: 'none',
    body: closed({ email: LogInEmailShape, password: PasswordShape }),
    answers: { 200: { description: 'The session.', body: BegunShape } },
    refusals: [401, 429],
    handler: async ({ body, http }) => {
      const email = body.email.toLowerCase();
      const wait = perAddress.take(limitKey(addressOf(http.raw) ?? '')) || perEmail.take(email);
      if (wait > 0) {
        throw new Failure('too_many', 'rate_limited', 'Too many log-in attempts.', { retryAfter: wait });
      }
      const { token, session, member } = await logIn(context, email, body.password);
      return { status: 200, body: { data: { token, ...sessionBody(session, member) } } };
    },
  });
}

function logOutRoute({ context }: Services): Route {
  return route({
    method: 'POST',
    path: '/v1/auth/logout',
    operationId: 'logOut',
    tag: 'Access',
    summary: 'End this session',
    credentials: ['session'],
    permission: 'read',
    answers: { 204: { description: 'The session has ended.' } },
    handler: async ({ caller }) => {
      await logOut(context, caller as SessionCaller);
      return { status: 204 };
    },
  });
}

function sessionRoute(): Route {
  return route({
    method: 'GET',
    path: '/v1/auth/session',
    operationId: 'readSession',
    tag: 'Access',
    summary: 'Who this session belongs to',
    credentials: ['session'],
    permission: 'read',
    answers: { 200: { description: 'The session.', body: closed({ data: closed(SESSION_FIELDS) }) } },
    handler: ({ caller }) => {
      const { session, member } = caller as SessionCaller;
      return { status: 200, body: { data: sessionBody(session, member) } };
    },
  });
}
