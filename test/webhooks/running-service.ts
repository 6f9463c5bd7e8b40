// Runs the service and its commands as separate processes, for tests that start, stop and kill them.
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { ROOT } from '../cli/run-cli.ts';

export interface RunningProcess {
  child: ChildProcess;
  output: { text: string };
}

/** Runs a command of `assay` and collects its output. */
export function run(
  args: readonly string[],
  dataDir: string,
  environment: Record<string, string> = {},
): RunningProcess {
  const own = { DATA_DIR: dataDir, PORT: '0', ASSAY_SHUTDOWN_DELAY_SECONDS: '0' };
  const env = { PATH: process.env.PATH ?? '', HOME: tmpdir(), ...own, ...environment };
  const child = spawn(process.execPath, ['scripts/assay.mjs', ...args], { cwd: ROOT, env });
  const output = { text: '' };
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk) => {
      output.text += chunk;
    });
  }
  return { child, output };
}

export async function untilPrinted({ child, output }: RunningProcess, pattern: RegExp): Promise<RegExpExecArray> {
  for (;;) {
    const found = pattern.exec(output.text);
    if (found !== null) return found;
    assert.equal(child.exitCode, null, output.text);
    await pause(10);
  }
}

/** Resolves to the exit code; null after SIGKILL. */
export async function stop({ child }: RunningProcess, signal: NodeJS.Signals): Promise<number | null> {
  const exited = once(child, 'exit');
  child.kill(signal);
  return (await exited)[0] as number | null;
}

export async function startService(
  dataDir: string,
  environment: Record<string, string> = {},
): Promise<RunningProcess & { baseUrl: string }> {
  const service = run(['serve'], dataDir, environment);
  const [, baseUrl = ''] = await untilPrinted(service, /"address":"(http:[^"]+)".*Assay is ready/);
  return { ...service, baseUrl };
}

/** The contents of `first-run.json`. */
export const firstRun = (dataDir: string) => JSON.parse(readFileSync(join(dataDir, 'first-run.json'), 'utf8'));

/** Sends one request; `data` is that of the response body. */
export async function request(url: string, token: string, body?: unknown) {
  const response = await fetch(url, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: response.status, data: ((await response.json()) as { data: never }).data as Record<string, never> };
}

/** Creates an endpoint in the test environment; returns its id and the session token of the owner. */
export async function addEndpoint(baseUrl: string, dataDir: string, url: string, types: readonly string[] = ['*']) {
  const { environments, owner } = firstRun(dataDir);
  const { token = '' } = (await request(`${baseUrl}/v1/auth/login`, '', owner)).data as { token?: string };
  const list = `${baseUrl}/v1/environments/${environments.test.id}/webhooks`;
  const created = await request(list, token, { url, event_types: types });
  assert.equal(created.status, 201);
  return { token, id: created.data.id as unknown as string };
}
