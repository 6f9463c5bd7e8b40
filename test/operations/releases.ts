// The saved databases of releases: one folder for each below `releases/`, written by `npm run release:fixture`.
import { chmodSync, copyFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { ROOT } from '../cli/run-cli.ts';

export const RELEASES = join(ROOT, 'test/operations/releases');
/** The webhook endpoint of the saved databases, on the port of the discard service, where nothing listens. */
export const SILENT_RECEIVER = 'http://127.0.0.1:9/hook';

/** Names of the files of one release. */
export const FILES = { database: 'assay.db.gz', keys: 'encryption-keys', answers: 'answers.json' } as const;

/** What the API answered when the database was made: the `data` of each path. */
export type Answers = Readonly<Record<string, unknown>>;

/** The versions of the saved releases. */
export function savedReleases(): string[] {
  return readdirSync(RELEASES, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort();
}

/** Puts the database of a release and its key file into `dataDir`; returns the path of the database. */
export function unpackRelease(version: string, dataDir: string): string {
  const folder = join(RELEASES, version);
  const database = join(dataDir, 'assay.db');
  writeFileSync(database, gunzipSync(readFileSync(join(folder, FILES.database))), { mode: 0o600 });
  const keys = join(dataDir, FILES.keys);
  copyFileSync(join(folder, FILES.keys), keys);
  // Git does not store this mode, and a key file that others can read is rejected or reported.
  chmodSync(keys, 0o600);
  return database;
}

export function answersOf(version: string): Answers {
  return JSON.parse(readFileSync(join(RELEASES, version, FILES.answers), 'utf8'));
}

/** Reads `data` of a path of the API. @throws Error when it is not 200. */
export async function answer(baseUrl: string, key: string, path: string): Promise<unknown> {
  const response = await fetch(baseUrl + path, { headers: { authorization: `Bearer ${key}` } });
  if (response.status !== 200) throw new Error(`${path} returned ${response.status}: ${await response.text()}`);
  return ((await response.json()) as { data: unknown }).data;
}
