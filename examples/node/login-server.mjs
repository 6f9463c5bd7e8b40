// A login page with a second factor, protected by Assay. Node 20 or newer, no packages. The login itself is in login.mjs.
// Run:  ASSAY_SECRET_KEY=sec_test_… ASSAY_PUBLIC_KEY=pub_test_… node examples/node/login-server.mjs
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { logIn, passChallenge, sessions } from './login.mjs';

const { ASSAY_URL = 'http://127.0.0.1:8080', ASSAY_PUBLIC_KEY, PORT = '3000' } = process.env;
if (!ASSAY_PUBLIC_KEY) throw new Error('set ASSAY_PUBLIC_KEY');

/** The visitor as your server sees them. Behind a proxy, take the address from the header that your proxy sets. */
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
      .writeHead(result.status ?? 200, { 'content-type': 'application/json', ...cookie })
      .end(JSON.stringify({ next: result.next }));
  } catch (error) {
    console.error(error);
    response.writeHead(400, { 'content-type': 'application/json' }).end('{"next":"try_again"}');
  }
});
server.listen(Number(PORT), '127.0.0.1', () => console.log(`listening on http://127.0.0.1:${server.address().port}/`));
