// `npm run build [-- PART...]`: builds each part that is missing or stale, judged by the content of its sources.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const STAMPS = join(ROOT, 'dist', '.built');
const NOT_SOURCES = new Set(['node_modules', 'dist', '.tmp', '.next']);

/**
 * The parts: `sources` are the files that a part depends on; without the file `exists` the part is skipped; `result` must exist
 * after the build by `command`, or by `bundle`, which returns the files that it wrote.
 */
export const PARTS = {
  server: {
    sources: ['src', 'bin', 'scripts/bundle.mjs', 'scripts/bundle-server.mjs', 'package-lock.json'],
    exists: 'src/main.ts',
    result: 'dist/cli/main.js',
    // Loaded only for a build: the published package starts without esbuild, a development package.
    bundle: async () => (await import('./bundle-server.mjs')).bundleServer(ROOT),
  },
  sdk: {
    sources: ['sdk', 'package-lock.json'],
    exists: 'sdk/build.mjs',
    result: 'dist/sdk',
    command: () => ['sdk/build.mjs'],
  },
  docs: {
    sources: [
      'docs',
      'examples',
      'scripts/docs-site',
      'scripts/build-api-docs.ts',
      'scripts/markdown-table.ts',
      'src/http/server/openapi-parameters.ts',
      'bench/README.md',
      'ARCHITECTURE.md',
      'CHANGELOG.md',
      'CODE_OF_CONDUCT.md',
      'CONTRIBUTING.md',
      'SECURITY.md',
      'package-lock.json',
    ],
    exists: 'scripts/docs-site/build.ts',
    result: 'dist/docs/index.html',
    command: () => [packageFile('tsx/package.json', 'dist/cli.mjs'), 'scripts/docs-site/build.ts'],
  },
  dashboard: {
    sources: [
      'dashboard',
      'src/vocabulary',
      'src/access',
      'src/policy',
      'src/scoring',
      'src/outcomes',
      'package-lock.json',
    ],
    exists: 'dashboard/vite.config.ts',
    result: 'dist/dashboard/index.html',
    command: () => [packageFile('vite/package.json', 'bin/vite.js'), 'build', 'dashboard'],
  },
};

/**
 * Brings the named parts up to date and returns the names of those that it built. Calls `log` with a line for each.
 */
export async function build(names = Object.keys(PARTS), log = (line) => console.error(line)) {
  const present = names.filter((name) => existsSync(join(ROOT, PARTS[name].exists)));
  const stale = () => present.filter((name) => !isCurrent(name));
  if (stale().length === 0) return [];
  const unlock = await lock();
  try {
    const built = stale();
    for (const name of built) await buildPart(name, log);
    return built;
  } finally {
    unlock();
  }
}

async function buildPart(name, log) {
  const part = PARTS[name];
  const before = readStamp(name);
  const digest = sourceDigest(part);
  const started = Date.now();
  rmSync(stampFile(name), { force: true });
  const outputs = part.bundle === undefined ? [] : await part.bundle();
  if (part.command !== undefined) await run(name, part.command());
  if (!existsSync(join(ROOT, part.result))) throw new Error(`building ${name} did not create ${part.result}`);
  // Remove what earlier builds wrote under other names.
  for (const old of before.outputs) if (!outputs.includes(old)) rmSync(join(ROOT, old), { force: true });
  mkdirSync(STAMPS, { recursive: true });
  writeFileSync(stampFile(name), JSON.stringify({ digest, outputs }));
  log(`built ${name} in ${((Date.now() - started) / 1000).toFixed(1)} s`);
}

function isCurrent(name) {
  const part = PARTS[name];
  return existsSync(join(ROOT, part.result)) && readStamp(name).digest === sourceDigest(part);
}

function stampFile(name) {
  return join(STAMPS, `${name}.json`);
}

function readStamp(name) {
  try {
    return JSON.parse(readFileSync(stampFile(name), 'utf8'));
  } catch {
    // No stamp, or one truncated by a crash: build again.
    return { digest: null, outputs: [] };
  }
}

/** SHA-256 of file names and contents: modification times do not matter, as in a fresh clone. */
function sourceDigest(part) {
  const hash = createHash('sha256').update(process.versions.modules);
  for (const file of part.sources.flatMap((source) => filesBelow(source))) {
    hash.update(`\0${file}\0`).update(readFileSync(join(ROOT, file)));
  }
  return hash.digest('hex');
}

function filesBelow(path) {
  const full = join(ROOT, path);
  if (!existsSync(full)) return [];
  try {
    return readdirSync(full, { withFileTypes: true })
      .filter((entry) => !NOT_SOURCES.has(entry.name) && !/\.test\.tsx?$/.test(entry.name))
      .sort((a, b) => (a.name < b.name ? -1 : 1))
      .flatMap((entry) => filesBelow(join(path, entry.name)));
  } catch (error) {
    if (error.code === 'ENOTDIR') return [path];
    throw error;
  }
}

function packageFile(manifest, file) {
  try {
    return join(dirname(createRequire(import.meta.url).resolve(manifest)), file);
  } catch {
    throw new Error(
      `the build needs ${manifest.split('/')[0]}, which is not installed: run npm ci (development packages included)`,
    );
  }
}

/** Runs a build tool. Its output is shown only if it fails: Vite alone lists sixty files. */
function run(name, command) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, command, {
      cwd: ROOT,
      env: { ...process.env, NO_COLOR: '1' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => {
        output += chunk;
      });
    }
    child.on('error', reject);
    child.on('close', (code, signal) => {
      if (code === 0) resolve();
      else reject(new Error(`${output.trimEnd()}\nbuilding ${name} failed (${signal ?? `exit ${code}`})`));
    });
  });
}

/** Allows one build at a time in this folder; removes the lock of a process that no longer runs. */
async function lock() {
  mkdirSync(STAMPS, { recursive: true });
  const file = join(STAMPS, 'lock');
  for (;;) {
    try {
      writeFileSync(file, String(process.pid), { flag: 'wx' });
      return () => rmSync(file, { force: true });
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
    }
    if (!isAlive(file)) rmSync(file, { force: true });
    else await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

function isAlive(file) {
  try {
    const owner = Number(readFileSync(file, 'utf8'));
    // An empty file belongs to an owner that has not written its process id yet.
    return owner === 0 || process.kill(owner, 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  try {
    const parts = process.argv.slice(2);
    const unknown = parts.find((part) => !(part in PARTS));
    if (unknown !== undefined) throw new Error(`unknown part ${unknown}: use ${Object.keys(PARTS).join(', ')}`);
    await build(parts.length === 0 ? undefined : parts);
  } catch (error) {
    console.error(error.message);
    process.exitCode = 1;
  }
}
