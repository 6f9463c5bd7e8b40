// Tests `assay import`: equal decisions on both engines, killed runs, invalid lines, and files that must not be confused.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import type { LineResult } from '../../src/flows/imports/import-result.ts';
import { openStore } from '../../src/storage/open.ts';
import { freshDatabase } from '../postgres.ts';
import { eventHistory, ndjson } from './event-history.ts';
import { assay, type ProcessResult, ROOT, resultOf, startScript, withFolder } from './run-cli.ts';

const EVENTS = eventHistory(520);
/** The assessment of a line, without the ids, which depend on the environment. */
const decided = ({ line, method, confidence, score, level, decision, signals }: LineResult) =>
  JSON.stringify({ line, method, confidence, score, level, decision, signals });

let database: Awaited<ReturnType<typeof freshDatabase>>;
/** The data folder of an installation, which each test copies: setting one up takes longer than most imports. */
let installation: string;
before(async () => {
  installation = mkdtempSync(join(tmpdir(), 'assay-import-'));
  [database] = await Promise.all([freshDatabase(), assay(['setup'], { dataDir: installation }).then(assertDone)]);
});
after(async () => {
  rmSync(installation, { recursive: true, force: true });
  await database.drop();
});

const installIn = (dataDir: string) => cpSync(installation, dataDir, { recursive: true });

function assertDone(result: ProcessResult): void {
  assert.equal(result.code, 0, result.stderr);
}

function summary(result: ProcessResult) {
  assertDone(result);
  return JSON.parse(result.stdout);
}

function resultsIn(file: string): LineResult[] {
  return readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
}

/** Copies the installation into a temporary folder that contains the import file. */
function withImport(
  content: string | Buffer,
  work: (dataDir: string, file: string, run: (...args: string[]) => Promise<ProcessResult>) => Promise<void>,
): Promise<void> {
  return withFolder(async (folder) => {
    const dataDir = join(folder, 'data');
    const file = join(folder, 'events');
    writeFileSync(file, content);
    installIn(dataDir);
    await work(dataDir, file, (...args) => assay(['import', file, '--json', ...args], { dataDir }));
  });
}

test('makes the same decisions on both engines and records the outcomes', async () => {
  await withImport(gzipSync(ndjson(EVENTS)), async (dataDir, file, run) => {
    const results = `${file}.results`;
    const done = summary(await run('--results', results));
    const labeled = EVENTS.filter(({ outcome }) => outcome !== undefined).length;
    assert.deepEqual(
      { ...done, seconds: 0, environment_id: '', source: '' },
      {
        environment_id: '',
        source: '',
        complete: true,
        lines: EVENTS.length,
        imported: EVENTS.length,
        already_imported: 0,
        outcomes: labeled,
        bad: 0,
        bad_lines: [],
        out_of_order: 0,
        seconds: 0,
      },
    );
    const embedded = resultsIn(results);
    assert.ok(new Set(embedded.map(({ decision }) => decision)).size > 1, 'the decisions differ between events');

    const environment = { DATABASE_URL: database.url };
    const postgresDir = `${dataDir}-postgres`;
    assertDone(await assay(['setup'], { dataDir: postgresDir, environment }));
    const other = `${file}.postgres`;
    summary(await assay(['import', file, '--results', other, '--json'], { dataDir: postgresDir, environment }));
    assert.deepEqual(resultsIn(other).map(decided), embedded.map(decided));

    await assertStored(dataDir, done.environment_id, embedded);
  });
});

/** Asserts that storage contains the results: events at their own times, and their outcomes. */
async function assertStored(dataDir: string, environmentId: string, results: readonly LineResult[]): Promise<void> {
  const store = await openStore({ databaseUrl: null, dataDir });
  try {
    const environment = await store.tenants.environment(environmentId);
    assert.ok(environment !== null);
    for (const [index, result] of results.entries()) {
      const detail = await store.events.event(environment.number, result.id);
      assert.equal(detail?.event.decision, result.decision);
      assert.equal(new Date(detail?.event.at ?? 0).toISOString(), EVENTS[index]?.occurred_at);
      assert.equal(detail?.event.createdAt, detail?.event.at);
      assert.equal(detail?.externalAccountId, EVENTS[index]?.account.id);
      const outcome = await store.outcomes.current(environment.number, result.id);
      assert.equal(outcome?.label ?? null, EVENTS[index]?.outcome?.label ?? null);
    }
  } finally {
    await store.close();
  }
}

test('imports every event exactly once when the run is killed repeatedly', async () => {
  await withImport(ndjson(EVENTS), async (dataDir, file, run) => {
    const undisturbed = `${file}.undisturbed`;
    const other = `${dataDir}-undisturbed`;
    installIn(other);
    summary(await assay(['import', file, '--results', undisturbed, '--json'], { dataDir: other }));

    const results = `${file}.results`;
    let killed = 0;
    for (let round = 0; round < 3; round += 1) {
      const child = startScript('scripts/assay.mjs', ['import', file, '--results', results], { dataDir });
      const closed = once(child, 'close');
      // Kill each run shortly after its first write.
      for (const before = sizeOf(dataDir); sizeOf(dataDir) === before && child.exitCode === null; ) await pause(5);
      await pause(20 + round * 25);
      if (child.kill('SIGKILL')) killed += 1;
      await closed;
    }
    assert.ok(killed > 1, 'no round could be killed');
    const done = summary(await run('--results', results));
    assert.equal(done.imported + done.already_imported, EVENTS.length);
    assert.deepEqual(resultsIn(results).map(decided), resultsIn(undisturbed).map(decided));
    await assertStored(dataDir, done.environment_id, resultsIn(results));

    // Another run imports nothing, and can write the results to another file.
    const again = summary(await run('--results', `${file}.again`));
    assert.equal(again.imported, 0);
    assert.equal(again.already_imported, EVENTS.length);
    assert.equal(readFileSync(`${file}.again`, 'utf8'), readFileSync(results, 'utf8'));
  });
});

function sizeOf(dataDir: string): number {
  const wal = join(dataDir, 'assay.db-wal');
  return statSync(wal, { throwIfNoEntry: false })?.size ?? 0;
}

const [FIRST, SECOND, THIRD] = EVENTS;
const INVALID: readonly (readonly [line: string, issue: RegExp])[] = [
  ['{', /line \d+: The line is not valid JSON/],
  ['[]', /Must be an object/],
  [JSON.stringify({ ...FIRST, occurred_at: undefined }), /\/occurred_at: Is required/],
  [JSON.stringify({ ...FIRST, occurred_at: 'yesterday' }), /\/occurred_at: Must be an ISO 8601 time/],
  [JSON.stringify({ ...FIRST, occurred_at: '2126-01-01T00:00:00Z' }), /\/occurred_at: Must be at most 5 minutes/],
  [JSON.stringify({ ...FIRST, ip_address: '300.1.1.1' }), /\/ip_address: /],
  [JSON.stringify({ ...FIRST, event: 'Log in' }), /\/event: /],
  [JSON.stringify({ ...FIRST, account: undefined }), /\/account: A login event requires an account/],
  [JSON.stringify({ ...FIRST, credential: 'session' }), /\/credential: Must be one of: public, secret/],
  [JSON.stringify({ ...FIRST, outcome: { label: 'fraud' } }), /\/outcome\/label: Must be one of/],
  [JSON.stringify({ ...FIRST, outcome: {} }), /\/outcome: An outcome needs a label/],
  [JSON.stringify({ ...FIRST, surprise: 1 }), /\/surprise: Unknown field/],
  [`{"event":"login","account":{"id":"a\\u0000"}}`, /\/account\/id: Text must not contain the NUL/],
  [`"${'x'.repeat(300_000)}"`, /at most 262144 bytes/],
];

test('skips invalid lines and reports each with its number and issue', async () => {
  const lines = [JSON.stringify(FIRST), '', ...INVALID.map(([line]) => line), JSON.stringify(SECOND)];
  await withImport(`${lines.join('\r\n')}\n`, async (_dataDir, file, run) => {
    const results = `${file}.results`;
    const result = await run('--results', results);
    const done = summary(result);
    assert.equal(done.imported, 2);
    assert.equal(done.bad, INVALID.length);
    const reported = result.stderr.trimEnd().split('\n');
    INVALID.forEach(([, issue], index) => {
      assert.match(reported[index] ?? '', new RegExp(`^line ${index + 3}: `));
      assert.match(reported[index] ?? '', issue);
      assert.equal(done.bad_lines[index].line, index + 3);
    });
    assert.deepEqual(
      resultsIn(results).map(({ line }) => line),
      [1, lines.length],
    );
  });
});

test('--strict stops at the first invalid line, after importing the lines before it', async () => {
  const content = `${ndjson([FIRST, SECOND])}{"event":"login"}\n${ndjson([THIRD])}`;
  await withImport(content, async (_dataDir, file, run) => {
    const stopped = await run('--strict');
    assert.equal(stopped.code, 1);
    assert.equal(stopped.stdout, '');
    assert.match(stopped.stderr, /^assay: line 3: .*\/occurred_at: Is required/m);
    writeFileSync(file, ndjson([FIRST, SECOND, THIRD]));
    const done = summary(await run('--strict'));
    assert.deepEqual([done.already_imported, done.imported], [2, 1]);
  });
});

test('rejects another file with the same source, and results of another import', async () => {
  await withImport(ndjson([FIRST, SECOND]), async (_dataDir, file, run) => {
    const results = `${file}.results`;
    summary(await run('--results', results));
    writeFileSync(file, ndjson([FIRST, THIRD]));
    const rejected = await run();
    assert.equal(rejected.code, 1);
    assert.match(
      rejected.stderr,
      /line 2 differs from the one that an earlier import of source \S+ stored: name this file with --source/,
    );
    assert.equal(summary(await run('--source', 'march')).imported, 2);

    const before = readFileSync(results, 'utf8');
    const mixed = await run('--source', 'april', '--results', results);
    assert.equal(mixed.code, 2);
    assert.match(mixed.stderr, /contains the results of another import/);
    const foreign = await run('--results', join(ROOT, 'package.json'));
    assert.equal(foreign.code, 2);
    assert.match(foreign.stderr, /does not contain results of an import; it was not changed/);
    assert.equal(readFileSync(results, 'utf8'), before);
  });
});

test('a file without any event is an error, and a single bad line in a file of events is not', async () => {
  const image = Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    Buffer.alloc(5_000),
    Buffer.from('\n\xff', 'latin1'),
  ]);
  for (const content of [image, gzipSync(image), 'event,account\nlogin,u_1\n']) {
    await withImport(content, async (_, file, run) => {
      const { code, stderr, stdout } = await run();
      assert.equal(code, 1);
      assert.match(stderr, /^line 1: The line is not valid/);
      assert.ok(stderr.includes(`assay: ${file} has no event (`), stderr);
      assert.match(stderr, /it must be newline-delimited JSON, or that compressed with gzip\n$/);
      assert.equal(JSON.parse(stdout).imported, 0);
    });
  }
  await withImport(Buffer.concat([image, Buffer.from('\n'), Buffer.from(ndjson([FIRST]))]), async (_, _file, run) => {
    assert.equal(summary(await run()).imported, 1);
    assert.equal(summary(await run()).already_imported, 1);
  });
});

test('reads standard input, gzip, a truncated file and lines out of order', async () => {
  await withImport('', async (dataDir) => {
    const stdin = async (input: string | Buffer, ...args: string[]) =>
      assay(['import', '-', '--json', ...args], { dataDir, input });
    assert.equal(summary(await stdin(ndjson([FIRST]), '--source', 'a')).imported, 1);
    assert.equal(summary(await stdin(gzipSync(ndjson([FIRST, SECOND])), '--source', 'b')).imported, 2);
    assert.equal(summary(await stdin(ndjson([SECOND, FIRST, THIRD]), '--source', 'c')).out_of_order, 1);
    assert.equal(summary(await stdin('')).lines, 0);

    const whole = gzipSync(ndjson(EVENTS.slice(0, 200)));
    const cut = await stdin(whole.subarray(0, whole.length - 60), '--source', 'd');
    assert.equal(cut.code, 1);
    assert.match(cut.stderr, /^assay: after line \d+: the gzip data is damaged or incomplete \(/m);
    const complete = summary(await stdin(whole, '--source', 'd'));
    assert.equal(complete.imported + complete.already_imported, 200);
  });
});

test('stops gracefully at the first signal and prints how to continue', async () => {
  await withImport(ndjson(EVENTS), async (dataDir, file, run) => {
    const child = startScript('scripts/assay.mjs', ['import', file, '--json'], { dataDir });
    const outcome = resultOf(child);
    for (const before = sizeOf(dataDir); sizeOf(dataDir) === before && child.exitCode === null; ) await pause(5);
    child.kill('SIGINT');
    const { code, stdout, stderr } = await outcome;
    assert.equal(code, 130, stderr);
    assert.match(stderr, /interrupted after line \d+; run the same command again to continue/);
    const first = JSON.parse(stdout);
    assert.equal(first.complete, false);
    const rest = summary(await run());
    assert.equal(rest.already_imported, first.imported);
    assert.equal(first.imported + rest.imported, EVENTS.length);
  });
});

test('reports an environment or a file that does not exist', async () => {
  await withImport('', async (dataDir) => {
    const nowhere = await assay(['import', '-', '--environment', 'env_x'], { dataDir });
    assert.equal(nowhere.code, 2);
    assert.match(nowhere.stderr, /^assay: --environment env_x does not exist; choose one of: env_\w+ \(test, Test\)/);
    const missing = await assay(['import', join(dataDir, 'no-such-file')], { dataDir });
    assert.deepEqual([missing.code, missing.stderr], [2, `assay: ${join(dataDir, 'no-such-file')} does not exist\n`]);
  });
});
