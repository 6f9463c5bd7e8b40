// The whole service and its commands as processes of their own, for tests that start, stop and kill them.
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { ROOT } from '../cli/run-cli.ts';

export interface Running {
  child: ChildProcess;
  said: { text: string };
}

/** A program of the repository; what it says is gathered. */
export function run(
  script: string,
  args: readonly string[],
  dataDir: string,
  environment: Record<string, string> = {},
): Running {
  const env = { PATH: process.env.PATH ?? '', HOME: tmpdir(), DATA_DIR: dataDir, PORT: '0', ...environment };
  const child = spawn(process.execPath, ['--import', 'tsx', script, ...args], { cwd: ROOT, env });
  const said = { text: '' };
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk) => {
      said.text += chunk;
    });
  }
  return { child, said };
}

export async function untilSaid({ child, said }: Running, words: RegExp): Promise<RegExpExecArray> {
  for (;;) {
    const found = words.exec(said.text);
    if (found !== null) return found;
    assert.equal(child.exitCode, null, said.text);
    await pause(10);
  }
}

/** Resolves to the exit code; null after SIGKILL. */
export async function end({ child }: Running, signal: NodeJS.Signals): Promise<number | null> {
  const exited = once(child, 'exit');
  child.kill(signal);
  return (await exited)[0] as number | null;
}

export async function startService(
  dataDir: string,
  environment: Record<string, string> = {},
): Promise<Running & { baseUrl: string }> {
  const service = run('src/main.ts', [], dataDir, environment);
  const [, baseUrl = ''] = await untilSaid(service, /"address":"(http:[^"]+)".*Assay is ready/);
  return { ...service, baseUrl };
}

/** What the first start wrote down. */
export const firstRun = (dataDir: string) => JSON.parse(readFileSync(join(dataDir, 'first-run.json'), 'utf8'));

/** One request; `data` is what its answer holds. */
export async function call(url: string, token: string, body?: unknown) {
  const answered = await fetch(url, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: answered.status, data: ((await answered.json()) as { data: never }).data as Record<string, never> };
}

/** Makes an endpoint in the test environment and returns its id. */
export async function addEndpoint(baseUrl: string, dataDir: string, url: string, types: readonly string[] = ['*']) {
  const { environments, owner } = firstRun(dataDir);
  const { token = '' } = (await call(`${baseUrl}/v1/auth/login`, '', owner)).data as { token?: string };
  const list = `${baseUrl}/v1/environments/${environments.test.id}/webhooks`;
  const made = await call(list, token, { url, event_types: types });
  assert.equal(made.status, 201);
  return { token, id: made.data.id as unknown as string };
}
