// Starts the service for the dashboard tests: a separate process with SQLite in a temporary folder, optionally with imported events.
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gunzipSync } from 'node:zlib';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** The command line as built; the sources take three times as long to start. */
const ASSAY = fileURLToPath(new URL('../../scripts/assay.mjs', import.meta.url));
const EVENTS = fileURLToPath(new URL('./events.ndjson.gz', import.meta.url));
const MINUTE = 60_000;

interface Keys {
  id: string;
  public_key: string;
  secret_key: string;
}

export interface Service {
  url: string;
  environments: { test: Keys; live: Keys };
  owner: { email: string; password: string };
  /** Sends a request, with the test environment's secret key unless `token` is given. @throws Error on an error status */
  request<T>(method: string, path: string, body?: unknown, token?: string): Promise<T>;
  stop(): Promise<void>;
}

/** An event as lists return it. */
export interface Item {
  id: string;
  event_type: string;
  external_account_id: string;
  device: { id: string };
  risk: { score: number; decision: string; signals: { code: string }[] };
}

/** The newest events of the test environment that match `query`, read with the secret key. */
export async function eventsOf({ environments, request }: Service, query: string): Promise<Item[]> {
  return (await request<{ data: Item[] }>('GET', `/v1/environments/${environments.test.id}/events?${query}`)).data;
}

/**
 * Starts the service. With `events`, imports 1,255 logins from six days, including attacks, or those of another gzipped file, into
 * the test environment, shifted in time so that the last one occurred two minutes ago. `settings` are further environment variables.
 */
export async function startService({
  events = false,
  settings = {},
}: {
  events?: boolean | string;
  settings?: Record<string, string>;
} = {}): Promise<Service> {
  if (!existsSync(join(ROOT, 'dist/dashboard/index.html'))) {
    throw new Error('the dashboard is not built: run node scripts/build.mjs');
  }
  const folder = await mkdtemp(join(tmpdir(), 'assay-dashboard-'));
  const { DATABASE_URL: _, ...inherited } = process.env;
  const env = { ...inherited, DATA_DIR: folder, PORT: '0', HOST: '127.0.0.1', ...settings };
  const cli = (...args: string[]) =>
    promisify(execFile)(process.execPath, [ASSAY, ...args, '--json'], { cwd: ROOT, env });
  const setup = JSON.parse((await cli('setup')).stdout) as Pick<Service, 'environments' | 'owner'>;
  if (events !== false) {
    const file = join(folder, 'events.ndjson');
    await writeFile(file, recentEvents(events === true ? EVENTS : events));
    const { imported } = JSON.parse((await cli('import', file, '--environment', 'test')).stdout);
    if (imported < 1_000) throw new Error(`only ${imported} events were imported`);
  }
  const { child, url } = await serve(env);
  return {
    url,
    environments: setup.environments,
    owner: setup.owner,
    request: (method, path, body, token = setup.environments.test.secret_key) =>
      request(url + path, method, token, body),
    stop: async () => {
      await stop(child);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The events of a file, shifted so that the last one occurred two minutes ago. */
function recentEvents(path: string): string {
  const rows = gunzipSync(readFileSync(path))
    .toString()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { occurred_at: string });
  const last = Date.parse(rows.at(-1)?.occurred_at ?? '');
  const shift = Date.now() - 2 * MINUTE - last;
  return rows
    .map((row) => JSON.stringify({ ...row, occurred_at: new Date(Date.parse(row.occurred_at) + shift).toISOString() }))
    .join('\n');
}

async function serve(env: NodeJS.ProcessEnv): Promise<{ child: ChildProcess; url: string }> {
  const child = spawn(process.execPath, [ASSAY, 'serve'], {
    cwd: ROOT,
    env: {
      ...env,
      ASSAY_LOG_LEVEL: 'info',
      ASSAY_RATE_LOGIN_ADDRESS_PER_MINUTE: '1000',
      ASSAY_RATE_LOGIN_EMAIL_PER_MINUTE: '1000',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let errors = '';
  child.stderr.on('data', (chunk) => {
    errors += chunk;
  });
  const url = await new Promise<string>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`the service exited with ${code}: ${errors}`)));
    createInterface(child.stdout).on('line', (line) => {
      const address = /"address":"(http:[^"]+)".*Assay is ready/.exec(line)?.[1];
      if (address !== undefined) resolve(address);
    });
  });
  child.removeAllListeners('exit');
  return { child, url };
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const exited = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await exited;
}

async function request<T>(address: string, method: string, token: string, body: unknown): Promise<T> {
  const response = await fetch(address, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body !== undefined && { 'content-type': 'application/json' }) },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${method} ${address}: ${response.status} ${await response.text()}`);
  return (response.status === 204 ? undefined : await response.json()) as T;
}
