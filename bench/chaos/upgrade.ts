// `npm run chaos:upgrade [-- REF]`: builds the last release, or any commit, in a temporary folder and replaces it by this version
// and back, under load on one PostgreSQL. Exits with 1 if a request fails or an event is lost. Bounded: about a minute.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rollThereAndBack } from '../../test/operations/rolling.ts';
import { startPostgres } from '../../test/postgres.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const RATE = 200;

const git = (...args: string[]) => execFileSync('git', ['-C', ROOT, ...args], { encoding: 'utf8' }).trim();

/** The newest tag of a release; without one, the commit before this one. */
function lastRelease(): string {
  const [newest] = git('tag', '--list', 'v*', '--sort=-version:refname').split('\n');
  return newest || 'HEAD~1';
}

/** Extracts a commit and builds its server with the packages that are installed here. */
function buildCommit(ref: string, folder: string): string {
  const directory = join(folder, 'release');
  mkdirSync(directory);
  const archive = execFileSync('git', ['-C', ROOT, 'archive', ref], { maxBuffer: 1024 ** 3 });
  execFileSync('tar', ['-x', '-C', directory], { input: archive });
  symlinkSync(join(ROOT, 'node_modules'), join(directory, 'node_modules'));
  execFileSync(process.execPath, ['scripts/build.mjs', 'server'], { cwd: directory, stdio: 'inherit' });
  return directory;
}

const ref = process.argv[2] ?? lastRelease();
const folder = mkdtempSync(join(tmpdir(), 'assay-upgrade-'));
const server = await startPostgres({ durable: true });
try {
  const release = buildCommit(ref, folder);
  for (const [name, first, second] of [
    [`${ref}, then this version, then ${ref} again`, release, ROOT],
    [`this version, then ${ref}, then this version again`, ROOT, release],
  ] as const) {
    const database = `upgrade_${first === ROOT ? 'down' : 'up'}`;
    const { failures, lost, acknowledged } = await rollThereAndBack(first, second, await emptyDatabase(database), RATE);
    console.log(`${name}: ${acknowledged} events, ${failures.length} failures, ${lost.length} lost`);
    for (const failure of failures.slice(0, 10)) console.log(`  ${failure}`);
    if (failures.length > 0 || lost.length > 0) process.exitCode = 1;
  }
} finally {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
}

async function emptyDatabase(name: string): Promise<string> {
  const { default: pg } = await import('pg');
  const client = new pg.Client(server.url);
  await client.connect();
  await client.query(`CREATE DATABASE ${name}`);
  await client.end();
  return server.url.replace(/\/postgres$/, `/${name}`);
}
