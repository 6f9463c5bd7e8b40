// npm start on an empty folder: what it prints works as printed, once; it stops when told and refuses what cannot be.
import assert from 'node:assert/strict';
import { type ChildProcess, execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { sampleCurl } from '../../src/cli/sample-event.ts';
import { ended, ROOT, startScript, withFolder } from './run-cli.ts';

/** Starts the service and resolves when it has said `until`, with everything it has said by then. */
async function start(dataDir: string, until = 'Assay is ready'): Promise<{ child: ChildProcess; said: string }> {
  const child = startScript('scripts/start.mjs', [], { dataDir, environment: { PORT: '0' } });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (said += chunk));
  while (!said.includes(until)) {
    assert.equal(child.exitCode, null, said);
    await pause(1);
  }
  return { child, said };
}

async function stop(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  const exited = once(child, 'exit');
  child.kill(signal);
  return (await exited)[0];
}

test('the printed curl gets a decision; a second start prints no keys; SIGTERM and SIGINT end it with 0', async () => {
  await withFolder(async (folder) => {
    const dataDir = join(folder, 'data');
    const first = await start(dataDir);
    const curl = /^curl [\s\S]*?'$/m.exec(first.said)?.[0] ?? '';
    assert.match(curl, /\/v1\/events/, first.said);
    const answer = JSON.parse(execFileSync('bash', ['-c', curl], { encoding: 'utf8' }));
    assert.equal(answer.data.event_type, 'login');
    assert.deepEqual([answer.data.risk.score, answer.data.risk.decision], [20, 'allow']);
    assert.deepEqual(
      answer.data.risk.signals.map(({ code }: { code: string }) => code),
      ['NEW_DEVICE'],
    );
    const values = JSON.parse(readFileSync(join(dataDir, 'first-run.json'), 'utf8'));
    assert.ok(curl.includes(`${values.base_url}/v1/events`));
    const detail = await fetch(`${values.base_url}/v1/events/${answer.data.id}`, {
      headers: { authorization: `Bearer ${values.environments.test.secret_key}` },
    });
    assert.equal(detail.status, 200);
    assert.equal(await stop(first.child, 'SIGTERM'), 0);

    const second = await start(dataDir);
    assert.doesNotMatch(second.said, /(pub|sec)_(test|live)_|Log-in/);
    assert.equal(await stop(second.child, 'SIGINT'), 0);
  });
});

test('told to stop while it is still starting, it ends with 0 too', async () => {
  await withFolder(async (dataDir) => {
    const { child } = await start(dataDir, 'curl ');
    assert.equal(await stop(child, 'SIGTERM'), 0);
  });
});

test('a wrong configuration ends the start with 2, a taken port or a foreign database with 1, each with its reason', async () => {
  await withFolder(async (dataDir) => {
    const refused = (environment: Record<string, string>) =>
      ended(startScript('scripts/start.mjs', [], { dataDir, environment: { PORT: '0', ...environment } }));
    const wrong = await refused({ PORT: '70000', ASSAY_ROLES: 'api' });
    assert.equal(wrong.code, 2);
    assert.match(wrong.stderr, /PORT must be an integer from 0 to 65535, not "70000"\n.*did you mean ASSAY_ROLE\?/);

    const holder = createServer().listen(0, '127.0.0.1');
    await once(holder, 'listening');
    const { port } = holder.address() as { port: number };
    const taken = await refused({ PORT: String(port) });
    holder.close();
    assert.equal(taken.code, 1);
    assert.match(taken.stderr, new RegExp(`EADDRINUSE.*${port}`));

    const unreachable = await refused({ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' });
    assert.equal(unreachable.code, 1);
    assert.match(unreachable.stderr, /^assay: /);
  });
});

test('a refused start leaves no key file behind', async () => {
  await withFolder(async (dataDir) => {
    const keyFile = join(dataDir, 'encryption-keys');
    const refused = (environment: Record<string, string>) =>
      ended(startScript('scripts/start.mjs', [], { dataDir, environment: { PORT: '0', ...environment } }));
    assert.equal((await refused({ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' })).code, 1);
    assert.equal(existsSync(keyFile), false, 'storage that cannot be reached');

    // A database that was begun elsewhere, with keys that lie there.
    const begun = await start(dataDir);
    assert.equal(await stop(begun.child, 'SIGTERM'), 0);
    assert.ok(existsSync(keyFile));
    rmSync(keyFile);
    const foreign = await refused({});
    assert.equal(foreign.code, 1);
    assert.match(foreign.stderr, /encrypted with keys that this process does not have/);
    assert.deepEqual(
      readdirSync(dataDir).filter((name) => name.startsWith('encryption-keys')),
      [],
    );
  });
});

test('two services cannot share one SQLite database', async () => {
  await withFolder(async (dataDir) => {
    const first = await start(dataDir);
    const second = await ended(startScript('scripts/start.mjs', [], { dataDir, environment: { PORT: '0' } }));
    assert.equal(second.code, 1);
    assert.match(second.stderr, /another process has .*assay\.db open/);
    assert.equal(await stop(first.child, 'SIGTERM'), 0);
  });
});

test("the README's curl is the one that the first start prints", () => {
  const readme = readFileSync(join(ROOT, 'README.md'), 'utf8');
  assert.ok(readme.includes(sampleCurl('http://127.0.0.1:8080', 'pub_test_YOUR_KEY')));
});
