// Runs test files with node:test, a few at a time, and collects passed tests and failures.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { run } from 'node:test';
import { inspect } from 'node:util';
import { bundleTests } from './bundle-tests.mjs';

/** A test file that has not finished after this time counts as failed, ms. */
const FILE_TIMEOUT = 5 * 60_000;
/** The bundles of this run alone: another run in the same folder may bundle other sources. */
const BUNDLES = join('.tmp', `tests-${process.pid}`);

/**
 * Bundles the files and runs each in its own process, `concurrency` at a time, until `signal` aborts. Skipped and todo tests
 * count as failures, and so does a file without tests, so that nothing is left out silently. Calls `report` after each file with
 * `{ file, passed, failures: [{ name, message }], seconds }`.
 * @throws Error naming the positions that cannot be bundled, before any test runs.
 */
export async function runTestFiles(files, concurrency, signal, report) {
  const queue = [...(await bundleTests(files, BUNDLES))];
  // The test processes inherit the flag.
  process.execArgv.push('--enable-source-maps');
  const worker = async () => {
    for (let next = queue.shift(); next !== undefined && !signal.aborted; next = queue.shift()) {
      const [file, bundle] = next;
      const started = Date.now();
      const result = await runFile(file, bundle, signal);
      report({ file, ...result, seconds: (Date.now() - started) / 1000 });
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  rmSync(BUNDLES, { recursive: true, force: true });
}

async function runFile(file, bundle, signal) {
  const result = { passed: 0, failures: [] };
  const path = [];
  const output = [];
  for await (const { type, data } of run({ files: [bundle], concurrency: 1, timeout: FILE_TIMEOUT, signal })) {
    if (type === 'test:stdout' || type === 'test:stderr') output.push(data.message);
    // Errors of work that a test left running; the failure itself only says that the file failed.
    if (type === 'test:diagnostic' && data.message.startsWith('Error: ')) output.push(`${data.message}\n`);
    if (type === 'test:start') path.splice(data.nesting, Infinity, data.name);
    if (type !== 'test:pass' && type !== 'test:fail') continue;
    const name = [file, ...path.slice(0, data.nesting), data.name].filter(
      (part, i) => i === 0 || !part.endsWith(bundle),
    );
    const message = failureOf(type, data, bundle);
    if (message === null) {
      // A suite is not counted as a test.
      if (data.details?.type !== 'suite') result.passed += 1;
    } else if (message !== '') {
      result.failures.push({ name: name.join(' › '), message });
    }
  }
  if (result.failures.length > 0 && output.length > 0) {
    result.failures.at(-1).message +=
      `\noutput of ${file}:\n${output.join('').trimEnd().split('\n').slice(-60).join('\n')}`;
  }
  return result;
}

/** Null for a passed test, a message for a failed one, and '' for a suite that failed only because of its tests. */
function failureOf(type, data, bundle) {
  if (data.skip !== undefined && data.skip !== false)
    return `skipped (${reason(data.skip)}): a skipped test counts as failed`;
  if (data.todo !== undefined && data.todo !== false)
    return `todo (${reason(data.todo)}): a todo test counts as failed`;
  // node:test reports a file without tests as one passed test.
  if (type === 'test:pass')
    return data.nesting === 0 && data.name.endsWith(bundle) ? 'the file contains no tests' : null;
  const error = data.details?.error;
  if (error?.failureType === 'subtestsFailed') return '';
  const cause = error?.cause ?? error;
  return cause?.stack ?? (typeof cause === 'string' ? cause : inspect(cause));
}

function reason(value) {
  return typeof value === 'string' ? value : 'no reason given';
}
