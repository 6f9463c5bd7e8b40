// Tests that one version is used everywhere: package, lockfile, SDK, the files of `deploy/`, and a section of the changelog.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { parse } from 'yaml';
import { VERSION as SDK_VERSION } from '../../sdk/src/version.ts';
import { VERSION } from '../../src/version.ts';
import { ROOT } from '../cli/run-cli.ts';

const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');

test('every file that states the version states the same one', () => {
  assert.match(VERSION, /^\d+\.\d+\.\d+$/);
  const lock = JSON.parse(read('package-lock.json'));
  const { newTag } = parse(read('deploy/kubernetes/kustomization.yaml')).images[0];
  const image = parse(read('deploy/compose.yaml'))['x-assay'].image;
  const stated = {
    lockfile: lock.version,
    'root of the lockfile': lock.packages[''].version,
    'sdk/package.json': JSON.parse(read('sdk/package.json')).version,
    'sdk/src/version.ts': SDK_VERSION,
    'deploy/kubernetes': newTag,
    'deploy/compose.yaml': image.split(':')[1],
  };
  for (const [place, version] of Object.entries(stated)) assert.equal(version, VERSION, place);
});

test('the changelog has a dated section for this version, below an optional one for changes', () => {
  const sections = [...read('CHANGELOG.md').matchAll(/^## \[(.+?)\](?: - (\S+))?$/gm)].map(([, name, date]) => ({
    name,
    date,
  }));
  const released = sections.filter(({ name }) => name !== 'Unreleased');
  assert.equal(released[0]?.name, VERSION);
  for (const { name, date } of released) assert.match(date ?? '', /^\d{4}-\d{2}-\d{2}$/, `${name} has a date`);
});
