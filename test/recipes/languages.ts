// `npm run test:recipes`: runs the examples of every language but Node against the service. They need tools of their own, so
// `npm test` does not run them. `RECIPES=python,php npm run test:recipes` runs some. A missing tool fails.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { ROOT } from '../cli/run-cli.ts';
import { startTestServer, type TestServer } from '../http/test-server.ts';
import { checkReceiver, checkVectors, endsHalfRequest } from '../webhooks/example-receiver.ts';
import { checkLoginServer, startSite } from './login-server.ts';
import {
  assertSameEventTwice,
  type Command,
  eventsOf,
  runProgram,
  startRefusingService,
  startStallingService,
} from './programs.ts';
import { checkRecipes } from './recipe-program.ts';

/** The example that protects a login: the tool, and its arguments in the folder `examples`. */
const LOGIN_PROGRAMS: Readonly<Record<string, Command>> = {
  curl: ['sh', 'curl/protect_login.sh'],
  php: ['php', 'php/protect_login.php'],
  ruby: ['ruby', 'ruby/protect_login.rb'],
  go: ['go', 'run', 'go/protect_login.go'],
  java: ['java', 'java/ProtectLogin.java'],
};
/** Debian's package of each tool. */
const PACKAGES: Readonly<Record<string, string>> = {
  curl: 'curl',
  php: 'php-cli',
  ruby: 'ruby',
  go: 'golang-go',
  java: 'default-jdk-headless',
  python3: 'python3',
  jsonnet: 'jsonnet',
};
const LANGUAGES = (process.env.RECIPES ?? ['python', 'kratos', ...Object.keys(LOGIN_PROGRAMS)].join()).split(',');

let server: TestServer;
let baseUrl: string;
before(async () => {
  server = await startTestServer();
  baseUrl = await server.app.listen({ host: '127.0.0.1', port: 0 });
});
after(() => server.close());

/** Without this, a missing tool would look like a broken example. */
function requireTool(tool: string): void {
  const { status } = spawnSync('sh', ['-c', `command -v ${tool}`]);
  assert.equal(status, 0, `${tool} is not installed (Debian: ${PACKAGES[tool]})`);
}

for (const language of LANGUAGES.filter((name) => name !== 'python' && name !== 'kratos')) {
  test(`${language} protects a login and survives an outage`, async () => {
    const command = LOGIN_PROGRAMS[language];
    assert.ok(command !== undefined, `there is no recipe in ${language}`);
    requireTool(language);
    const account = `force_challenge_${language}`;
    const environment = { ASSAY_SECRET_KEY: server.keys.test.secret, ACCOUNT: account };
    const patient = { ...environment, ASSAY_TIMEOUT_MS: '10000' };
    assert.equal(
      await runProgram(command, { ...patient, ASSAY_URL: baseUrl }),
      'login challenge\nmfa_passed challenge\n',
    );
    assert.deepEqual(await eventsOf(server, account), ['login challenge mfa_passed', 'mfa_passed challenge']);
    await using stalling = await startStallingService();
    const stalled = { ...environment, ASSAY_URL: stalling.url };
    assert.equal(await runProgram(command, stalled), 'login allow failed open\n');
    await stalling.received(2);
    assertSameEventTwice(stalling);
    await using refusing = await startRefusingService();
    assert.equal(await runProgram(command, { ...patient, ASSAY_URL: refusing.url }), 'login block\n');
  });
}

if (LANGUAGES.includes('python')) {
  test('Python: login server, recipes and webhook receiver', async () => {
    requireTool('python3');
    await checkLoginServer(server, baseUrl, ['python3', '-B', 'python/login_server.py']);
    await checkRecipes(server, baseUrl, ['python3', '-B', 'python/recipes.py']);
    await checkVectors();
    await checkReceiver('python3', ['-B', 'webhook-receiver/receiver.py'], endsHalfRequest);
  });
}

/** What Kratos binds to `ctx` for hooks after a login: https://www.ory.sh/docs/kratos/hooks/configure-hooks */
const kratosContext = (id: string, requestHeaders: Record<string, string[]>, flow: object) => ({
  flow: { id: '3c1f0a3e-0000-4000-8000-000000000000', type: 'browser', requested_aal: 'aal1', ...flow },
  identity: { id, schema_id: 'default', traits: { email: 'ana@example.com' } },
  request_headers: requestHeaders,
  request_method: 'POST',
  request_url: 'http://127.0.0.1:4433/self-service/login',
  request_cookies: {},
});

if (LANGUAGES.includes('kratos')) {
  test('Ory Kratos: the template turns the context of a hook into an event, whatever is unknown', async () => {
    requireTool('jsonnet');
    const keys = { ASSAY_URL: baseUrl, ASSAY_SECRET_KEY: server.keys.test.secret, KRATOS_HOOK_TOKEN: 'hook-token' };
    const site = await startSite([process.execPath, 'ory-kratos/adapter.mjs'], keys);
    try {
      const call = async (context: object) => {
        const template = join(ROOT, 'examples/ory-kratos/assay.jsonnet');
        const made = spawnSync('jsonnet', ['--tla-code', `ctx=${JSON.stringify(context)}`, template], {
          encoding: 'utf8',
        });
        assert.equal(made.status, 0, made.stderr);
        const headers = { authorization: 'Bearer hook-token', 'content-type': 'application/json' };
        return (await fetch(site.url, { method: 'POST', headers, body: made.stdout })).status;
      };
      const requestHeaders = { 'User-Agent': ['Mozilla/5.0'], 'X-Forwarded-For': ['198.51.100.1, 203.0.113.5'] };
      const signals = { transient_payload: { signals: { platform: 'Win32' } } };
      assert.equal(await call(kratosContext('force_block_k1', requestHeaders, signals)), 403);
      assert.equal(await call(kratosContext('force_block_k2', {}, {})), 403);
      assert.equal(await call(kratosContext('force_block_k3', {}, { transient_payload: null })), 403);
    } finally {
      await site.close();
    }
    const headers = { authorization: `Bearer ${server.keys.test.secret}` };
    const url = `/v1/environments/${server.environments.test.id}/events?account_id=force_block_k1`;
    const { id } = (await server.request({ url, headers })).json().data[0];
    const { data } = (await server.request({ url: `/v1/events/${id}`, headers })).json();
    assert.equal(data.ip_address, '203.0.113.5');
  });
}
