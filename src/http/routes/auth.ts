// POST /v1/auth/login, POST /v1/auth/logout and GET /v1/auth/session.
import Type from 'typebox';
import type { SessionCaller } from '../../flows/auth/authenticate.ts';
import { logIn } from '../../flows/auth/log-in.ts';
import { logOut } from '../../flows/auth/log-out.ts';
import { hasSecondFactor } from '../../flows/auth/second-factor.ts';
import { Failure } from '../../vocabulary/failure.ts';
import { rateLimitKey } from '../auth/client-address.ts';
import { RateLimiter } from '../auth/rate-limit.ts';
import {
  LoginEmailSchema,
  NewSessionSchema,
  PasswordSchema,
  SESSION_FIELDS,
  SecondFactorCodeSchema,
  sessionBody,
} from '../schemas/member.ts';
import { closed } from '../schemas/schema.ts';
import { type Route, route } from '../server/route-table.ts';
import type { Services } from '../server/services.ts';

export function authRoutes(services: Services): Route[] {
  return [logInRoute(services), logOutRoute(services), sessionRoute(services)];
}

function logInRoute({ context, options, clientAddress }: Services): Route {
  const perAddress = new RateLimiter(options.rates.logInAddress, context.clock);
  const perEmail = new RateLimiter(options.rates.logInEmail, context.clock);
  return route({
    method: 'POST',
    path: '/v1/auth/login',
    operationId: 'logIn',
    tag: 'Access',
    summary: 'Begin a dashboard session',
    description:
      'An unknown e-mail and a wrong password get the same answer in the same time. A member with a second factor is ' +
      'answered 401 `second_factor_required` to the right password, and sends both again with a `code`: six digits of ' +
      'the app, or a recovery code. `second_factor_wrong` is a code that is wrong or was used.',
    credentials: 'none',
    body: closed({ email: LoginEmailSchema, password: PasswordSchema, code: Type.Optional(SecondFactorCodeSchema) }),
    responses: { 200: { description: 'The session.', body: NewSessionSchema } },
    errorStatuses: [401, 429],
    handler: async ({ body, http }) => {
      const email = body.email.toLowerCase();
      const wait = perAddress.take(rateLimitKey(clientAddress(http.raw) ?? '')) || perEmail.take(email);
      if (wait > 0) {
        throw new Failure('too_many', 'rate_limited', 'Too many log-in attempts.', { retryAfter: wait });
      }
      const { token, session, member } = await logIn(context, email, body.password, body.code);
      const totp = await hasSecondFactor(context, member.id);
      return { status: 200, body: { data: { token, ...sessionBody(session, member, totp) } } };
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
    responses: { 204: { description: 'The session has ended.' } },
    handler: async ({ caller }) => {
      await logOut(context, caller as SessionCaller);
      return { status: 204 };
    },
  });
}

function sessionRoute({ context }: Services): Route {
  return route({
    method: 'GET',
    path: '/v1/auth/session',
    operationId: 'readSession',
    tag: 'Access',
    summary: 'Who this session belongs to',
    credentials: ['session'],
    permission: 'read',
    responses: { 200: { description: 'The session.', body: closed({ data: closed(SESSION_FIELDS) }) } },
    handler: async ({ caller }) => {
      const { session, member } = caller as SessionCaller;
      const totp = await hasSecondFactor(context, member.id);
      return { status: 200, body: { data: sessionBody(session, member, totp) } };
    },
  });
}
