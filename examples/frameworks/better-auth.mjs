// better-auth: a hook after the sign-in asks Assay and deletes the new session if the decision requires it.
// Run in examples/frameworks after `npm install`:  ASSAY_SECRET_KEY=sec_test_… node better-auth.mjs
import { randomBytes, randomInt } from 'node:crypto';
import { createServer } from 'node:http';
import { betterAuth } from 'better-auth';
import { memoryAdapter } from 'better-auth/adapters/memory';
import { APIError, createAuthMiddleware } from 'better-auth/api';
import { deleteSessionCookie } from 'better-auth/cookies';
import { toNodeHandler } from 'better-auth/node';
import { assay, sendCode } from '../node/login.mjs';

/** Codes that were sent, by account. Store yours in a table. */
const challenges = new Map();
const CODE_VALID_MS = 10 * 60_000;
/**
 * better-auth limits sign-ins by address and only in production (`rateLimit`). An attacker who guesses codes has many addresses,
 * so each code has its own limit.
 */
const ATTEMPTS = 3;

/** Behind a proxy, take the address from a header that only the proxy can set. */
const clientOf = (headers) => ({
  ip_address: headers?.get('x-forwarded-for')?.split(',').at(-1)?.trim() || undefined,
  user_agent: headers?.get('user-agent') ?? undefined,
});

/** Text that is not JSON counts as no signals: an exception would keep the attempt, and a wrong password, from Assay. */
function signalsOf(text) {
  try {
    return JSON.parse(text || '{}');
  } catch {
    return undefined;
  }
}

// #region better-auth
const protectSignIn = createAuthMiddleware(async (ctx) => {
  if (ctx.path !== '/sign-in/email') return;
  const { newSession } = ctx.context;
  const account = { id: newSession?.user.id ?? ctx.body.email };
  // The page sends `signals` as a header, because better-auth drops unknown fields of the body.
  const signals = signalsOf(ctx.headers?.get('x-assay-signals'));
  const event = { account, signals, ...clientOf(ctx.headers) };
  if (!newSession) {
    await assay.assess({ event: 'login_failed', ...event });
    return;
  }
  const given = ctx.headers?.get('x-second-factor');
  const challenge = given ? guessedChallenge(account.id) : undefined;
  if (given && challenge?.code === given) {
    challenges.delete(account.id);
    await assay.assess({ event: 'mfa_passed', ...event });
    if (challenge.loginEvent) await assay.report(challenge.loginEvent, { authentication_outcome: 'mfa_passed' });
    return;
  }
  if (given) await assay.assess({ event: 'mfa_failed', ...event });
  const { decision, id } = given
    ? { decision: 'challenge', id: challenge?.loginEvent }
    : await assay.assess({ event: 'login', ...event });
  if (decision === 'allow' || decision === 'monitor') return;
  // The session was created a moment ago, and its cookie has not been sent yet.
  await ctx.context.internalAdapter.deleteSession(newSession.session.token);
  deleteSessionCookie(ctx);
  ctx.context.setNewSession(null);
  if (decision === 'block') throw new APIError('FORBIDDEN', { code: 'BLOCKED' });
  if (!given) {
    const code = String(randomInt(1_000_000)).padStart(6, '0');
    challenges.set(account.id, {
      code,
      loginEvent: id,
      attemptsLeft: ATTEMPTS,
      validUntil: Date.now() + CODE_VALID_MS,
    });
    sendCode(newSession.user.email, code);
    await assay.assess({ event: 'mfa_challenge', ...event });
  }
  // If no attempts are left, the page has to start again, which sends a new code.
  const isOpen = !given || challenge?.attemptsLeft > 0;
  throw new APIError('UNAUTHORIZED', { code: isOpen ? 'SECOND_FACTOR_REQUIRED' : 'SIGN_IN_AGAIN' });
});

/** The challenge that a code may answer. Each guess is counted before it is checked, so that parallel guesses count too. */
function guessedChallenge(account) {
  const challenge = challenges.get(account);
  if (!challenge || challenge.attemptsLeft === 0 || challenge.validUntil < Date.now()) return undefined;
  challenge.attemptsLeft -= 1;
  return challenge;
}
// #endregion better-auth

const auth = betterAuth({
  baseURL: process.env.BETTER_AUTH_URL ?? 'http://127.0.0.1:3000',
  secret: process.env.BETTER_AUTH_SECRET ?? randomBytes(32).toString('hex'),
  database: memoryAdapter({ user: [], session: [], account: [], verification: [] }),
  emailAndPassword: { enabled: true },
  // In the test environment of Assay, ids such as force_challenge_1 force a decision.
  advanced: {
    database: { generateId: ({ model }) => `${process.env.ID_PREFIX ?? ''}${model}_${randomBytes(8).toString('hex')}` },
  },
  trustedOrigins: ['http://127.0.0.1:*'],
  telemetry: { enabled: false },
  hooks: { after: protectSignIn },
});

const server = createServer(toNodeHandler(auth));
server.listen(Number(process.env.PORT ?? 3000), '127.0.0.1', () =>
  console.log(`listening on http://127.0.0.1:${server.address().port}/`),
);
