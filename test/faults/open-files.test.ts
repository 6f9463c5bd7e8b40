// Tests the service under a limit of open files that is lower than its limit of connections.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { ROOT, withFolder } from '../cli/run-cli.ts';

const LIMIT = 120;

test('idle connections under a low limit of open files keep nobody out', { timeout: 120_000 }, async (t) => {
  await withFolder(async (folder) => {
    const child = spawn('sh', ['-c', `ulimit -n ${LIMIT} && exec "$0" scripts/start.mjs`, process.execPath], {
      cwd: ROOT,
      env: { ...process.env, PORT: '0', DATA_DIR: folder },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let log = '';
    child.stdout.on('data', (chunk) => (log += chunk));
    const held: Socket[] = [];
    t.after(() => child.kill('SIGKILL'));
    t.after(() => {
      for (const socket of held) socket.destroy();
    });
    const path = join(folder, 'first-run.json');
    // No deadline except the test's timeout: a stale build is rebuilt first.
    while (!existsSync(path)) {
      assert.equal(child.exitCode, null);
      await pause(10);
    }
    const { base_url } = JSON.parse(readFileSync(path, 'utf8'));
    while (!(await fetch(`${base_url}/readyz`).catch(() => null))?.ok) await pause(10);
    const { hostname, port } = new URL(base_url);
    const outcome = (socket: Socket) =>
      Promise.race([once(socket, 'close').then(() => 'closed'), once(socket, 'data').then(() => 'served')]);
    for (let n = 0; n < LIMIT + 30; n += 1) {
      const socket = connect(Number(port), hostname).on('error', () => undefined);
      socket.write('GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n');
      assert.equal(await outcome(socket), 'served', `connection ${n + 1}`);
      held.push(socket);
    }
    assert.match(log, /the limit of open files allows 60 connections/);
    const exited = once(child, 'exit');
    child.kill('SIGTERM');
    assert.equal((await exited)[0], 0);
  });
});
