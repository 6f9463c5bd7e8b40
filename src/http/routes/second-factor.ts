// The second factor of the member who asks: set up, confirmed, turned off.
import Type from 'typebox';
import type { SessionCaller } from '../../flows/auth/authenticate.ts';
import { beginSecondFactor, confirmSecondFactor, removeSecondFactor } from '../../flows/auth/second-factor.ts';
import { Failure } from '../../vocabulary/failure.ts';
import { auditActorOf } from '../auth/audit-actor.ts';
import { RateLimiter } from '../auth/rate-limit.ts';
import { PasswordSchema, SecondFactorCodeSchema } from '../schemas/member.ts';
import { closed } from '../schemas/schema.ts';
import { type Route, route } from '../server/route-table.ts';
import type { Services } from '../server/services.ts';

const SESSION_ONLY = { tag: 'Access', credentials: ['session'], permission: 'read' } as const;
const PATH = '/v1/auth/totp';
const EnrolmentSchema = closed({
  secret: Type.String({ description: 'Base32, for the authenticator app. Shown this once.' }),
  otpauth_url: Type.String({ description: 'The same for a link or a QR code.' }),
});
const CodesSchema = closed({ recovery_codes: Type.Array(Type.String({ description: 'Works once.' })) });

export function secondFactorRoutes(services: Services): Route[] {
  const { context, options } = services;
  const limiter = new RateLimiter(options.rates.logInEmail, context.clock);
  const attempt = (caller: SessionCaller) => {
    const wait = limiter.take(caller.member.id);
    if (wait > 0) throw new Failure('too_many', 'rate_limited', 'Too many attempts.', { retryAfter: wait });
    return caller.member;
  };
  return [
    route({
      ...SESSION_ONLY,
      method: 'POST',
      path: PATH,
      operationId: 'beginSecondFactor',
      summary: 'Begin to set up a second factor',
      description: 'Log-in asks for it only after it was confirmed.',
      errorStatuses: [409],
      responses: { 200: { description: 'The secret.', body: closed({ data: EnrolmentSchema }) } },
      handler: async ({ caller }) => {
        const { secret, url } = await beginSecondFactor(context, (caller as SessionCaller).member);
        return { status: 200, body: { data: { secret, otpauth_url: url } } };
      },
    }),
    route({
      ...SESSION_ONLY,
      method: 'POST',
      path: `${PATH}/confirm`,
      operationId: 'confirmSecondFactor',
      summary: 'Turn the second factor on with a first code',
      body: closed({ code: SecondFactorCodeSchema }),
      errorStatuses: [409, 429],
      responses: { 200: { description: 'Recovery codes, shown this once.', body: closed({ data: CodesSchema }) } },
      handler: async (ask) => {
        const member = attempt(ask.caller as SessionCaller);
        const codes = await confirmSecondFactor(context, auditActorOf(services, ask), member, ask.body.code);
        return { status: 200, body: { data: { recovery_codes: codes } } };
      },
    }),
    route({
      ...SESSION_ONLY,
      method: 'DELETE',
      path: PATH,
      operationId: 'removeSecondFactor',
      summary: 'Turn the second factor off',
      body: closed({ password: PasswordSchema }),
      errorStatuses: [404, 429],
      responses: { 204: { description: 'It is off.' } },
      handler: async (ask) => {
        const member = attempt(ask.caller as SessionCaller);
        await removeSecondFactor(context, auditActorOf(services, ask), member, ask.body.password);
        return { status: 204 };
      },
    }),
  ];
}
