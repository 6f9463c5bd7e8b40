// Runs the command line as a process of its own, as people do.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

export interface Ended {
  code: number | null;
  signal: NodeJS.Signals | null;
  stdout: string;
  stderr: string;
}

export interface CliOptions {
  dataDir: string;
  environment?: Record<string, string>;
  /** What is given on standard input. */
  input?: string | Buffer;
}

/** Runs `assay` with these arguments to its end. */
export function assay(args: readonly string[], options: CliOptions): Promise<Ended> {
  return ended(startScript('scripts/assay.mjs', args, options), options.input);
}

/** A script of the repository, with nothing of this process's settings. */
export function startScript(script: string, args: readonly string[], options: CliOptions): ChildProcess {
  return spawn(process.execPath, [join(ROOT, script), ...args], {
    cwd: ROOT,
    env: { PATH: process.env.PATH ?? '', HOME: tmpdir(), DATA_DIR: options.dataDir, ...options.environment },
  });
}

export function ended(child: ChildProcess, input: string | Buffer = ''): Promise<Ended> {
  let stdout = '';
  let stderr = '';
  child.stdout?.on('data', (chunk) => {
    stdout += chunk;
  });
  child.stderr?.on('data', (chunk) => {
    stderr += chunk;
  });
  // A process that was killed does not read to the end.
  child.stdin?.on('error', () => {});
  child.stdin?.end(input);
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) => resolve({ code, signal, stdout, stderr }));
  });
}

/** A folder that is gone when `work` has ended. */
export async function withFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-cli-'));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
