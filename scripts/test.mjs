// `npm test`: types, lint, unused code, build, then every test. Its last line is `N passed, N failed`.
// `npm test -- storage http` runs only the test files whose path contains one of the words, without the other steps.
// `npm run test:postgres [-- WORD...]` runs the files on PostgreSQL that `npm test` runs on SQLite alone.
// `npm run test:faults`, `test:commands`, `test:dashboard` and `test:release` run the files that `npm test` without words leaves out.
// `npm run test:unit [-- WORD...]` runs only the unit tests next to the sources; they need neither PostgreSQL nor a browser.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { requireSupportedNode } from './node-version.mjs';

requireSupportedNode();
const { tsImport } = await import('tsx/esm/api');
const { failureText, progressLine, runSteps, STEPS } = await import('./steps.mjs');
const { runTestFiles } = await import('./test-files.mjs');

const ROOT = fileURLToPath(new URL('..', import.meta.url));
/** Test files that run at once. They spend time waiting: on two cores, two at once leave a quarter of the time unused. */
const CONCURRENCY = 3;
const UNIT_TEST_FOLDERS = ['src', 'sdk', 'dashboard'];
const TEST_FOLDERS = ['src', 'test', 'sdk', 'dashboard', 'bench'];
/** Files and folders with a command of their own, because with them `npm test` could exceed ten minutes. */
const OWN_COMMANDS = {
  // Processes, servers and networks that end, hang, are locked or run out of something, and builds that are broken on purpose.
  '--faults': [
    'test/cli/process-limits.test.ts',
    'test/faults/',
    'test/integrity/broken-builds.test.ts',
    'test/storage/backup-connection.test.ts',
    'test/storage/migration-locks.test.ts',
    'test/storage/postgres-locks.test.ts',
    'test/storage/postgres-poolers.test.ts',
    'test/storage/postgres-readiness.test.ts',
    'test/webhooks/crashes.test.ts',
    'test/webhooks/dispatcher-faults.test.ts',
  ],
  // The command line beyond the first start; each run of a command is a process.
  '--commands': [
    'test/cli/clean.test.ts',
    'test/cli/commands.test.ts',
    'test/cli/control.test.ts',
    'test/cli/data-folder.test.ts',
    'test/cli/doctor',
    'test/cli/foreign-files.test.ts',
    'test/cli/import.test.ts',
    'test/cli/input-errors.test.ts',
    'test/cli/operate.test.ts',
    'test/cli/organizations.test.ts',
    'test/cli/outcomes-import.test.ts',
    'test/cli/postgres-commands.test.ts',
    'test/cli/terminal.test.ts',
    'test/cli/unread-output.test.ts',
  ],
  // Tests of the dashboard's less frequent tasks, and of each page, form and notice: a quarter of the time of all files.
  '--dashboard': ['test/dashboard/details/'],
  // They build, install, start, upgrade, observe, stop, back up or restore what is released.
  '--release': ['test/docs/site.test.ts', 'test/operations/'],
};
/** The function of test/engines.ts for tests that run on one engine at a time. */
const ON_ANY_ENGINE = 'onAnyEngine(';

process.chdir(ROOT);
const MODES = ['--unit', '--postgres', ...Object.keys(OWN_COMMANDS)];
const mode = MODES.find((flag) => process.argv.includes(flag)) ?? null;
const unit = mode === '--unit';
const onPostgres = mode === '--postgres';
const filters = process.argv.slice(2).filter((argument) => !MODES.includes(argument));
const totals = { passed: 0, failures: [] };
let database = null;
if (onPostgres) process.env.TEST_ON_POSTGRES = '1';
const interruption = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => interrupt(signal));

if (filters.length === 0 && mode === null) {
  // test/import-rules.test.ts checks the import rules.
  const steps = STEPS.filter(({ kind }) => kind !== 'imports');
  await runSteps(steps, interruption.signal, ({ name, passed, output, seconds }) => {
    if (passed) totals.passed += 1;
    else totals.failures.push({ name, message: output });
    console.log(progressLine(passed, name, seconds));
  });
}
if (!interruption.signal.aborted) await runTests();
await finish();

async function runTests() {
  const files = (unit ? UNIT_TEST_FOLDERS : TEST_FOLDERS)
    .flatMap(testFiles)
    .filter((file) => filters.length === 0 || filters.some((word) => file.includes(word)))
    .filter((file) => !onPostgres || readFileSync(file, 'utf8').includes(ON_ANY_ENGINE))
    .filter((file) => (filters.length > 0 && !(mode in OWN_COMMANDS)) || isChosen(file));
  if (files.length === 0) {
    totals.failures.push({ name: 'tests', message: `no test file matches ${filters.join(' ') || 'at all'}` });
    return;
  }
  try {
    if (!unit) await startDatabase();
  } catch (error) {
    totals.failures.push({ name: 'PostgreSQL for the tests', message: error.stack });
    return;
  }
  await runTestFiles(files, CONCURRENCY, interruption.signal, ({ file, passed, failures, seconds }) => {
    totals.passed += passed;
    totals.failures.push(...failures);
    const failed = failures.length === 0 ? '' : `, ${failures.length} failed`;
    console.log(progressLine(failures.length === 0, `${file} · ${passed} passed${failed}`, seconds));
  }).catch((error) => totals.failures.push({ name: 'bundles of the tests', message: error.message }));
}

/** Whether a run without words includes the file: the run of the file's own command, or else `npm test`. */
function isChosen(file) {
  const own = Object.keys(OWN_COMMANDS).find((name) => OWN_COMMANDS[name].some((path) => file.startsWith(path)));
  return own === undefined ? !(mode in OWN_COMMANDS) : own === mode;
}

/** Starts one PostgreSQL server for the whole run, unless TEST_DATABASE_URL names one. */
async function startDatabase() {
  if (process.env.TEST_DATABASE_URL || !existsSync('test/postgres.ts')) return;
  const { startPostgres } = await tsImport('../test/postgres.ts', import.meta.url);
  database = await startPostgres();
  process.env.TEST_DATABASE_URL = database.url;
}

async function finish() {
  await database?.stop();
  printResults();
  process.exit(totals.failures.length === 0 && totals.passed > 0 ? 0 : 1);
}

function printResults() {
  for (const failure of totals.failures) console.log(failureText(failure));
  console.log(`\n${totals.passed} passed, ${totals.failures.length} failed`);
}

/** Aborts the run, stops its test processes and prints the results so far. A second signal prints them without waiting. */
function interrupt(signal) {
  if (interruption.signal.aborted) {
    printResults();
    process.exit(1);
  }
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
