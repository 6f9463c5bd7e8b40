// Starts a server in a separate process for measurements and reads its CPU time and memory from the kernel.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** The built service. Every npm script that measures it runs the build first. */
export const SERVER = new URL('../../dist/main.js', import.meta.url).pathname;

export interface RunningService {
  baseUrl: string;
  dataDir: string;
  process: ChildProcess;
  /** User and system time so far, in microseconds. */
  cpuMicros: () => number;
  /** Current and peak resident memory, in bytes. */
  memory: () => { now: number; peak: number };
  stop: () => Promise<void>;
}

/** Finds a free port. Another process can still take it before the caller does. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() =>
        address === null || typeof address === 'string' ? reject(new Error('no port')) : resolve(address.port),
      );
    });
  });
}

/**
 * Runs `script` with HOST, PORT, DATA_DIR and `environment` set (undefined removes a default), and waits up to 30 s until `path` returns 200.
 * Without `dataDir` the service gets a temporary folder, which `stop` removes.
 */
export async function startService(
  script: string,
  path: string,
  environment: Record<string, string | undefined> = {},
  dataDir?: string,
  flags: readonly string[] = [],
): Promise<RunningService> {
  const port = await freePort();
  const folder = dataDir ?? mkdtempSync(join(tmpdir(), 'assay-bench-'));
  const execArgv = script.endsWith('.ts') ? ['--import', 'tsx'] : [];
  const child = spawn(process.execPath, [...execArgv, ...flags, script], {
    env: {
      ...process.env,
      HOST: '127.0.0.1',
      PORT: String(port),
      DATA_DIR: folder,
      ASSAY_LOG_LEVEL: 'error',
      // No load balancer has to notice that this process is stopping.
      ASSAY_SHUTDOWN_DELAY_SECONDS: '0',
      ...environment,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  // A failed measurement must not leave the server running.
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  child.once('exit', () => process.removeListener('exit', kill));
  const baseUrl = `http://127.0.0.1:${port}`;
  await waitUntilReady(child, baseUrl + path);
  return {
    baseUrl,
    dataDir: folder,
    process: child,
    cpuMicros: () => cpuMicros(child.pid ?? 0),
    memory: () => memory(child.pid ?? 0),
    stop: async () => {
      if (child.exitCode === null) {
        const exited = new Promise((resolve) => child.once('exit', resolve));
        child.kill('SIGTERM');
        await exited;
      }
      if (dataDir === undefined) rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function waitUntilReady(child: ChildProcess, url: string): Promise<void> {
  for (let attempt = 0; attempt < 600; attempt++) {
    if (child.exitCode !== null) throw new Error(`the server exited with code ${child.exitCode} before it was ready`);
    const response = await fetch(url).catch(() => null);
    if (response?.status === 200) return;
    await sleep(50);
  }
  child.kill('SIGKILL');
  throw new Error(`no response from ${url} within 30 seconds`);
}

/** Reads /proc. Linux counts process time in ticks of 10 ms (USER_HZ = 100, proc(5)). */
function cpuMicros(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10_000;
}

function memory(pid: number): { now: number; peak: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const kib = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1] ?? 0);
  return { now: kib('VmRSS') * 1024, peak: kib('VmHWM') * 1024 };
}
