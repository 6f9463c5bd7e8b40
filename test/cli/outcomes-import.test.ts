// `assay outcomes import`: chargebacks from CSV or newline-delimited JSON, identified by id or by account and time.
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import type { LineResult } from '../../src/flows/imports/import-result.ts';
import { openStore } from '../../src/storage/open.ts';
import { freshDatabase } from '../postgres.ts';
import { type HistoricalEvent, ndjson } from './event-history.ts';
import { assay, type CliOptions, withFolder } from './run-cli.ts';

const START = Date.UTC(2026, 2, 1, 12);
/** One payment a minute, alternating between three accounts; two of `u_0` within a second. */
const EVENTS: HistoricalEvent[] = [0, 60_000, 120_000, 180_000, 180_400].map((after, index) => ({
  event: 'payment_attempt',
  account: { id: index > 2 ? 'u_0' : `u_${index}` },
  ip_address: '203.0.114.9',
  occurred_at: new Date(START + after).toISOString(),
}));

let database: Awaited<ReturnType<typeof freshDatabase>>;
before(async () => {
  database = await freshDatabase();
});
after(() => database.drop());

interface Fixture {
  ids: string[];
  /** Imports this content. */
  run: (content: string | Buffer, ...args: string[]) => ReturnType<typeof assay>;
  /** The stored labels of each event, oldest first, with `*` after the current one. */
  histories: () => Promise<string[]>;
}

function withEvents(environment: Record<string, string>, work: (fixture: Fixture) => Promise<void>): Promise<void> {
  return withFolder(async (folder) => {
    const options: CliOptions = { dataDir: join(folder, 'data'), environment };
    const results = join(folder, 'results');
    assert.equal((await assay(['setup'], options)).code, 0);
    const imported = await assay(['import', '-', '--results', results], { ...options, input: ndjson(EVENTS) });
    assert.equal(imported.code, 0, imported.stderr);
    const ids = readFileSync(results, 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => (JSON.parse(line) as LineResult).id);
    const run: Fixture['run'] = async (content, ...args) => {
      const file = join(folder, 'outcomes');
      writeFileSync(file, content);
      return assay(['outcomes', 'import', file, '--json', ...args], options);
    };
    await work({ ids, run, histories: () => historiesOf(options, ids) });
  });
}

async function historiesOf({ dataDir, environment = {} }: CliOptions, ids: readonly string[]): Promise<string[]> {
  const store = await openStore({ databaseUrl: environment.DATABASE_URL ?? null, dataDir });
  try {
    const { number = 0 } = (await store.tenants.environments(null)).find(({ kind }) => kind === 'test') ?? {};
    return await Promise.all(
      ids.map(async (id) => {
        const rows = await store.outcomes.history(number, id, 100, null);
        return rows.map(({ label, isCurrent }) => `${label}${isCurrent ? '*' : ''}`).join(' ');
      }),
    );
  } finally {
    await store.close();
  }
}

for (const name of ['SQLite', 'PostgreSQL'] as const) {
  describe(name, () => {
    test('dry-runs, imports and re-imports a file', async () => {
      await withEvents(name === 'SQLite' ? {} : { DATABASE_URL: database.url }, async ({ ids, run, histories }) => {
        const [first, second, third, fourth] = ids;
        const csv = [
          'event_id,external_account_id,occurred_at,event_type,label,authentication_outcome,reason,metadata.case,metadata.amount',
          `${first},,,,payment_fraud,,"charged back, ""stolen""",C-1,12.50`,
          ',u_1,2026-03-01T12:01:00Z,payment_attempt,legitimate,login_success,,,',
          ',u_2,2026-03-01T14:02:00.700+02:00,,,,,C-3,',
          `${fourth},,,,legitimate,,,,`,
          `${fourth},,,,account_takeover,,,,`,
        ].join('\r\n');
        const options = ['--label', 'fraud_confirmed'];
        const dry = await run(csv, '--dry-run', ...options);
        assert.equal(dry.code, 0, dry.stderr);
        const expected = JSON.parse(dry.stdout);
        assert.deepEqual(await histories(), ['', '', '', '', '']);
        const done = await run(gzipSync(csv), ...options);
        assert.equal(done.code, 0, done.stderr);
        assert.deepEqual(JSON.parse(done.stdout), { ...expected, dry_run: false });
        assert.deepEqual([expected.dry_run, expected.created, expected.updated, expected.bad], [true, 4, 1, 0]);
        assert.equal(expected.evaluations.potential_false_negative, 3);
        assert.deepEqual(expected.changes[2], {
          line: 4,
          event_id: third,
          effect: 'created',
          before: null,
          after: { label: 'fraud_confirmed', authentication_outcome: null },
          evaluation: 'potential_false_negative',
        });
        const labels = ['payment_fraud*', 'legitimate*', 'fraud_confirmed*', 'legitimate account_takeover*', ''];
        assert.deepEqual(await histories(), labels);

        // Importing again, with one line more, changes no imported line, even if its event was revised since.
        const more = `${csv}\r\n${second},,,,payment_fraud,,,,\r\n`;
        const again = JSON.parse((await run(more, ...options)).stdout);
        assert.deepEqual([again.created, again.updated, again.standing, again.repeated], [0, 1, 4, 1]);
        const last = JSON.parse((await run(more, ...options)).stdout);
        assert.deepEqual([last.created, last.updated, last.standing, last.repeated], [0, 0, 4, 2]);
        assert.deepEqual(await histories(), [labels[0], 'legitimate payment_fraud*', ...labels.slice(2)]);
      });
    });
  });
}

test('skips a byte order mark before either format', async () => {
  await withEvents({}, async ({ ids, run, histories }) => {
    const line = JSON.stringify({ event_id: ids[0], label: 'legitimate' });
    for (const content of [`\ufeff${line}\n`, `\ufeffevent_id,label\n${ids[1]},legitimate\n`]) {
      const { code, stderr } = await run(content);
      assert.equal(code, 0, stderr);
    }
    assert.deepEqual(await histories(), ['legitimate*', 'legitimate*', '', '', '']);
  });
});

test('finds the event of an account within the given seconds, in a file of the given format', async () => {
  await withEvents({}, async ({ run, histories }) => {
    const csv = 'external_account_id,occurred_at,label\nu_1,2026-03-01T12:01:30Z,legitimate\n';
    for (const [args, code, problem] of [
      [[], 1, /^line 2: .*no event within 1 s/],
      [['--within', '29.5'], 1, /^line 2: .*no event within 29.5 s/],
      [['--format', 'ndjson'], 1, /^line 1: .*not valid JSON/],
      [['--within', '30', '--format', 'csv'], 0, /^$/],
    ] as const) {
      const result = await run(csv, ...args);
      assert.equal(result.code, code, args.join(' '));
      assert.match(result.stderr, problem);
    }
    assert.deepEqual(await histories(), ['', 'legitimate*', '', '', '']);
  });
});

test('reports invalid lines, records the others and exits with 1', async () => {
  await withEvents({}, async ({ ids, run, histories }) => {
    const [first, , third] = ids;
    const invalid: readonly (readonly [line: unknown, issue: RegExp])[] = [
      [[], /Must be an object/],
      [{ label: 'legitimate' }, /\/event_id: Identify the event by event_id, or by/],
      [{ event_id: first }, /An outcome needs a label/],
      [{ event_id: first, label: 'fraud' }, /\/label: Must be one of/],
      [{ event_id: first, label: 1 }, /\/label: Must be a string/],
      [{ event_id: first, label: 'unknown', reason: 'x'.repeat(501) }, /\/reason: Must have at most 500/],
      [{ event_id: first, label: 'unknown', metadata: { case: [] } }, /\/metadata\/case: /],
      [{ event_id: first, label: 'unknown', reason: '\u0000' }, /\/reason: Text must not contain the NUL/],
      [{ event_id: first, label: 'unknown', amount: 3 }, /\/amount: Unknown field/],
      [{ event_id: first, label: 'unknown', occurred_at: 'now' }, /\/occurred_at: Not allowed together with event_id/],
      [{ event_id: 'evt_x', label: 'unknown' }, /\/event_id: There is no event with this id/],
      [{ external_account_id: 'u_1', label: 'unknown' }, /\/occurred_at: Identify the event by/],
      [
        { external_account_id: 'u_1', occurred_at: 'noon', label: 'unknown' },
        /\/occurred_at: Must be an ISO 8601 time/,
      ],
      [{ external_account_id: 'u_1', occurred_at: '2026-03-01T12:01:02Z', label: 'unknown' }, /no event within 1 s/],
      [
        { external_account_id: 'u_1', occurred_at: '2026-03-01T12:01:00Z', event_type: 'login', label: 'unknown' },
        /has no login event within 1 s/,
      ],
      [
        { external_account_id: 'u_0', occurred_at: '2026-03-01T12:03:00.200Z', label: 'unknown' },
        /several events within 1 s of this time: evt_\w+ \(payment_attempt, 2026-03-01T12:03:00.000Z\), evt_/,
      ],
    ];
    const valid = [
      { event_id: third, label: 'unknown' },
      // Two events are within a second of this time; one of them has exactly this time.
      { external_account_id: 'u_0', occurred_at: '2026-03-01T12:03:00.400Z', label: 'bot_confirmed' },
    ];
    const lines = [valid[0], ...invalid.map(([line]) => line), valid[1]]
      .map((line) => JSON.stringify(line))
      .join('\n\n');
    for (const args of [['--dry-run'], []]) {
      const result = await run(lines, ...args);
      assert.equal(result.code, 1);
      const { created, bad: counted, bad_lines: listed } = JSON.parse(result.stdout);
      assert.deepEqual([created, counted], [2, invalid.length]);
      const reported = result.stderr.trimEnd().split('\n');
      invalid.forEach(([line, issue], index) => {
        assert.match(reported[index] ?? '', new RegExp(`^line ${2 * index + 3}: `), JSON.stringify(line));
        assert.match(reported[index] ?? '', issue);
        assert.equal(listed[index].line, 2 * index + 3);
      });
    }
    assert.deepEqual(await histories(), ['', '', 'unknown*', '', 'bot_confirmed*']);
  });
});

test('records the lines before an invalid one with --strict, and before a corruption', async () => {
  await withEvents({}, async ({ ids: [first, second, third], run, histories }) => {
    const strict = await run(`event_id,label\n${first},unknown\n${second},fraud\n${third},unknown\n`, '--strict');
    assert.equal(strict.code, 1);
    assert.equal(strict.stdout, '');
    assert.match(strict.stderr, /^assay: line 3: .*\/label: Must be one of/m);
    assert.deepEqual(await histories(), ['unknown*', '', '', '', '']);
    for (const [content, code, words] of [
      [
        'event_id,verdict\n',
        2,
        /^assay: line 1: column 2 has the unknown name "verdict"; allowed columns are event_id, external_account_id/m,
      ],
      [`event_id,label\n${second},"unknown\n`, 1, /^assay: invalid CSV near line 2: Quote Not Closed/m],
      [`event_id,label\n${second},unknown,x\n`, 1, /^line 2: \/column 3: Unknown field/m],
      [`{"event_id":"${second}"`, 1, /^line 1: .*not valid JSON/m],
    ] as const) {
      const failed = await run(content);
      assert.equal(failed.code, code, content);
      assert.match(failed.stderr, words);
    }
    const usage = await run(`${second}`, '--within', '-1');
    assert.deepEqual([usage.code, /--within must be a number of seconds/.test(usage.stderr)], [2, true]);
  });
});
