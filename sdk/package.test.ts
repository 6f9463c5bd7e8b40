// Tests the package as published: well formed, typed, small, without side effects, and without third-party URLs.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
// @ts-expect-error: the plugin has no types
import filePlugin from '@size-limit/file';
import { build } from 'esbuild';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import sizeLimit from 'size-limit';
import { VERSION } from './src/version.ts';

const SDK = fileURLToPath(new URL('.', import.meta.url));
const require = createRequire(import.meta.url);
const manifest = JSON.parse(readFileSync(join(SDK, 'package.json'), 'utf8'));

/** A customer's project with the package installed. */
let project: string;
let installed: string;
before(() => {
  project = mkdtempSync(join(tmpdir(), 'assay-package-'));
  execFileSync(process.execPath, [join(SDK, 'build.mjs'), project, '--types'], { stdio: 'inherit' });
  installed = join(project, 'node_modules', '@assay', 'browser');
  mkdirSync(installed, { recursive: true });
  cpSync(join(project, 'package'), join(installed, 'dist'), { recursive: true });
  for (const file of ['package.json', 'README.md']) copyFileSync(join(SDK, file), join(installed, file));
});
after(() => rmSync(project, { recursive: true, force: true }));

test('npm packs the license with it', () => {
  const [{ files }] = JSON.parse(
    execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], { cwd: SDK, encoding: 'utf8' }),
  );
  assert.ok(files.some(({ path }: { path: string }) => path === 'LICENSE'));
  assert.equal(readFileSync(join(SDK, 'LICENSE'), 'utf8'), readFileSync(join(SDK, '../LICENSE'), 'utf8'));
});

test('publint reports nothing', async () => {
  const { messages } = await publint({ pkgDir: installed, strict: true, pack: false });
  assert.deepEqual(
    messages.map((message) => formatMessage(message, manifest)),
    [],
  );
});

test('both builds are under 10 KB gzip', async () => {
  for (const { name, path, limit } of manifest['size-limit']) {
    assert.equal(limit, '10 kB');
    const checks = [{ files: [join(installed, path)], gzip: true }];
    const [result] = (await sizeLimit([filePlugin], { checks })) as { size: number }[];
    assert.ok(result && result.size > 5_000 && result.size < 10_000, `${name}: ${result?.size} bytes gzip`);
  }
});

test('the types compile in a customer project with both module resolutions', () => {
  copyFileSync(join(SDK, 'types.test-d.ts'), join(project, 'types.ts'));
  for (const [module, moduleResolution] of [
    ['ESNext', 'Bundler'],
    ['NodeNext', 'NodeNext'],
  ]) {
    const compilerOptions = { strict: true, noEmit: true, target: 'ES2022', lib: ['ES2022', 'DOM'], types: [] };
    writeFileSync(
      join(project, 'tsconfig.json'),
      JSON.stringify({ compilerOptions: { ...compilerOptions, module, moduleResolution }, files: ['types.ts'] }),
    );
    writeFileSync(join(project, 'package.json'), JSON.stringify({ type: 'module' }));
    const run = spawnSync(process.execPath, [require.resolve('typescript/bin/tsc'), '-p', project], {
      encoding: 'utf8',
    });
    assert.equal(run.status, 0, run.stdout);
  }
});

test('importing has no side effects and works without a browser', async () => {
  const before = Object.getOwnPropertyNames(globalThis);
  const module = await import(pathToFileURL(join(installed, 'dist', 'index.js')).href);
  assert.deepEqual(Object.getOwnPropertyNames(globalThis), before);
  assert.deepEqual(Object.keys(module).sort(), ['VERSION', 'collect', 'createClient', 'init', 'setConsent', 'track']);
  assert.equal((await module.track('login')).reason, 'invalid');
});

test('unused imports are tree-shaken completely', async () => {
  const { outputFiles } = await build({
    stdin: { contents: "import { init } from '@assay/browser'; export const nothing = 1;", resolveDir: project },
    bundle: true,
    format: 'esm',
    minify: true,
    write: false,
  });
  assert.ok((outputFiles[0]?.text.length ?? Number.POSITIVE_INFINITY) < 60, outputFiles[0]?.text);
});

test('the scripts contain no third-party URLs, eval or inline code', () => {
  for (const file of ['index.js', 'assay.js']) {
    const script = readFileSync(join(installed, 'dist', file), 'utf8');
    assert.deepEqual(script.match(/https?:\/\/[\w.-]+/g), null, `${file}: URLs`);
    assert.doesNotMatch(script, /\beval\(|new Function|\.innerHTML|document\.write/);
    assert.match(script, /^\/\*! Assay [\d.]+, Apache-2\.0; with BotD, MIT: licenses\.txt \*\//);
  }
  assert.match(readFileSync(join(installed, 'dist', 'licenses.txt'), 'utf8'), /Permission is hereby granted/);
});

test('events are sent with the version of the package', () => {
  assert.equal(VERSION, manifest.version);
});
