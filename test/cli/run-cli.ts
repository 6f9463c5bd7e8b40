// Runs the command line and other scripts as separate processes.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

export interface ProcessResult {
  code: number | null;
  signal: NodeJS.Signals | null;
  stdout: string;
  stderr: string;
}

export interface CliOptions {
  dataDir: string;
  environment?: Record<string, string>;
  /** Content of standard input. */
  input?: string | Buffer;
}

/** Runs `assay` with these arguments and waits for its end. The server is built before the first run of a process. */
export async function assay(args: readonly string[], options: CliOptions): Promise<ProcessResult> {
  await upToDate();
  return resultOf(startScript('bin/assay.mjs', args, options), options.input);
}

let build: Promise<ProcessResult> | undefined;

/** Builds the server once per process. A check on each run, as in `npm run assay`, takes a quarter of a command's time. */
async function upToDate(): Promise<void> {
  build ??= resultOf(spawn(process.execPath, [join(ROOT, 'scripts/build.mjs'), 'server']));
  const { code, stderr } = await build;
  if (code !== 0) throw new Error(`the server could not be built: ${stderr}`);
}

/** Starts a script of the repository without the settings of this process. */
export function startScript(script: string, args: readonly string[], options: CliOptions): ChildProcess {
  return spawn(process.execPath, [join(ROOT, script), ...args], {
    cwd: ROOT,
    env: { PATH: process.env.PATH ?? '', HOME: tmpdir(), DATA_DIR: options.dataDir, ...options.environment },
  });
}

/** Writes `input` to standard input and waits for the end of the process. */
export function resultOf(child: ChildProcess, input: string | Buffer = ''): Promise<ProcessResult> {
  let stdout = '';
  let stderr = '';
  child.stdout?.on('data', (chunk) => {
    stdout += chunk;
  });
  child.stderr?.on('data', (chunk) => {
    stderr += chunk;
  });
  // A killed process does not read all of its input.
  child.stdin?.on('error', () => {});
  child.stdin?.end(input);
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) => resolve({ code, signal, stdout, stderr }));
  });
}

/** A temporary folder, removed when `work` ends. */
export async function withFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-cli-'));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
