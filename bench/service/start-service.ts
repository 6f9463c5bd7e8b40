// Starts a server as a process of its own for measurements, and reads what it costs from the kernel.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

export interface Running {
  baseUrl: string;
  dataDir: string;
  process: ChildProcess;
  /** User and system time so far, in microseconds, from /proc. */
  cpuMicros: () => number;
  /** Resident memory now and at its peak, in bytes, from /proc. */
  memory: () => { now: number; peak: number };
  stop: () => Promise<void>;
}

/** A port that was free a moment ago. */
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
 * Runs `script` with HOST, PORT, DATA_DIR and `environment` set, and waits until `path` answers 200 (30 s at most).
 * `dataDir` is made, and removed at the end, unless one is given.
 */
export async function startService(
  script: string,
  path: string,
  environment: Record<string, string> = {},
  dataDir?: string,
  flags: readonly string[] = [],
): Promise<Running> {
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
      ...environment,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  // A measurement that fails must leave nothing at work behind it.
  const abandon = () => child.kill('SIGKILL');
  process.once('exit', abandon);
  child.once('exit', () => process.removeListener('exit', abandon));
  const baseUrl = `http://127.0.0.1:${port}`;
  await answering(child, baseUrl + path);
  return {
    baseUrl,
    dataDir: folder,
    process: child,
    cpuMicros: () => cpuMicros(child.pid ?? 0),
    memory: () => memory(child.pid ?? 0),
    stop: async () => {
      if (child.exitCode === null) {
        const ended = new Promise((resolve) => child.once('exit', resolve));
        child.kill('SIGTERM');
        await ended;
      }
      if (dataDir === undefined) rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function answering(child: ChildProcess, url: string): Promise<void> {
  for (let attempt = 0; attempt < 600; attempt++) {
    if (child.exitCode !== null) throw new Error(`the server ended with code ${child.exitCode} before it answered`);
    const answer = await fetch(url).catch(() => null);
    if (answer?.status === 200) return;
    await sleep(50);
  }
  child.kill('SIGKILL');
  throw new Error(`no answer from ${url} within 30 seconds`);
}

/** Linux counts process time in ticks of 10 ms (USER_HZ = 100, proc(5)). */
function cpuMicros(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10_000;
}

function memory(pid: number): { now: number; peak: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const kib = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1] ?? 0);
  return { now: kib('VmRSS') * 1024, peak: kib('VmHWM') * 1024 };
}
