// Starting and stopping the service: the first start's output, signals, and failures to start.
import assert from 'node:assert/strict';
import { type ChildProcess, execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { sampleCurl } from '../../src/cli/sample-event.ts';
import { type ProcessResult, ROOT, resultOf, startScript, withFolder } from './run-cli.ts';

/** Starts the service and waits until it has printed `until`; returns its output so far. */
async function start(dataDir: string, until = 'Assay is ready'): Promise<{ child: ChildProcess; output: string }> {
  const child = startScript('scripts/start.mjs', [], { dataDir, environment: { PORT: '0' } });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += chunk));
  while (!output.includes(until)) {
    assert.equal(child.exitCode, null, output);
    await pause(1);
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

test('prints a working curl on the first start only; SIGTERM and SIGINT exit with 0', async () => {
  await withFolder(async (folder) => {
    const dataDir = join(folder, 'data');
    const first = await start(dataDir);
    const curl = /^curl [\s\S]*?'$/m.exec(first.output)?.[0] ?? '';
    assert.match(curl, /\/v1\/events/, first.output);
    const response = JSON.parse(execFileSync('bash', ['-c', curl], { encoding: 'utf8' }));
    assert.equal(response.data.event_type, 'login');
    assert.deepEqual([response.data.risk.score, response.data.risk.decision], [20, 'allow']);
    assert.deepEqual(
      response.data.risk.signals.map(({ code }: { code: string }) => code),
      ['NEW_DEVICE'],
    );
    const values = JSON.parse(readFileSync(join(dataDir, 'first-run.json'), 'utf8'));
    assert.ok(curl.includes(`${values.base_url}/v1/events`));
    const detail = await fetch(`${values.base_url}/v1/events/${response.data.id}`, {
      headers: { authorization: `Bearer ${values.environments.test.secret_key}` },
    });
    assert.equal(detail.status, 200);
    assert.equal(await stop(first.child, 'SIGTERM'), 0);

    const second = await start(dataDir);
    assert.doesNotMatch(second.output, /(pub|sec)_(test|live)_|Login/);
    assert.equal(await stop(second.child, 'SIGINT'), 0);
  });
});

test('exits with 0 when stopped during the start', async () => {
  await withFolder(async (dataDir) => {
    const { child } = await start(dataDir, 'curl ');
    assert.equal(await stop(child, 'SIGTERM'), 0);
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
    assert.match(taken.stderr, new RegExp(`EADDRINUSE.*${port}`));

    const unreachable = await failToStart(dataDir, { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' });
    assert.equal(unreachable.code, 1);
    assert.match(unreachable.stderr, /^assay: /);
  });
});

test('leaves no key file after a failed start', async () => {
  await withFolder(async (dataDir) => {
    const keyFile = join(dataDir, 'encryption-keys');
    assert.equal((await failToStart(dataDir, { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' })).code, 1);
    assert.equal(existsSync(keyFile), false, 'the storage is unreachable');

    // A database that was created with other keys.
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

test('the README contains the curl of the first start', () => {
  const readme = readFileSync(join(ROOT, 'README.md'), 'utf8');
  assert.ok(readme.includes(sampleCurl('http://127.0.0.1:8080', 'pub_test_YOUR_KEY')));
});
