// Keycloak: receives events of an HTTP event listener and sends them to Assay.
// Run:  ASSAY_SECRET_KEY=sec_… KEYCLOAK_SECRET=… node examples/keycloak/adapter.mjs
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';
import { createAssay } from '../node/assay.mjs';

const { ASSAY_URL = 'http://127.0.0.1:8080', ASSAY_SECRET_KEY, KEYCLOAK_SECRET, PORT = '4001' } = process.env;
if (!ASSAY_SECRET_KEY || !KEYCLOAK_SECRET) throw new Error('set ASSAY_SECRET_KEY and KEYCLOAK_SECRET');
const assay = createAssay({ baseUrl: ASSAY_URL, secretKey: ASSAY_SECRET_KEY });

/** Longer requests do not come from Keycloak. */
const MAX_BODY_LENGTH = 256 * 1024;
const EVENTS = {
  'access.LOGIN': 'login',
  'access.LOGIN_ERROR': 'login_failed',
  'access.REGISTER': 'signup',
  'access.RESET_PASSWORD': 'password_reset_completed',
  'access.SEND_RESET_PASSWORD': 'password_reset_requested',
  'access.UPDATE_EMAIL': 'email_change',
  'access.UPDATE_PASSWORD': 'password_change',
  'access.REMOVE_TOTP': 'mfa_disabled',
  'access.LOGOUT': 'logout',
};

function isKeycloak(request, body) {
  const expected = Buffer.from(createHmac('sha256', KEYCLOAK_SECRET).update(body).digest('hex'));
  const given = Buffer.from(String(request.headers['x-keycloak-signature'] ?? ''));
  return given.length === expected.length && timingSafeEqual(given, expected);
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
  const body = await readBody(request);
  if (body === null || !isKeycloak(request, body)) return response.writeHead(401).end();
  const { type, authDetails, details } = JSON.parse(body); // either of the last two may be missing or null
  const event = EVENTS[type];
  const account = authDetails?.userId ?? details?.username;
  if (event !== undefined && account) {
    const visitor = { account: { id: account }, ip_address: authDetails?.ipAddress };
    await assay.assess({ event, ...visitor });
  }
  response.writeHead(204).end();
});
server.listen(Number(PORT), '127.0.0.1', () => console.log(`listening on http://127.0.0.1:${server.address().port}/`));
