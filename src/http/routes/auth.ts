// POST /v1/auth/login, POST /v1/auth/logout and GET /v1/auth/session.
import type { SessionCaller } from '../../flows/auth/authenticate.ts';
import { logIn } from '../../flows/auth/log-in.ts';
import { logOut } from '../../flows/auth/member-sessions.ts';
import { hasSecondFactor } from '../../flows/auth/second-factor.ts';
import { Failure } from '../../vocabulary/failure.ts';
import { maskAddress } from '../auth/client-address.ts';
import { loginLimiter } from '../auth/login-limit.ts';
import { LoginBody, NewSessionSchema, newSessionBody, SessionSchema, sessionBody } from '../schemas/member.ts';
import { dataOf } from '../schemas/schema.ts';
import { ANONYMOUS_BODY_LIMIT, type Route, route } from '../server/route-table.ts';
import type { Services } from '../server/services.ts';

export function authRoutes(services: Services): Route[] {
  return [logInRoute(services), logOutRoute(services), sessionRoute(services)];
}

function logInRoute(services: Services): Route {
  const { context, clientAddress } = services;
  const limiter = loginLimiter(services);
  return route({
    method: 'POST',
    path: '/v1/auth/login',
    operationId: 'logIn',
    tag: 'Access',
    summary: 'Start a dashboard session',
    description:
      'An unknown email address and a wrong password get the same response in the same time. For a member with a second ' +
      'factor, the right password alone returns 401 `second_factor_required`; the client then sends both again with a ' +
      '`code`: six digits of the app, or a recovery code. `second_factor_wrong` means that the code is wrong or was used.',
    credentials: 'none',
    body: LoginBody,
    bodyLimit: ANONYMOUS_BODY_LIMIT,
    responses: { 200: { description: 'The session.', body: dataOf(NewSessionSchema) } },
    errorStatuses: [401, 429],
    handler: async ({ body, http }) => {
      const email = body.email.toLowerCase();
      const address = clientAddress(http.raw) ?? '';
      const { password, code } = body;
      await limiter.check(email, address, code !== undefined);
      const session = await logIn(context, { email, password, code, address: maskAddress(address) }).catch(
        async (error) => {
          if (error instanceof Failure && error.code === 'second_factor_wrong') await limiter.wrongCode(email, address);
          throw error;
        },
      );
      await limiter.succeeded(email, address);
      const totp = await hasSecondFactor(context, session.member.id);
      return { status: 200, body: { data: newSessionBody(session, totp) } };
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
    description: 'The token is invalid from the next request on, in every process.',
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
    summary: 'Read this session and its member',
    description: 'The member, the role and the organization that the token belongs to, and when the session ends.',
    credentials: ['session'],
    permission: 'read',
    responses: { 200: { description: 'The session.', body: dataOf(SessionSchema) } },
    handler: async ({ caller }) => {
      const { session, member } = caller as SessionCaller;
      const totp = await hasSecondFactor(context, member.id);
      return { status: 200, body: { data: sessionBody(session, member, totp) } };
    },
  });
}
