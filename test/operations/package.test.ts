// Tests the contents of the npm package, and that `npx assay serve` runs from the unpacked tarball, without a compiler or
// development packages. NPM_INSTALL=1 installs the dependencies with npm instead of linking those of this folder.
import assert from 'node:assert/strict';
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, realpathSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { ROOT, withFolder } from '../cli/run-cli.ts';
import { linkProductionPackages, productionPackages } from './production-packages.ts';

/** Unpacks the tarball and installs its dependencies as the documentation says, or links those of this folder. */
function install(tarball: string, folder: string): void {
  mkdirSync(folder);
  execFileSync('tar', ['-xzf', tarball, '-C', folder, '--strip-components=1']);
  if (process.env.NPM_INSTALL !== '1') {
    linkProductionPackages(folder);
    return;
  }
  execFileSync('npm', ['ci', '--ignore-scripts', '--prefix', folder], { stdio: 'inherit' });
  const { packages } = JSON.parse(readFileSync(join(folder, 'npm-shrinkwrap.json'), 'utf8'));
  for (const path of productionPackages().filter((name) => existsSync(join(folder, name)))) {
    const { version } = JSON.parse(readFileSync(join(folder, path, 'package.json'), 'utf8'));
    assert.equal(version, packages[path].version, path);
  }
}

/** The environment of a machine with only Node: a PATH of one folder with three programs. */
function bareEnvironment(folder: string): Record<string, string> {
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  const npm = realpathSync(execFileSync('sh', ['-c', 'command -v npm'], { encoding: 'utf8' }).trim());
  symlinkSync(process.execPath, join(bin, 'node'));
  symlinkSync(npm, join(bin, 'npm'));
  symlinkSync(join(dirname(npm), 'npx-cli.js'), join(bin, 'npx'));
  symlinkSync('/bin/sh', join(bin, 'sh'));
  return { PATH: bin, HOME: tmpdir(), npm_config_loglevel: 'error', npm_config_update_notifier: 'false' };
}

/**
 * Runs `npx assay …` in a folder, as a process group: npx does not pass signals on. `--no` keeps it from looking for a package in
 * a registry.
 */
function npxAssay(args: readonly string[], cwd: string, env: Record<string, string>): ChildProcess {
  return spawn(join(env.PATH as string, 'npx'), ['--no', '--', 'assay', ...args], { cwd, env, detached: true });
}

async function outputOf(child: ChildProcess): Promise<string> {
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += chunk));
  await once(child, 'close');
  return output;
}

test('git ignores the tarball that is written by default', () => {
  assert.ok(readFileSync(join(ROOT, '.gitignore'), 'utf8').split('\n').includes('/*.tgz'));
});

test('the package runs where it was unpacked', async () => {
  await withFolder(async (folder) => {
    const args = [join(ROOT, 'scripts/package.mjs'), folder];
    const tarball = execFileSync(process.execPath, args, {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
    const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
    assert.ok(tarball.endsWith(`assay-${manifest.version}.tgz`));
    const unpacked = join(folder, 'unpacked');
    const env = bareEnvironment(folder);
    install(tarball, unpacked);
    assertContents(tarball, unpacked);
    assert.equal(await outputOf(npxAssay(['--version'], unpacked, env)), `${manifest.version}\n`);

    // The command in the guides for readers with the repository.
    const run = ['run', '--silent', 'assay', '--', '--version'];
    assert.equal(await outputOf(spawn('npm', run, { cwd: unpacked })), `${manifest.version}\n`);

    const serving = { ...env, PORT: '0', ASSAY_LOG_FORMAT: 'json' };
    await assertServes(npxAssay(['serve'], unpacked, serving), unpacked);
    // The command of the systemd unit, with its documented installation folder replaced.
    const unit = readFileSync(join(ROOT, 'deploy/systemd/assay.service'), 'utf8');
    const [program = '', script = ''] = /^ExecStart=(.*)$/m.exec(unit)?.[1]?.split(' ') ?? [];
    assert.equal(program, '/usr/bin/node');
    const command = [script.replace(/^\/opt\/assay\b/, unpacked)];
    await assertServes(
      spawn(join(env.PATH as string, 'node'), command, { cwd: unpacked, env: serving, detached: true }),
      unpacked,
    );
  });
});

/** Waits until a process group serves the data in `folder/data`, reads its pages and stops it. */
async function assertServes(service: ChildProcess, folder: string): Promise<void> {
  let output = '';
  for (const stream of [service.stdout, service.stderr]) stream?.on('data', (chunk) => (output += chunk));
  const closed = once(service, 'close');
  try {
    while (!output.includes('Assay is ready')) {
      assert.equal(service.exitCode, null, output);
      await pause(10);
    }
    assert.ok(existsSync(join(folder, 'data/first-run.json')));
    const [, url = ''] = /"address":"(http:[^"]+)"/.exec(output) ?? [];
    for (const path of ['/', '/sdk/v1.js', '/demo/', '/docs', '/openapi.json', '/readyz']) {
      assert.equal((await fetch(url + path)).status, 200, path);
    }
    assert.match(await (await fetch(`${url}/metrics`)).text(), /assay_build_info\{version="/);
  } finally {
    process.kill(-(service.pid as number), 'SIGTERM');
    await closed;
  }
}

/** Asserts that the package contains the built programs and neither sources, tests nor development tools. */
function assertContents(tarball: string, installed: string): void {
  const files = execFileSync('tar', ['-tzf', tarball], { encoding: 'utf8' }).trim().split('\n');
  const unwanted = files.filter((file) => /(?<!\.d)\.(tsx?|map|test\.\w+)$|\/(src|test|bench)\/|\.built/.test(file));
  assert.deepEqual(unwanted, []);
  for (const name of [
    'bin/assay.mjs',
    'dist/main.js',
    'dist/licenses/typebox.txt',
    'LICENSE',
    'README.md',
    'CHANGELOG.md',
  ]) {
    assert.ok(files.includes(`package/${name}`), name);
  }
  const manifest = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'));
  assert.deepEqual([manifest.devDependencies, manifest.private], [undefined, undefined]);
  assert.deepEqual(Object.keys(manifest.scripts), ['start', 'assay']);
  assert.deepEqual(Object.keys(manifest.exports), ['./package.json']);
  const shrinkwrap = JSON.parse(readFileSync(join(installed, 'npm-shrinkwrap.json'), 'utf8'));
  const names = Object.keys(shrinkwrap.packages).filter((path) => !path.includes('/node_modules/'));
  assert.deepEqual(names.slice(1).sort(), productionPackages().sort());
  assert.doesNotMatch(JSON.stringify(shrinkwrap), /https?:\/\/registry/);
}
