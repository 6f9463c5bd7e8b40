// npm test: types, lint, unused code, build, then every test on both engines. Its last line is `N passed, N failed`.
// `npm test -- storage http` runs only the test files whose path contains one of the words, without the other steps.
import { spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { requireSupportedNode } from './node-version.mjs';

requireSupportedNode();
const { tsImport } = await import('tsx/esm/api');
const { runTestFiles } = await import('./test-files.mjs');

const ROOT = fileURLToPath(new URL('..', import.meta.url));
/** Steps, then test files, under way at once: two cores are what is promised to be enough. */
const AT_ONCE = 2;
const TEST_FOLDERS = ['src', 'test', 'sdk', 'dashboard', 'bench'];
const TYPE_PROJECTS = ['tsconfig.json', 'sdk/tsconfig.json', 'dashboard/tsconfig.json'];

/** What is checked before the tests run; each counts as one. */
const STEPS = [
  ...TYPE_PROJECTS.filter((project) => existsSync(join(ROOT, project))).map((project) => ({
    name: `types ${project}`,
    command: ['node_modules/typescript/bin/tsc', '-p', project, '--noEmit'],
  })),
  { name: 'lint', command: ['node_modules/@biomejs/biome/bin/biome', 'ci', '--colors=off', '.'] },
  { name: 'unused files, exports and dependencies', command: ['node_modules/knip/bin/knip.js', '--no-progress'] },
  { name: 'build', command: ['scripts/build.mjs'] },
];

process.chdir(ROOT);
const filters = process.argv.slice(2);
const totals = { passed: 0, failures: [] };
let database = null;
const interruption = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => interrupt(signal));

if (filters.length === 0) {
  const waiting = [...STEPS];
  const worker = async () => {
    for (let step = waiting.shift(); step !== undefined && !interruption.signal.aborted; step = waiting.shift()) {
      await runStep(step);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}
if (!interruption.signal.aborted) await runTests();
await finish();

async function runStep({ name, command }) {
  const started = Date.now();
  const { code, output } = await capture(command);
  if (code === 0) totals.passed += 1;
  else totals.failures.push({ name, message: output.trim() });
  progress(code === 0, name, Date.now() - started);
}

async function runTests() {
  const files = TEST_FOLDERS.flatMap(testFiles).filter(
    (file) => filters.length === 0 || filters.some((word) => file.includes(word)),
  );
  if (files.length === 0) {
    totals.failures.push({ name: 'tests', message: `no test file matches ${filters.join(' ') || 'at all'}` });
    return;
  }
  try {
    await startDatabase();
  } catch (error) {
    totals.failures.push({ name: 'PostgreSQL for the tests', message: error.stack });
    return;
  }
  // The test processes inherit these flags: that is how they read TypeScript.
  process.execArgv.push('--import', 'tsx', '--enable-source-maps');
  await runTestFiles(files, AT_ONCE, interruption.signal, ({ file, passed, failures, seconds }) => {
    totals.passed += passed;
    totals.failures.push(...failures);
    const failed = failures.length === 0 ? '' : `, ${failures.length} failed`;
    progress(failures.length === 0, `${file} · ${passed} passed${failed}`, seconds * 1000);
  });
}

/** One PostgreSQL server for the whole run, unless the caller has named one. */
async function startDatabase() {
  if (process.env.TEST_DATABASE_URL || !existsSync('test/postgres.ts')) return;
  const { startPostgres } = await tsImport('../test/postgres.ts', import.meta.url);
  database = await startPostgres();
  process.env.TEST_DATABASE_URL = database.url;
}

async function finish() {
  await database?.stop();
  for (const { name, message } of totals.failures) {
    console.log(
      `\n✖ ${name}\n${message
        .split('\n')
        .map((line) => `    ${line}`)
        .join('\n')}`,
    );
  }
  process.exitCode = totals.failures.length === 0 && totals.passed > 0 ? 0 : 1;
  console.log(`\n${totals.passed} passed, ${totals.failures.length} failed`);
  process.exit();
}

/** The test files under way are ended with the run, and what was found so far is told. */
function interrupt(signal) {
  if (interruption.signal.aborted) process.exit(1);
  totals.failures.push({ name: 'the run', message: `interrupted by ${signal}` });
  interruption.abort();
}

function testFiles(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .map((entry) => relative(ROOT, join(entry.parentPath ?? entry.path, entry.name)))
    .filter((file) => /\.test\.tsx?$/.test(file) && !file.split(sep).includes('node_modules'))
    .sort();
}

function capture(command) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, command, {
      stdio: ['ignore', 'pipe', 'pipe'],
      signal: interruption.signal,
    });
    let output = '';
    child.stdout.on('data', (chunk) => {
      output += chunk;
    });
    child.stderr.on('data', (chunk) => {
      output += chunk;
    });
    child.on('error', (error) => resolve({ code: 1, output: String(error) }));
    child.on('close', (code) => resolve({ code: code ?? 1, output }));
  });
}

function progress(good, what, milliseconds) {
  console.log(`${good ? '✔' : '✖'} ${what} (${(milliseconds / 1000).toFixed(1)} s)`);
}
