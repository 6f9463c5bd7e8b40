// `npm run test:examples`: runs the examples of frameworks and identity servers against the service, and a third linter on the OpenAPI
// document. Their packages are installed into examples/frameworks first; `npm test` does not need them.
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { startTestServer, type TestServer } from '../http/test-server.ts';
import { checkLoginServer, startSite } from './login-server.ts';
import { eventsOf } from './programs.ts';

const FRAMEWORKS = new URL('../../examples/frameworks/', import.meta.url);
const BROWSER =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/147.0.0.0 Safari/537.36';
const SIGNALS = { persistent_id: 'b8f1f6c2-6f0c-4f6e-9a57-0d6c1d6f1c11', platform: 'Win32', timezone: 'Europe/London' };
const node = (...args: string[]) => [process.execPath, ...args] as const;

let server: TestServer;
let environment: Record<string, string>;
before(async () => {
  server = await startTestServer();
  const baseUrl = await server.app.listen({ host: '127.0.0.1', port: 0 });
  environment = { ASSAY_URL: baseUrl, ASSAY_SECRET_KEY: server.keys.test.secret };
});
after(() => server.close());

const types = async (account: string) => (await eventsOf(server, account)).map((event) => event.split(' ')[0]);

for (const name of ['express', 'fastify']) {
  test(`${name}: login, challenge, outage; a protected route`, async () => {
    const own = await startTestServer();
    try {
      const baseUrl = await own.app.listen({ host: '127.0.0.1', port: 0 });
      await checkLoginServer(own, baseUrl, node(`frameworks/${name}.mjs`), false);
      await checkProtectedRoute(own, baseUrl, name);
    } finally {
      await own.close();
    }
  });
}

async function checkProtectedRoute(own: TestServer, baseUrl: string, name: string): Promise<void> {
  const keys = { ASSAY_URL: baseUrl, ASSAY_SECRET_KEY: own.keys.test.secret };
  const site = await startSite(node(`frameworks/${name}.mjs`), keys);
  try {
    const headers = { 'content-type': 'application/json', 'user-agent': BROWSER };
    const post = (path: string, body: object, cookie = '') =>
      fetch(new URL(path, site.url), { method: 'POST', headers: { ...headers, cookie }, body: JSON.stringify(body) });
    assert.equal((await post('/payments', {})).status, 401);
    const login = await post('/login', { name: 'ana', password: 'fern', signals: SIGNALS });
    const paid = await post('/payments', { signals: SIGNALS }, login.headers.get('set-cookie')?.split(';')[0]);
    assert.deepEqual([paid.status, await paid.json()], [200, { next: 'paid' }]);
    assert.ok((await eventsOf(own, 'ana')).some((event) => event.startsWith('payment_attempt')));
  } finally {
    await site.close();
  }
}

test('Next.js: a route handler logs in, challenges and passes', async () => {
  const command = node('node_modules/next/dist/bin/next', 'dev', 'nextjs', '--port', '0', '--hostname', '127.0.0.1');
  const site = await startSite(
    command,
    { ...environment, NEXT_TELEMETRY_DISABLED: '1' },
    FRAMEWORKS,
    /Local:\s+(http:\S+)/,
  );
  try {
    const send = async (path: string, body: object, cookie = '') => {
      const headers = {
        'content-type': 'application/json',
        'user-agent': BROWSER,
        'x-forwarded-for': '203.0.113.9',
        cookie,
      };
      return fetch(new URL(path, site.url), {
        method: 'POST',
        headers,
        body: JSON.stringify({ signals: SIGNALS, ...body }),
      });
    };
    const incomplete = await send('/login', { name: 'eve' });
    assert.deepEqual([incomplete.status, incomplete.headers.get('set-cookie')], [400, null]);
    const login = await send('/login', { name: 'force_challenge_ana', password: 'fern' });
    assert.deepEqual(await login.json(), { next: 'second_factor' });
    const code = await site.printed(/code for force_challenge_ana: (\d{6})/);
    const cookie = login.headers.get('set-cookie')?.split(';')[0];
    assert.deepEqual(await (await send('/second-factor', { code }, cookie)).json(), { next: 'welcome' });
  } finally {
    await site.close();
  }
  assert.deepEqual(await eventsOf(server, 'force_challenge_ana'), [
    'login challenge mfa_passed',
    'mfa_challenge challenge',
    'mfa_passed challenge',
  ]);
});

test('Auth.js: authorize returns a user, refuses, and challenges', async () => {
  const site = await startSite(node('frameworks/authjs.mjs'), { ...environment, AUTH_SECRET: 'test-only-secret' });
  try {
    const signIn = async (fields: Record<string, string>) => {
      const csrf = await fetch(new URL('/auth/csrf', site.url));
      const { csrfToken } = (await csrf.json()) as { csrfToken: string };
      const response = await fetch(new URL('/auth/callback/credentials', site.url), {
        method: 'POST',
        redirect: 'manual',
        headers: {
          'content-type': 'application/x-www-form-urlencoded',
          'user-agent': BROWSER,
          'x-forwarded-for': '203.0.113.8',
          cookie: csrf.headers
            .getSetCookie()
            .map((text) => text.split(';')[0])
            .join('; '),
        },
        body: new URLSearchParams({ csrfToken, signals: JSON.stringify(SIGNALS), ...fields }),
      });
      const error = new URL(response.headers.get('location') ?? '', site.url).searchParams.get('code');
      return { error, session: response.headers.getSetCookie().some((text) => text.includes('session-token=')) };
    };
    assert.deepEqual(await signIn({ name: 'ana', password: 'fern' }), { error: null, session: true });
    assert.deepEqual(await signIn({ name: 'ana', password: 'no' }), { error: 'credentials', session: false });
    assert.deepEqual(await signIn({ name: 'eve' }), { error: 'credentials', session: false });
    const failures = (await types('ana')).length;
    const guess = { name: 'ana', password: 'no', signals: '{' };
    assert.deepEqual(await signIn(guess), { error: 'credentials', session: false });
    assert.equal((await types('ana')).length, failures + 1);
    assert.deepEqual(await signIn({ name: 'force_block_ana', password: 'fern' }), { error: 'blocked', session: false });
    const challenged = await signIn({ name: 'force_challenge_ana', password: 'fern' });
    assert.match(challenged.error ?? '', /^second_factor\./);
    const [, token = ''] = (challenged.error ?? '').split('.');
    const code = await site.printed(/code for force_challenge_ana: (\d{6})/);
    assert.deepEqual(await signIn({ name: 'force_challenge_ana', code, token }), { error: null, session: true });
  } finally {
    await site.close();
  }
  assert.deepEqual((await types('force_challenge_ana')).slice(-3), ['login', 'mfa_challenge', 'mfa_passed']);
});

test('better-auth: a hook after the sign-in challenges, takes the session back, and limits guesses of the code', async () => {
  for (const [prefix, first] of [
    ['force_allow_', 200],
    ['force_block_', 403],
    ['force_challenge_', 401],
  ] as const) {
    const site = await startSite(node('frameworks/better-auth.mjs'), { ...environment, ID_PREFIX: prefix });
    try {
      const post = (path: string, body: object, headers: Record<string, string> = {}) =>
        fetch(new URL(`/api/auth${path}`, site.url), {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            'user-agent': BROWSER,
            'x-forwarded-for': '203.0.113.6',
            'x-assay-signals': JSON.stringify(SIGNALS),
            origin: new URL(site.url).origin,
            ...headers,
          },
          body: JSON.stringify(body),
        });
      const person = { email: 'ana@example.com', password: 'fern-fern-fern' };
      const { user } = (await (await post('/sign-up/email', { ...person, name: 'Ana' })).json()) as {
        user: { id: string };
      };
      assert.ok(user.id.startsWith(prefix));
      assert.equal((await post('/sign-in/email', { ...person, password: 'wrong-wrong' })).status, 401);
      assert.deepEqual(await types('ana@example.com').then((list) => list.at(-1)), 'login_failed');
      const failures = (await types('ana@example.com')).length;
      const malformed = { 'x-assay-signals': '{' };
      assert.equal((await post('/sign-in/email', { ...person, password: 'wrong-wrong' }, malformed)).status, 401);
      assert.equal((await types('ana@example.com')).length, failures + 1);
      const response = await post('/sign-in/email', person);
      assert.equal(response.status, first);
      const sessionOf = (answer: Response) =>
        answer.headers.getSetCookie().some((text) => /session_token=[^;]+/.test(text) && !/Max-Age=0/i.test(text));
      assert.equal(sessionOf(response), first === 200);
      if (first !== 401) continue;
      const code = await site.printed(/code for ana@example.com: (\d{6})/);
      const passed = await post('/sign-in/email', person, { 'x-second-factor': code });
      assert.deepEqual([passed.status, sessionOf(passed)], [200, true]);
      assert.deepEqual(await eventsOf(server, user.id), [
        'login challenge mfa_passed',
        'mfa_challenge challenge',
        'mfa_passed challenge',
      ]);
      // After three guesses a code is no longer accepted, however many addresses the guesses come from.
      const eve = { ...person, email: 'eve@example.com' };
      assert.equal((await post('/sign-up/email', { ...eve, name: 'Eve' })).status, 200);
      assert.equal((await post('/sign-in/email', eve)).status, 401);
      const right = await site.printed(/code for eve@example.com: (\d{6})/);
      const wrong = right === '000000' ? '000001' : '000000';
      const codes: string[] = [];
      for (const [at, code] of [wrong, wrong, wrong, right].entries()) {
        const headers = { 'x-second-factor': code, 'x-forwarded-for': `203.0.113.${10 + at}` };
        const refused = await post('/sign-in/email', eve, headers);
        assert.deepEqual([refused.status, sessionOf(refused)], [401, false]);
        codes.push(((await refused.json()) as { code: string }).code);
      }
      assert.deepEqual(codes, ['SECOND_FACTOR_REQUIRED', 'SECOND_FACTOR_REQUIRED', 'SIGN_IN_AGAIN', 'SIGN_IN_AGAIN']);
    } finally {
      await site.close();
    }
  }
});

test('Ory Kratos: the adapter interrupts a login, and reports the second factor', async () => {
  const site = await startSite(node('ory-kratos/adapter.mjs'), { ...environment, KRATOS_HOOK_TOKEN: 'hook-token' });
  try {
    const call = async (body: object, token = 'hook-token') => {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
      const response = await fetch(site.url, { method: 'POST', headers, body: JSON.stringify(body) });
      return {
        status: response.status,
        body: (await response.json()) as { messages?: { messages: { id: number }[] }[] },
      };
    };
    const visitor = { ip_address: '203.0.113.5', user_agent: BROWSER, signals: SIGNALS };
    assert.equal((await call({ account: 'kratos_1', aal: 'aal1', ...visitor })).status, 200);
    assert.equal((await call({ account: 'force_block_kratos', aal: 'aal1', ...visitor })).status, 403);
    const challenged = await call({ account: 'force_challenge_kratos', aal: 'aal1', ...visitor });
    assert.equal(challenged.status, 401);
    assert.equal(challenged.body.messages?.[0]?.messages[0]?.id, 4_100_002);
    assert.equal((await call({ account: 'force_challenge_kratos', aal: 'aal2', ...visitor })).status, 200);
    assert.equal((await call({ account: 'kratos_1', aal: 'aal1' }, 'other')).status, 401);
  } finally {
    await site.close();
  }
  assert.deepEqual(await types('force_challenge_kratos'), ['login', 'mfa_passed']);
});

test('Keycloak: the adapter translates signed events', async () => {
  const site = await startSite(node('keycloak/adapter.mjs'), { ...environment, KEYCLOAK_SECRET: 'listener-secret' });
  try {
    const send = async (event: object, secret = 'listener-secret') => {
      const body = JSON.stringify(event);
      const signature = createHmac('sha256', secret).update(body).digest('hex');
      return (await fetch(site.url, { method: 'POST', headers: { 'x-keycloak-signature': signature }, body })).status;
    };
    const authDetails = { userId: 'kc_1', ipAddress: '203.0.113.4' };
    for (const type of ['access.LOGIN_ERROR', 'access.LOGIN', 'access.CODE_TO_TOKEN', 'access.UPDATE_EMAIL']) {
      assert.equal(await send({ type, authDetails }), 204);
    }
    assert.equal(await send({ type: 'access.LOGIN', authDetails }, 'other'), 401);
  } finally {
    await site.close();
  }
  assert.deepEqual(await types('kc_1'), ['login_failed', 'login', 'email_change']);
});

test('Spectral finds no error in the OpenAPI document', async () => {
  const require = createRequire(fileURLToPath(FRAMEWORKS));
  const { Spectral, Document } = require('@stoplight/spectral-core');
  const { oas } = require('@stoplight/spectral-rulesets');
  const { Json } = require('@stoplight/spectral-parsers');
  const spectral = new Spectral();
  spectral.setRuleset({ extends: [[oas, 'recommended']] });
  const text = readFileSync(new URL('../../docs/openapi.json', import.meta.url), 'utf8');
  const results = (await spectral.run(new Document(text, Json))) as {
    code: string;
    path: unknown[];
    message: string;
  }[];
  const found = results.filter(({ code }) => code !== 'info-contact' && code !== 'oas3-api-servers');
  assert.deepEqual(found.map(({ code, path, message }) => `${code} ${path.join('.')} ${message}`).slice(0, 20), []);
});
