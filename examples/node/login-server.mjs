// A login with a second factor, protected by Assay. Node 20 or newer, no packages.
// Run:  ASSAY_SECRET_KEY=sec_test_… ASSAY_PUBLIC_KEY=pub_test_… node examples/node/login-server.mjs
import { randomBytes, randomInt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createAssay } from './assay.mjs';

const { ASSAY_URL = 'http://127.0.0.1:8080', ASSAY_SECRET_KEY, ASSAY_PUBLIC_KEY, PORT = '3000' } = process.env;
if (!ASSAY_SECRET_KEY || !ASSAY_PUBLIC_KEY) throw new Error('set ASSAY_SECRET_KEY and ASSAY_PUBLIC_KEY');

const assay = createAssay({
  baseUrl: ASSAY_URL,
  secretKey: ASSAY_SECRET_KEY,
  // A login that was let in during an outage and turns out to be an attack.
  onLateDecision: (event, { risk }) => {
    if (risk.decision === 'block') console.log(`end the sessions of ${event.account.id}`);
  },
});

// Stand-ins for your own users, sessions and messages.
const PASSWORDS = new Map([
  ['ana', 'fern'],
  ['force_challenge_ana', 'fern'],
  ['force_block_ana', 'fern'],
]);
const sessions = new Map();
const sendCode = (name, code) => console.log(`code for ${name}: ${code}`);

// #region login
async function logIn({ name, password, signals }, client) {
  const event = { account: { id: name }, signals, ...client };
  if (PASSWORDS.get(name) !== password) {
    await assay.assess({ event: 'login_failed', ...event }); // also for names that do not exist
    return { next: 'try_again' };
  }
  const { decision, id } = await assay.assess({ event: 'login', ...event });
  if (decision === 'block') return { next: 'blocked' };
  if (decision === 'challenge') return challenge(name, id, client);
  return { next: 'welcome', session: newSession({ name }) }; // allow and monitor
}
// #endregion login

// #region challenge
async function challenge(name, loginEvent, client) {
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  sendCode(name, code);
  await assay.assess({ event: 'mfa_challenge', account: { id: name }, ...client });
  // This session can do nothing but answer the challenge.
  return { next: 'second_factor', session: newSession({ pending: name, code, loginEvent, attemptsLeft: 3 }) };
}

async function passChallenge({ code, signals }, session, client) {
  if (!session?.pending || session.attemptsLeft <= 0) return { next: 'try_again' };
  const { pending: name, loginEvent } = session;
  const event = { account: { id: name }, signals, ...client };
  if (code !== session.code) {
    session.attemptsLeft -= 1;
    await assay.assess({ event: 'mfa_failed', ...event });
    return { next: session.attemptsLeft > 0 ? 'second_factor' : 'try_again' };
  }
  // The one call that must not be forgotten: from your server and with the signals, it proves this device and network to the
  // account. Without it, the owner is challenged at every login.
  await assay.assess({ event: 'mfa_passed', ...event });
  session.pending = null; // a code works once
  // And for your reports: what became of the login.
  if (loginEvent !== null) await assay.report(loginEvent, { authentication_outcome: 'mfa_passed' });
  return { next: 'welcome', session: newSession({ name }) };
}
// #endregion challenge

function newSession(content) {
  const token = randomBytes(32).toString('base64url');
  sessions.set(token, content);
  return token;
}

/** The visitor as your server sees it. Behind a proxy, take the address from the header that your proxy sets. */
function clientOf(request) {
  return { ip_address: request.socket.remoteAddress, user_agent: request.headers['user-agent'] };
}

async function readJson(request) {
  let text = '';
  for await (const chunk of request) {
    text += chunk;
    if (text.length > 256 * 1024) throw new Error('too large');
  }
  return JSON.parse(text);
}

const page = readFileSync(new URL('../browser/login.html', import.meta.url), 'utf8')
  .replaceAll('ASSAY_URL', ASSAY_URL)
  .replaceAll('ASSAY_PUBLIC_KEY', ASSAY_PUBLIC_KEY);

const server = createServer(async (request, response) => {
  try {
    if (request.method === 'GET') {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page);
      return;
    }
    const body = await readJson(request);
    const token = /session=([\w-]+)/.exec(request.headers.cookie ?? '')?.[1];
    const result =
      request.url === '/login'
        ? await logIn(body, clientOf(request))
        : await passChallenge(body, sessions.get(token), clientOf(request));
    const cookie = result.session ? { 'set-cookie': `session=${result.session}; HttpOnly; SameSite=Lax; Path=/` } : {};
    response
      .writeHead(200, { 'content-type': 'application/json', ...cookie })
      .end(JSON.stringify({ next: result.next }));
  } catch (error) {
    console.error(error);
    response.writeHead(400, { 'content-type': 'application/json' }).end('{"next":"try_again"}');
  }
});
server.listen(Number(PORT), '127.0.0.1', () => console.log(`listening on http://127.0.0.1:${server.address().port}/`));
