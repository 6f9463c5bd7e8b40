// The login of the examples: asks Assay after the password and reports a passed challenge. The servers map requests to it.
import { randomBytes, randomInt } from 'node:crypto';
// #region client
import { createAssay } from './assay.mjs';

const { ASSAY_URL = 'http://127.0.0.1:8080', ASSAY_SECRET_KEY, ASSAY_TIMEOUT_MS = '300' } = process.env;
if (!ASSAY_SECRET_KEY) throw new Error('set ASSAY_SECRET_KEY');

export const assay = createAssay({
  baseUrl: ASSAY_URL,
  secretKey: ASSAY_SECRET_KEY,
  timeout: Number(ASSAY_TIMEOUT_MS),
  // This login was let in during an outage but should not have been. If it is only challenged, its owner can log in again.
  onLateDecision: (event, { risk }) => {
    if (['challenge', 'block'].includes(risk.decision)) console.log(`end the sessions of ${event.account.id}`);
  },
});
// #endregion client

// Stand-ins for your own users, sessions and messages.
export const PASSWORDS = new Map([
  ['ana', 'fern'],
  ['bob', 'fern'],
  ['force_challenge_ana', 'fern'],
  ['force_block_ana', 'fern'],
]);
export const sessions = new Map();
export const sendCode = (name, code) => console.log(`code for ${name}: ${code}`);

/**
 * `form` is the body from the page, `client` the visitor as your server sees them: `{ ip_address, user_agent }`. Returns the page's
 * next step, the token of a session, and the status of the response if it is not 200.
 */
// #region login
export async function logIn(form, client) {
  const { name, password, signals } = form ?? {};
  // Anyone can send any JSON. Never compare a missing password: it would equal the missing entry of an unknown name.
  if (!isText(name) || !isText(password)) return { next: 'try_again', status: 400 };
  const event = { account: { id: name }, signals, ...client };
  if (!PASSWORDS.has(name) || PASSWORDS.get(name) !== password) {
    await assay.assess({ event: 'login_failed', ...event }); // also for names that do not exist
    return { next: 'try_again' };
  }
  const { decision, id } = await assay.assess({ event: 'login', ...event });
  if (decision === 'block') return { next: 'blocked' };
  if (decision === 'challenge') return challenge(name, id, event);
  return { next: 'welcome', session: newSession({ name }) }; // allow and monitor
}

const isText = (value) => typeof value === 'string' && value !== '';
// #endregion login

// #region challenge
async function challenge(name, loginEvent, event) {
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  sendCode(name, code);
  await assay.assess({ event: 'mfa_challenge', ...event });
  // This session can only answer the challenge.
  return { next: 'second_factor', session: newSession({ pending: name, code, loginEvent, attemptsLeft: 3 }) };
}

export async function passChallenge(form, session, client) {
  const { code, signals } = form ?? {};
  if (!isText(code)) return { next: 'try_again', status: 400 };
  if (!session?.pending || session.attemptsLeft <= 0) return { next: 'try_again' };
  const { pending: name, loginEvent } = session;
  const event = { account: { id: name }, signals, ...client };
  if (code !== session.code) {
    session.attemptsLeft -= 1;
    await assay.assess({ event: 'mfa_failed', ...event });
    return { next: session.attemptsLeft > 0 ? 'second_factor' : 'try_again' };
  }
  // Do not forget this call: from your server and with the signals, it proves this device and network for the account.
  // Without it, the owner is challenged at every login.
  await assay.assess({ event: 'mfa_passed', ...event });
  session.pending = null; // a code works once
  // For your reports: the result of the login.
  if (loginEvent !== null) await assay.report(loginEvent, { authentication_outcome: 'mfa_passed' });
  return { next: 'welcome', session: newSession({ name }) };
}
// #endregion challenge

function newSession(content) {
  const token = randomBytes(32).toString('base64url');
  sessions.set(token, content);
  return token;
}
