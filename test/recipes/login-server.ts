// Drives an example login server as a visitor's browser does, and checks the recorded events.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { ROOT } from '../cli/run-cli.ts';
import type { TestServer } from '../http/test-server.ts';
import { assertSameEventTwice, type Command, eventsOf, startStallingService } from './programs.ts';

const BROWSER =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/147.0.0.0 Safari/537.36';
const SIGNALS = { persistent_id: 'b8f1f6c2-6f0c-4f6e-9a57-0d6c1d6f1c11', platform: 'Win32', timezone: 'Europe/London' };

/** Signals that no browser sends: the service rejects the event, but the login must still be decided. */
const MALFORMED = [
  'x',
  { platform: 'Win\0' },
  { list: JSON.parse('['.repeat(40) + ']'.repeat(40)) },
  { a: 'x'.repeat(60_000) },
  null,
];

/** Logins without a name or a password: each would equal the missing entry of an unknown name. */
const INCOMPLETE = [
  { name: 'eve' },
  { name: 'eve', password: null },
  { name: 'eve', password: '' },
  { name: 'ana' },
  { name: 'ana', password: ['fern'] },
  { name: ['ana'], password: 'fern' },
  { password: 'fern' },
  {},
  [],
  null,
];

interface Site {
  url: string;
  /** Waits for a line of its output and returns the first group. */
  printed(pattern: RegExp): Promise<string>;
  close(): Promise<void>;
}

/** A visitor whose requests share cookies. */
function visitor(url: string) {
  let cookie = '';
  return async (path: string, fields: Record<string, unknown>): Promise<string> => {
    const response = await fetch(new URL(path, url), {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': BROWSER, cookie },
      body: JSON.stringify({ signals: SIGNALS, ...fields }),
    });
    cookie = response.headers.get('set-cookie')?.split(';')[0] ?? cookie;
    return ((await response.json()) as { next: string }).next;
  };
}

/** A site that hangs is killed after this time, ms, and its test fails. */
const MAX_RUN = 60_000;

/** A site that serves the login on its own address, which its output contains. */
export async function startSite(
  [program, ...args]: Command,
  environment: Record<string, string>,
  folder: string | URL = join(ROOT, 'examples'),
  address = /listening on (http:\S+)/,
): Promise<Site> {
  const env = { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', PORT: '0', ...environment };
  const child = spawn(program, args, { cwd: folder, env, detached: true });
  const lines: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      lines.push(text);
      child.emit('printed');
    });
  }
  const printed = async (pattern: RegExp) => {
    for (;;) {
      const found = pattern.exec(lines.join(''));
      if (found !== null) return found[1] ?? '';
      assert.ok(child.exitCode === null && child.signalCode === null, lines.join(''));
      await Promise.race([once(child, 'printed'), once(child, 'close')]);
    }
  };
  const close = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    // The whole group: a development server of Next.js outlives its parent.
    process.kill(-(child.pid as number), 'SIGKILL');
    await once(child, 'close');
  };
  const expiry = setTimeout(() => void close(), MAX_RUN);
  child.once('close', () => clearTimeout(expiry));
  return { url: await printed(address), printed, close };
}

/** All cases of the guide: wrong password, blocked, challenged and passed, and an outage. */
export async function checkLoginServer(
  server: TestServer,
  baseUrl: string,
  command: Command,
  hasPage = true,
): Promise<void> {
  const keys = { ASSAY_SECRET_KEY: server.keys.test.secret, ASSAY_PUBLIC_KEY: server.keys.test.public };
  const site = await startSite(command, { ASSAY_URL: baseUrl, ASSAY_TIMEOUT_MS: '10000', ...keys });
  try {
    if (hasPage) assert.match(await (await fetch(site.url)).text(), /sdk\/v1\.js" data-public-key="pub_test_/);
    const send = visitor(site.url);
    assert.equal(await send('/login', { name: 'ana', password: 'wrong' }), 'try_again');
    assert.equal(await send('/login', { name: 'nobody', password: 'fern' }), 'try_again');
    await assertIncompleteRefused(site.url);
    assert.equal(await send('/login', { name: 'ana', password: 'fern' }), 'welcome');
    assert.equal(await send('/login', { name: 'force_block_ana', password: 'fern' }), 'blocked');
    for (const signals of MALFORMED) {
      assert.equal(await send('/login', { name: 'bob', password: 'wrong', signals }), 'try_again');
      assert.equal(await send('/login', { name: 'force_block_ana', password: 'fern', signals }), 'blocked');
    }
    assert.equal(await send('/second-factor', { code: '000000' }), 'try_again');
    assert.equal(await send('/login', { name: 'force_challenge_ana', password: 'fern' }), 'second_factor');
    const code = await site.printed(/code for force_challenge_ana: (\d{6})/);
    assert.equal(await send('/second-factor', { code: code === '000000' ? '000001' : '000000' }), 'second_factor');
    assert.equal(await send('/second-factor', { code }), 'welcome');
    assert.equal(await send('/second-factor', { code }), 'try_again');
    if (hasPage)
      assert.equal((await fetch(new URL('/login', site.url), { method: 'POST', body: 'no JSON' })).status, 400);
  } finally {
    await site.close();
  }
  assert.deepEqual(
    (await eventsOf(server, 'ana')).map((event) => event.split(' ')[0]),
    ['login_failed', 'login'],
  );
  assert.deepEqual(await eventsOf(server, 'nobody'), ['login_failed allow']);
  assert.deepEqual(await eventsOf(server, 'eve'), []);
  assert.deepEqual(await eventsOf(server, 'force_block_ana'), Array(1 + MALFORMED.length).fill('login block'));
  assert.equal((await eventsOf(server, 'bob')).length, MALFORMED.length);
  assert.deepEqual(await eventsOf(server, 'force_challenge_ana'), [
    'login challenge mfa_passed',
    'mfa_challenge challenge',
    'mfa_failed challenge',
    'mfa_passed challenge',
  ]);
  await checkOutage(command, keys);
}

/** Asserts that a missing password or code is never accepted. */
async function assertIncompleteRefused(url: string): Promise<void> {
  const post = (path: string, body: unknown) => {
    const headers = { 'content-type': 'application/json', 'user-agent': BROWSER };
    return fetch(new URL(path, url), { method: 'POST', headers, body: JSON.stringify(body) });
  };
  for (const path of ['/login', '/second-factor']) {
    for (const body of INCOMPLETE) {
      const response = await post(path, body);
      const what = `${path} ${JSON.stringify(body)}`;
      assert.deepEqual([response.status, response.headers.get('set-cookie')], [400, null], what);
    }
  }
  const unknown = await post('/login', { name: 'mallory', password: 'fern' });
  assert.deepEqual([unknown.headers.get('set-cookie'), await unknown.json()], [null, { next: 'try_again' }]);
}

/** The login of a stalled service continues; the decision that arrives later ends the session. */
async function checkOutage(command: Command, keys: Record<string, string>): Promise<void> {
  await using stalling = await startStallingService();
  const site = await startSite(command, { ASSAY_URL: stalling.url, ...keys });
  try {
    assert.equal(await visitor(site.url)('/login', { name: 'ana', password: 'fern' }), 'welcome');
    assert.equal(await site.printed(/end the sessions of (\w+)/), 'ana');
    assertSameEventTwice(stalling);
  } finally {
    await site.close();
  }
}
