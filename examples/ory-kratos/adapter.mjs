// Ory Kratos: receives the web hook after a login, asks Assay, and interrupts the login if the decision requires it.
// Run:  ASSAY_SECRET_KEY=sec_… KRATOS_HOOK_TOKEN=… node examples/ory-kratos/adapter.mjs    and configure kratos.yml beside this file.
import { createHash, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';
import { createAssay } from '../node/assay.mjs';

const { ASSAY_URL = 'http://127.0.0.1:8080', ASSAY_SECRET_KEY, KRATOS_HOOK_TOKEN, PORT = '4000' } = process.env;
if (!ASSAY_SECRET_KEY || !KRATOS_HOOK_TOKEN) throw new Error('set ASSAY_SECRET_KEY and KRATOS_HOOK_TOKEN');
const assay = createAssay({ baseUrl: ASSAY_URL, secretKey: ASSAY_SECRET_KEY });

/** Longer requests do not come from Kratos. */
const MAX_BODY_LENGTH = 256 * 1024;

const digest = (text) => createHash('sha256').update(text).digest();
const isKratos = (request) =>
  timingSafeEqual(digest(request.headers.authorization ?? ''), digest(`Bearer ${KRATOS_HOOK_TOKEN}`));

/** The message that Kratos shows to the user: https://www.ory.sh/docs/kratos/hooks/configure-hooks, "Canceling webhooks". */
const interruption = (id, text) => ({ messages: [{ instance_ptr: '#/', messages: [{ id, text, type: 'error' }] }] });

/** Called after the first factor. With `aal2`, Kratos has already asked for the second, so a passed challenge is reported. */
async function afterLogin({ account, aal, ip_address, user_agent, signals }) {
  const event = { account: { id: account }, ip_address, user_agent, signals };
  if (aal === 'aal2') {
    await assay.assess({ event: 'mfa_passed', ...event });
    return [200, {}];
  }
  const { decision } = await assay.assess({ event: 'login', ...event });
  if (decision === 'block') return [403, interruption(4_100_001, 'Login is not possible right now.')];
  // On this message, the application sends the user to the login flow again with ?aal=aal2.
  if (decision === 'challenge') return [401, interruption(4_100_002, 'Confirm this login with your second factor.')];
  return [200, {}];
}

/** Null if the body is too long or the sender has disconnected: an uncaught error here would end the process. */
async function readBody(request) {
  let body = '';
  try {
    for await (const chunk of request.setEncoding('utf8')) {
      body += chunk;
      if (body.length > MAX_BODY_LENGTH) return null;
    }
  } catch {
    return null;
  }
  return body;
}

const server = createServer(async (request, response) => {
  const respond = (status, body) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  const body = await readBody(request);
  if (body === null || !isKratos(request)) return respond(401, {});
  try {
    respond(...(await afterLogin(JSON.parse(body))));
  } catch (error) {
    console.error(error.message);
    respond(200, {}); // fail open
  }
});
server.listen(Number(PORT), '127.0.0.1', () => console.log(`listening on http://127.0.0.1:${server.address().port}/`));
