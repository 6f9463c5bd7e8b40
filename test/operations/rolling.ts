// Replaces one version of the service by another under load, process by process, as a rolling upgrade or rollback does.
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { secretKey } from '../../bench/service/first-run.ts';
import { type RunningService, startService } from '../../bench/service/start-service.ts';
import { ROOT } from '../cli/run-cli.ts';
import { startEventLoad } from './load.ts';

/** How often the load balancer of the test asks each process for its readiness, ms. */
const CHECK_INTERVAL = 50;
/** How long each phase runs under load, ms. */
const PHASE = 500;
/** Seconds; long enough for the balancer even on a busy machine. The test continues meanwhile. */
const SHUTDOWN_DELAY = 4;

export interface RollingReport {
  acknowledged: number;
  /** Requests without a 201, and readiness checks without a 200 of processes that were not being stopped. */
  failures: string[];
  /** Acknowledged events that are not in the database. */
  lost: string[];
}

/**
 * On one PostgreSQL database under load: starts `first`, starts `second` beside it, stops `first`, and the same back again. The
 * folders contain a built server (`dist/main.js`).
 */
export async function rollThereAndBack(
  first: string,
  second: string,
  url: string,
  rate: number,
): Promise<RollingReport> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-rolling-'));
  const balancer = startBalancer();
  // Both run on one key file, as the processes of an installation share their keys.
  const start = async (directory: string) => {
    const environment = {
      DATABASE_URL: url,
      ASSAY_SHUTDOWN_DELAY_SECONDS: hasDelay(directory) ? String(SHUTDOWN_DELAY) : undefined,
    };
    const service = await startService(join(directory, 'dist/main.js'), '/readyz', environment, folder);
    balancer.add(service);
    return service;
  };
  const running: RunningService[] = [];
  const stopping: Promise<void>[] = [];
  let load: ReturnType<typeof startEventLoad> | null = null;
  try {
    running.push(await start(first));
    load = startEventLoad(balancer.ready, secretKey(folder), rate);
    await pause(PHASE);
    for (const [directory, previous] of [
      [second, first],
      [first, second],
    ] as const) {
      running.push(await start(directory));
      await pause(PHASE);
      const old = running.shift() as RunningService;
      balancer.expectStop(old, hasDelay(previous));
      // By then, requests sent to the process have their responses.
      if (!hasDelay(previous)) await pause(PHASE);
      stopping.push(old.stop());
      await pause(PHASE);
    }
    await Promise.all(stopping);
    await load.stop();
    const lost = await missing(url, load.acknowledged);
    return { acknowledged: load.acknowledged.length, failures: [...load.failures, ...balancer.failures], lost };
  } finally {
    await load?.stop();
    await balancer.stop();
    await Promise.all([...stopping, ...running.map((service) => service.stop())]);
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Whether a build has ASSAY_SHUTDOWN_DELAY_SECONDS; older ones do not start with it. */
function hasDelay(directory: string): boolean {
  const dist = join(directory, 'dist');
  return readdirSync(dist, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.js'))
    .some((file) => readFileSync(join(dist, file), 'utf8').includes('ASSAY_SHUTDOWN_DELAY_SECONDS'));
}

/** Asks every process for its readiness, and sends no request to one that is not ready. */
function startBalancer() {
  const services = new Map<RunningService, { ready: boolean; stopping: boolean }>();
  const failures: string[] = [];
  let checking = true;
  const check = async (baseUrl: string, state: { ready: boolean; stopping: boolean }) => {
    const answer = await fetch(`${baseUrl}/readyz`)
      .then(async (response) => ({ ready: response.status === 200, detail: await response.text() }))
      .catch((error: Error) => ({ ready: false, detail: error.message }));
    state.ready = answer.ready;
    if (!answer.ready && !state.stopping) failures.push(`${baseUrl}/readyz: ${answer.detail}`);
  };
  const checks = (async () => {
    for (; checking; await pause(CHECK_INTERVAL)) {
      await Promise.all([...services].map(([{ baseUrl }, state]) => check(baseUrl, state)));
    }
  })();
  return {
    failures,
    ready: () => [...services].filter(([, { ready }]) => ready).map(([{ baseUrl }]) => baseUrl),
    add: (service: RunningService) => services.set(service, { ready: true, stopping: false }),
    /** The readiness of this process may end now. An operator must first remove a process that closes its listener at once. */
    expectStop: (service: RunningService, hasDelay: boolean) => {
      const state = services.get(service);
      if (state !== undefined) state.stopping = true;
      if (hasDelay) service.process.once('exit', () => services.delete(service));
      else services.delete(service);
    },
    stop: () => {
      checking = false;
      return checks;
    },
  };
}

async function missing(url: string, acknowledged: readonly string[]): Promise<string[]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    const { rows } = await client.query<{ id: string }>('SELECT id FROM events');
    const stored = new Set(rows.map(({ id }) => id));
    return acknowledged.filter((id) => !stored.has(id));
  } finally {
    await client.end();
  }
}

/** A copy of this build in a temporary folder with one more migration, as the next release would have it. */
export function nextRelease(folder: string, migration: string): string {
  const directory = join(folder, 'next');
  mkdirSync(directory);
  for (const name of ['dist', 'migrations', 'package.json']) {
    cpSync(join(ROOT, name), join(directory, name), {
      recursive: true,
      filter: (source) => !/dist\/(dashboard|demo)/.test(source),
    });
  }
  symlinkSync(join(ROOT, 'node_modules'), join(directory, 'node_modules'));
  const migrations = join(directory, 'migrations');
  const next = readdirSync(migrations).filter((file) => file.endsWith('.sql')).length + 1;
  const text = migration.replaceAll('{previous}', String(next - 1));
  writeFileSync(join(migrations, `${String(next).padStart(4, '0')}_next.sql`), text);
  const manifest = JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8'));
  writeFileSync(join(directory, 'package.json'), JSON.stringify({ ...manifest, version: '99.0.0' }));
  return directory;
}
