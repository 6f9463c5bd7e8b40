// Runs test files with node:test, a few processes at a time, and collects passed tests and failures.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { run } from 'node:test';
import { pathToFileURL } from 'node:url';
import { inspect } from 'node:util';
import { bundleTests } from './bundle-tests.mjs';

/** Tests of a file that have not finished after this time count as failed, ms. */
const FILE_TIMEOUT = 5 * 60_000;
/** A process that reports nothing of a file for this time has left something open, or hangs, ms. */
const PROCESS_TIMEOUT = FILE_TIMEOUT + 30_000;
/**
 * Files of a folder that share a process, one after the other. A process that has already compiled the service runs a file with
 * about half the CPU time (eleven files of test/policy: 20 instead of 35 s).
 */
const FILES_PER_PROCESS = 8;
/** The name of the test that a process runs after each file. */
const END_OF_FILE = 'end of the file';
/** The bundles of this run alone: another run in the same folder may bundle other sources. */
const BUNDLES = join('.tmp', `tests-${process.pid}`);

/**
 * Bundles the files and runs them, `concurrency` processes at a time, until `signal` aborts. Skipped and todo tests count as
 * failures, and so does a file without tests, so that nothing is left out silently. Calls `report` after each file with
 * `{ file, passed, failures: [{ name, message }], seconds }`.
 * @throws Error naming the positions that cannot be bundled, before any test runs.
 */
export async function runTestFiles(files, concurrency, signal, report) {
  const bundles = await bundleTests(files, BUNDLES);
  const queue = groupsOf(files);
  // The test processes inherit the flag.
  process.execArgv.push('--enable-source-maps');
  const worker = async () => {
    for (let group = queue.shift(); group !== undefined && !signal.aborted; group = queue.shift()) {
      await runGroup(group, entryOf(group, bundles), signal, report);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  rmSync(BUNDLES, { recursive: true, force: true });
}

/** Splits sorted files into groups of one folder each. */
function groupsOf(files) {
  const groups = [];
  for (const file of files) {
    const group = groups.at(-1);
    const fits = group !== undefined && group.length < FILES_PER_PROCESS && dirname(group[0]) === dirname(file);
    if (fits) group.push(file);
    else groups.push([file]);
  }
  return groups;
}

/**
 * Writes the module that a process runs for `group` and returns its path. Each file is a suite, so that its hooks concern its own
 * tests only and what it opened is closed before the next file is loaded.
 */
function entryOf(group, bundles) {
  const modules = group.map((file) => [file, pathToFileURL(resolve(bundles.get(file))).href]);
  const path = join(BUNDLES, 'groups', `${group[0].replaceAll('/', '-')}.mjs`);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(
    path,
    `import { describe, test } from 'node:test';
for (const [file, bundle] of ${JSON.stringify(modules)}) {
  describe(file, { timeout: ${FILE_TIMEOUT} }, () => import(bundle));
  // node:test runs it after the suite.
  await new Promise((resolve) => test('${END_OF_FILE}', resolve));
}
`,
  );
  return path;
}

/** Runs one process for `group` and reports each of its files, also those that it does not reach because it ends. */
async function runGroup(group, entry, signal, report) {
  const remaining = [...group];
  let file = newFile();
  const endFile = (reason) => {
    const { passed, failures, output, started } = file;
    if (passed === 0 && failures.length === 0) failures.push({ name: remaining[0], message: reason });
    if (failures.length > 0 && output.length > 0) failures.at(-1).message += outputText(output);
    // What fails after the last file, such as work that a test left running, counts as the last file's.
    report({ file: remaining.shift() ?? group.at(-1), passed, failures, seconds: (Date.now() - started) / 1000 });
    file = newFile();
  };
  const hanging = new AbortController();
  const deadline = setTimeout(() => hanging.abort(), PROCESS_TIMEOUT);
  const events = run({ files: [entry], concurrency: 1, signal: AbortSignal.any([signal, hanging.signal]) });
  for await (const { type, data } of events) {
    if (type === 'test:start') file.path.splice(data.nesting, Infinity, data.name);
    else if (isOutput(type, data)) file.output.push(data.message.trimEnd());
    else if (type === 'test:pass' || type === 'test:fail') {
      if (data.nesting === 0 && data.name === END_OF_FILE) {
        endFile('the file contains no tests');
        deadline.refresh();
      } else addResult(file, type, data, entry);
    }
  }
  clearTimeout(deadline);
  while (!signal.aborted && (remaining.length > 0 || file.failures.length > 0)) {
    endFile('the process ended before the tests of this file did');
  }
}

/** What is known of a file while its tests run; `path` has the names of the running suites and test. */
function newFile() {
  return { passed: 0, failures: [], output: [], path: [], started: Date.now() };
}

/** Counts a passed test or adds a failure. A suite is not counted as a test, and neither is the process. */
function addResult(file, type, data, entry) {
  const ofProcess = data.nesting === 0 && data.name.endsWith(entry);
  const message = failureOf(type, data);
  if (message === null && !ofProcess && data.details?.type !== 'suite') file.passed += 1;
  if (message === null || message === '') return;
  const name = ofProcess ? [`process that runs ${entry}`] : [...file.path.slice(0, data.nesting), data.name];
  file.failures.push({ name: name.join(' › '), message });
}

/** Also errors of work that a test left running; the failure itself only says that the file failed. */
function isOutput(type, { message }) {
  if (type === 'test:diagnostic') return message.startsWith('Error: ');
  return type === 'test:stdout' || type === 'test:stderr';
}

function outputText(output) {
  return `\noutput:\n${output.join('\n').split('\n').slice(-60).join('\n')}`;
}

/** Null for a passed test, a message for a failed one, and '' for a suite that failed only because of its tests. */
function failureOf(type, data) {
  if (data.skip !== undefined && data.skip !== false)
    return `skipped (${reason(data.skip)}): a skipped test counts as failed`;
  if (data.todo !== undefined && data.todo !== false)
    return `todo (${reason(data.todo)}): a todo test counts as failed`;
  if (type === 'test:pass') return null;
  const error = data.details?.error;
  if (error?.failureType === 'subtestsFailed') return '';
  const cause = error?.cause ?? error;
  return cause?.stack ?? (typeof cause === 'string' ? cause : inspect(cause));
}

function reason(value) {
  return typeof value === 'string' ? value : 'no reason given';
}
