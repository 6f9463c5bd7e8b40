// `npm run package [-- FOLDER]`: builds everything and writes the npm package as a tarball to FOLDER (default: this folder).
// The tarball is that of `npm pack` plus a lockfile, without which the overrides and the tested versions would not reach the user.
// `npm ci` in the unpacked tarball and an installation from a registry use it; an installation from the tarball ignores it.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from './build.mjs';
import { requireSupportedNode } from './node-version.mjs';

requireSupportedNode();
const ROOT = fileURLToPath(new URL('..', import.meta.url));
const target = resolve(process.argv[2] ?? ROOT);
const readJson = (file) => JSON.parse(readFileSync(join(ROOT, file), 'utf8'));

await build();
const staging = mkdtempSync(join(tmpdir(), 'assay-package-'));
try {
  for (const { path } of npmPack(ROOT, ['--dry-run']).files) {
    mkdirSync(dirname(join(staging, path)), { recursive: true });
    cpSync(join(ROOT, path), join(staging, path));
  }
  writeFileSync(join(staging, 'package.json'), `${JSON.stringify(publishedManifest(), null, 2)}\n`);
  writeFileSync(join(staging, 'npm-shrinkwrap.json'), `${JSON.stringify(shrinkwrap(), null, 2)}\n`);
  const { filename, size, unpackedSize, entryCount } = npmPack(staging, ['--pack-destination', target]);
  const kib = (bytes) => `${Math.round(bytes / 1024)} KiB`;
  console.error(`${entryCount} files, ${kib(size)} packed, ${kib(unpackedSize)} unpacked`);
  console.log(join(target, filename));
} finally {
  rmSync(staging, { recursive: true, force: true });
}

/** Runs `npm pack` in a folder and returns npm's description of the package. */
function npmPack(cwd, options) {
  const args = ['pack', '--json', '--ignore-scripts', '--loglevel=error', ...options];
  const [description] = JSON.parse(
    execFileSync('npm', args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] }),
  );
  return description;
}

/** The manifest without the parts that only this repository needs: development packages, and all scripts but two that the guides call. */
function publishedManifest() {
  const { scripts: _scripts, devDependencies: _development, ...manifest } = readJson('package.json');
  const scripts = { start: 'node bin/assay.mjs serve', assay: 'node bin/assay.mjs' };
  return { ...manifest, scripts, files: [...manifest.files, 'npm-shrinkwrap.json'] };
}

/** The lockfile without development packages and without addresses, so that any registry or mirror serves it. */
function shrinkwrap() {
  const { packages, ...lock } = readJson('package-lock.json');
  const { '': root, ...installed } = packages;
  const { devDependencies: _development, ...own } = root;
  const production = Object.entries(installed)
    .filter(([, { dev }]) => dev !== true)
    .map(([path, { resolved: _address, ...entry }]) => [path, entry]);
  return { ...lock, packages: { '': own, ...Object.fromEntries(production) } };
}
