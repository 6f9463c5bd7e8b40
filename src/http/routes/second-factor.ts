// The second factor of the requesting member: begin, confirm, disable.
import type { SessionCaller } from '../../flows/auth/authenticate.ts';
import { beginSecondFactor, confirmSecondFactor, removeSecondFactor } from '../../flows/auth/second-factor.ts';
import { auditActorOf } from '../auth/audit-actor.ts';
import { loginLimiter } from '../auth/login-limit.ts';
import { checkRate, RateLimiter } from '../auth/rate-limit.ts';
import {
  BeginSecondFactorBody,
  ConfirmSecondFactorBody,
  RecoveryCodesSchema,
  RemoveSecondFactorBody,
  SecondFactorSchema,
} from '../schemas/member.ts';
import { dataOf } from '../schemas/schema.ts';
import { type Route, route } from '../server/route-table.ts';
import type { Services } from '../server/services.ts';

const SESSION_ONLY = { tag: 'Access', credentials: ['session'], permission: 'read' } as const;
const PATH = '/v1/auth/totp';

export function secondFactorRoutes(services: Services): Route[] {
  const { context, options } = services;
  const limiter = new RateLimiter(options.rates.loginEmail, context.clock);
  const codes = loginLimiter(services);
  /** The member, if their rate limit allows another attempt. */
  const limitedMember = ({ member }: SessionCaller) => {
    checkRate(limiter.take(member.id), 'Too many attempts.');
    return member;
  };
  return [
    route({
      ...SESSION_ONLY,
      method: 'POST',
      path: PATH,
      operationId: 'beginSecondFactor',
      summary: 'Start setting up a second factor',
      description: 'Login requires it only after it has been confirmed.',
      body: BeginSecondFactorBody,
      errorStatuses: [409, 429],
      responses: { 200: { description: 'The secret.', body: dataOf(SecondFactorSchema) } },
      handler: async (request) => {
        const member = limitedMember(request.caller as SessionCaller);
        const { password } = request.body;
        const { secret, url } = await beginSecondFactor(context, auditActorOf(services, request), member, password);
        return { status: 200, body: { data: { secret, otpauth_url: url } } };
      },
    }),
    route({
      ...SESSION_ONLY,
      method: 'POST',
      path: `${PATH}/confirm`,
      operationId: 'confirmSecondFactor',
      summary: 'Enable the second factor with a first code',
      description: 'Logins require a code from now on. Codes that were used once are rejected.',
      body: ConfirmSecondFactorBody,
      errorStatuses: [409, 429],
      responses: { 200: { description: 'Recovery codes, returned only once.', body: dataOf(RecoveryCodesSchema) } },
      handler: async (request) => {
        const member = limitedMember(request.caller as SessionCaller);
        const codes = await confirmSecondFactor(context, auditActorOf(services, request), member, request.body.code);
        return { status: 200, body: { data: { recovery_codes: codes } } };
      },
    }),
    route({
      ...SESSION_ONLY,
      method: 'DELETE',
      path: PATH,
      operationId: 'removeSecondFactor',
      summary: 'Disable the second factor',
      description:
        'Requires the password and a code of the app, or a recovery code. From then on, the password alone is enough to log in.',
      body: RemoveSecondFactorBody,
      errorStatuses: [404, 429],
      responses: { 204: { description: 'The second factor is disabled.' } },
      handler: async (request) => {
        const member = limitedMember(request.caller as SessionCaller);
        // At five a minute, a thief with a stolen session and the password would find one of three valid codes in a million with 2 % a day.
        await codes.takeSessionCode(member.email);
        await removeSecondFactor(context, auditActorOf(services, request), member, request.body);
        return { status: 204 };
      },
    }),
  ];
}
