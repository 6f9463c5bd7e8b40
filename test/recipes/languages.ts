// `npm run test:recipes`: runs the examples of every language but Node against the service. They need the tools of those languages, so
// `npm test` does not run them. `RECIPES=python,php npm run test:recipes` runs some. A missing tool fails.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { after, before, test } from 'node:test';
import { startTestServer, type TestServer } from '../http/test-server.ts';
import { checkReceiver, checkVectors } from '../webhooks/example-receiver.ts';
import { checkLoginServer } from './login-server.ts';
import { assertSameEventTwice, type Command, eventsOf, runProgram, startStallingService } from './programs.ts';
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
};
const LANGUAGES = (process.env.RECIPES ?? ['python', ...Object.keys(LOGIN_PROGRAMS)].join()).split(',');

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

for (const language of LANGUAGES.filter((name) => name !== 'python')) {
  test(`${language} protects a login and survives an outage`, async () => {
    const command = LOGIN_PROGRAMS[language];
    assert.ok(command !== undefined, `there is no recipe in ${language}`);
    requireTool(language);
    const account = `force_challenge_${language}`;
    const environment = { ASSAY_URL: baseUrl, ASSAY_SECRET_KEY: server.keys.test.secret, ACCOUNT: account };
    assert.equal(await runProgram(command, environment), 'login challenge\nmfa_passed challenge\n');
    assert.deepEqual(await eventsOf(server, account), ['login challenge mfa_passed', 'mfa_passed challenge']);
    await using stalling = await startStallingService();
    const stalled = { ...environment, ASSAY_URL: stalling.url };
    assert.equal(await runProgram(command, stalled), 'login allow failed open\n');
    await stalling.received(2);
    assertSameEventTwice(stalling);
  });
}

if (LANGUAGES.includes('python')) {
  test('Python: login server, recipes and webhook receiver', async () => {
    requireTool('python3');
    await checkLoginServer(server, baseUrl, ['python3', '-B', 'python/login_server.py']);
    await checkRecipes(server, baseUrl, ['python3', '-B', 'python/recipes.py']);
    await checkVectors();
    await checkReceiver('python3', ['-B', 'webhook-receiver/receiver.py']);
  });
}
