// Starting and stopping the service: the first start's output, signals, and failures to start.
import assert from 'node:assert/strict';
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { sampleCurl } from '../../src/vocabulary/sample-event.ts';
import { assertNoPlainSecrets } from '../plain-secrets.ts';
import { type ProcessResult, ROOT, resultOf, startScript, withFolder } from './run-cli.ts';

/** Starts the service and waits until it has printed `until`; returns its output so far. */
async function start(
  dataDir: string,
  until = 'Assay is ready',
  environment: Record<string, string> = {},
): Promise<{ child: ChildProcess; output: string }> {
  const child = startScript('scripts/start.mjs', [], { dataDir, environment: { PORT: '0', ...environment } });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += chunk));
  while (!output.includes(until)) {
    assert.equal(child.exitCode, null, output);
    await pause(20);
  }
  return { child, output };
}

/** Starts the service in an environment in which it fails to start, and waits for its end. */
function failToStart(dataDir: string, environment: Record<string, string>): Promise<ProcessResult> {
  return resultOf(startScript('scripts/start.mjs', [], { dataDir, environment: { PORT: '0', ...environment } }));
}

async function stop(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  const exited = once(child, 'exit');
  child.kill(signal);
  return (await exited)[0];
}

/** Runs `npm start`'s script on a pseudo-terminal of 40 lines and 100 columns until `work` ends, then presses Ctrl-C. */
async function onTerminal(dataDir: string, work: (screen: () => string) => Promise<void>): Promise<number | null> {
  const command = `stty rows 40 cols 100; exec ${process.execPath} ${join(ROOT, 'scripts/start.mjs')}`;
  const env = { PATH: process.env.PATH ?? '', SHELL: '/bin/sh', NO_COLOR: '1', PORT: '0', DATA_DIR: dataDir };
  const child = spawn('script', ['-qefc', command, '/dev/null'], { cwd: ROOT, env });
  let output = '';
  child.stdout.on('data', (chunk) => (output += chunk));
  const exited = once(child, 'exit');
  try {
    const screen = () => output.replaceAll('\r', '');
    while (!/'\n\n/.test(screen())) {
      assert.equal(child.exitCode, null, output);
      await pause(10);
    }
    await work(screen);
  } finally {
    child.stdin.write('\u0003');
    await exited;
  }
  return child.exitCode;
}

/** How many rows of a terminal with 100 columns a text takes. */
const rows = (text: string) =>
  text.split('\n').reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / 100)), 0);

test('ends the first start on a terminal with keys, address and a working curl, then shows each decision', async () => {
  await withFolder(async (folder) => {
    const dataDir = join(folder, 'data');
    const code = await onTerminal(dataDir, async (screen) => {
      const values = JSON.parse(readFileSync(join(dataDir, 'first-run.json'), 'utf8'));
      for (const kind of ['test', 'live']) {
        assert.ok(screen().includes(values.environments[kind].secret_key));
      }
      assert.ok(screen().includes(`Dashboard   ${values.base_url}/\n`));
      assert.ok(screen().includes(values.owner.password));
      // `npm start` prints four lines before, and a build three.
      assert.ok(rows(screen()) <= 40 - 7, screen());
      const curl = /^curl [\s\S]*?'$/m.exec(screen())?.[0] ?? '';
      const response = JSON.parse(execFileSync('bash', ['-c', curl], { encoding: 'utf8' }));
      assert.deepEqual([response.data.risk.score, response.data.risk.decision], [20, 'allow']);
      await fetch(`${values.base_url}/`);
      await fetch(`${values.base_url}/v1/nothing`);
      while (!screen().includes('credential_missing')) await pause(10);
      const lines = screen().split("'\n\n")[1]?.trimEnd().split('\n') ?? [];
      assert.deepEqual(
        lines.map((line) => line.replace(/^\d\d:\d\d:\d\d /, '').replace(/[\d.]+ ms$/, 'N ms')),
        [`allow      20  login  ${response.data.id}  NEW_DEVICE  N ms`, 'GET unknown 401 credential_missing N ms'],
      );
    });
    assert.equal(code, 0);
  });
});

test('never prints a secret where standard output is not a terminal; SIGTERM and SIGINT exit with 0', async () => {
  await withFolder(async (folder) => {
    const dataDir = join(folder, 'data');
    const first = await start(dataDir, 'Assay is set up');
    const file = join(dataDir, 'first-run.json');
    assert.ok(first.output.includes(`are in ${file}`), first.output);
    const values = JSON.parse(readFileSync(file, 'utf8'));
    assertNoPlainSecrets('the output of the first start', first.output);
    assert.ok(!first.output.includes(values.owner.password));
    assert.ok(!first.output.includes('pub_'));
    assert.equal(await stop(first.child, 'SIGTERM'), 0);

    const second = await start(dataDir);
    assert.doesNotMatch(second.output, /set up|(pub|sec)_(test|live)_/);
    assert.equal(await stop(second.child, 'SIGINT'), 0);
  });
});

test('takes the owner from the settings, and writes a chosen password to no file', async () => {
  await withFolder(async (folder) => {
    const dataDir = join(folder, 'data');
    const passwordFile = join(folder, 'password');
    writeFileSync(passwordFile, 'a password of the operator\n');
    const environment = { ASSAY_OWNER_EMAIL: 'Ops@Example.com', ASSAY_OWNER_PASSWORD_FILE: passwordFile };
    const { child } = await start(dataDir, 'Assay is ready', environment);
    const values = JSON.parse(readFileSync(join(dataDir, 'first-run.json'), 'utf8'));
    assert.deepEqual(values.owner, { email: 'ops@example.com', password: null });
    const response = await fetch(`${values.base_url}/v1/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'ops@example.com', password: 'a password of the operator' }),
    });
    assert.equal(response.status, 200);
    assert.equal(await stop(child, 'SIGTERM'), 0);
  });
});

test('exits with 0 when stopped during the start', async () => {
  await withFolder(async (dataDir) => {
    const { child } = await start(dataDir, 'Assay is set up');
    assert.equal(await stop(child, 'SIGTERM'), 0);
  });
});

test('a start that fails after it listens closes what it has opened', async () => {
  await withFolder(async (dataDir) => {
    mkdirSync(join(dataDir, 'first-run.json.unfinished'));
    const { code, stderr } = await failToStart(dataDir, {});
    assert.match(stderr, /^assay: .*first-run\.json\.unfinished .* is a folder \(EISDIR\); move it away\n$/);
    assert.equal(code, 1);
    // The listener would keep the process alive until it exits by force, which leaves a log.
    assert.equal(existsSync(join(dataDir, 'assay.db-wal')), false, 'the database is closed');
  });
});

test('exits with 2 on invalid configuration, 1 on a taken port or unreachable database', async () => {
  await withFolder(async (dataDir) => {
    const invalid = await failToStart(dataDir, { PORT: '70000', ASSAY_ROLES: 'api' });
    assert.equal(invalid.code, 2);
    assert.match(invalid.stderr, /PORT must be an integer from 0 to 65535, not "70000"\n.*did you mean ASSAY_ROLE\?/);

    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as { port: number };
    const taken = await failToStart(dataDir, { PORT: String(port) });
    other.close();
    assert.equal(taken.code, 1);
    assert.equal(
      taken.stderr,
      `assay: port ${port} on 127.0.0.1 is in use by another process (EADDRINUSE): stop that one, or set PORT to another port\n`,
    );
    assert.equal(existsSync(join(dataDir, 'first-run.json')), false, 'the first run is still to come');
    assert.equal(existsSync(join(dataDir, 'assay.db-wal')), false, 'the database is closed');

    const unreachable = await failToStart(dataDir, { DATABASE_URL: 'postgres://nobody:secret@127.0.0.1:1/none' });
    assert.equal(unreachable.code, 1);
    assert.equal(
      unreachable.stderr,
      'assay: the database of DATABASE_URL (127.0.0.1:1) cannot be reached: connection refused\n',
    );
    for (const [host, message] of [
      ['nonsense.invalid', /^assay: HOST nonsense\.invalid cannot be resolved \((ENOTFOUND|EAI_AGAIN)\)\n$/],
      // Reserved for documentation, so no machine has it.
      ['192.0.2.1', /^assay: HOST 192\.0\.2\.1 is not an address of this machine \(EADDRNOTAVAIL\)\n$/],
    ] as const) {
      const failed = await failToStart(dataDir, { HOST: host });
      assert.equal(failed.code, 1);
      assert.match(failed.stderr, message);
    }
  });
});

test('leaves no key file after a failed start', async () => {
  await withFolder(async (dataDir) => {
    const keyFile = join(dataDir, 'encryption-keys');
    assert.equal((await failToStart(dataDir, { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' })).code, 1);
    assert.equal(existsSync(keyFile), false, 'the storage is unreachable');

    // The database is created with other keys.
    const first = await start(dataDir);
    assert.equal(await stop(first.child, 'SIGTERM'), 0);
    assert.ok(existsSync(keyFile));
    rmSync(keyFile);
    const foreign = await failToStart(dataDir, {});
    assert.equal(foreign.code, 1);
    assert.match(foreign.stderr, /encrypted with keys that this process does not have/);
    assert.deepEqual(
      readdirSync(dataDir).filter((name) => name.startsWith('encryption-keys')),
      [],
    );
  });
});

test('does not start a second service on one SQLite database', async () => {
  await withFolder(async (dataDir) => {
    const first = await start(dataDir);
    const second = await failToStart(dataDir, {});
    assert.equal(second.code, 1);
    assert.match(second.stderr, /another process has .*assay\.db open/);
    assert.equal(await stop(first.child, 'SIGTERM'), 0);
  });
});

test('says before a build and after it that the packages are not installed', async () => {
  await withFolder(async (folder) => {
    for (const name of ['bin', 'scripts', 'src', 'package.json', 'package-lock.json']) {
      cpSync(join(ROOT, name), join(folder, name), { recursive: true });
    }
    const run = (program: string) => resultOf(spawn(process.execPath, [program], { cwd: folder }));
    const unbuilt = await run('scripts/start.mjs');
    assert.deepEqual(
      [unbuilt.code, unbuilt.stderr],
      [1, 'assay: the package esbuild is not installed; run npm ci first\n'],
    );
    for (const name of ['main.js', 'service.js', 'chunks']) {
      cpSync(join(ROOT, 'dist', name), join(folder, 'dist', name), { recursive: true });
    }
    const built = await run('dist/main.js');
    assert.equal(built.code, 1);
    assert.match(
      built.stderr,
      /^assay: the program cannot be loaded: the package \S+ is not installed; run npm ci first\n$/,
    );
  });
});

test('the README contains the curl of the first start', () => {
  const readme = readFileSync(join(ROOT, 'README.md'), 'utf8');
  assert.ok(readme.includes(sampleCurl('http://127.0.0.1:8080', 'pub_test_YOUR_KEY')));
});
