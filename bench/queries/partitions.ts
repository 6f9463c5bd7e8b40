// `npm run bench:partitions -- [--events N]`: compares the events table with and without a partition per month, on PostgreSQL:
// size of indexes, vacuum, inserts, reads, and the time to remove the oldest month.
import pg from 'pg';
import { openPostgres } from '../../src/storage/postgres/open.ts';
import { DAY } from '../../src/vocabulary/clock.ts';
import { startPostgres } from '../../test/postgres.ts';
import { describeMachine } from '../service/machine.ts';

const MONTHS = 12;
const MONTH_MS = 30 * DAY;
const START_MS = Date.UTC(2025, 0, 1);
const BATCH = 100_000;
const READS = 400;

const given = process.argv.indexOf('--events');
const events = given < 0 ? 2_000_000 : Number(process.argv[given + 1]);
if (!Number.isInteger(events) || events < BATCH) throw new Error(`--events must be at least ${BATCH}`);
const accounts = Math.ceil(events / 20);
const server = await startPostgres({
  settings: { shared_buffers: '512MB', max_wal_size: '8GB', maintenance_work_mem: '1GB', autovacuum: 'off' },
});
await (await openPostgres({ url: server.url })).close();
const client = new pg.Client(server.url);
await client.connect();

/** Sorts as the ids of the service do: by the time first. */
const ID = (at: string) => `'evt_' || lpad(to_hex((${at})::bigint), 12, '0') || substr(md5(n::text), 1, 14)`;
const idAt = (at: number) => `evt_${at.toString(16).padStart(12, '0')}`;

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

/** Rows `from` to `to` of the series, spread evenly over the months. */
async function fill(table: string, from: number, to: number): Promise<void> {
  const at = `${START_MS} + n::bigint * ${Math.floor((MONTHS * MONTH_MS) / (events * 1.05))}`;
  const account = `md5((n % ${accounts})::text)`;
  await client.query(`INSERT INTO ${table} (environment_id, at, created_at, policy_version, score, automation_score, webdriver,
      headless_hint, runtime_inconsistency, recognised, server_success, forced, device_new, device_trusted, id, type, credential,
      account_key, device_id, session_id, address, counter_address, wide_network, classification, fingerprint, agent,
      session_token, state, level, default_decision, decision, windows, window_partition)
    SELECT 1, ${at}, ${at}, 1, n % 90, 0, 0, 0, 0, 1, 0, 0, 0, 0, ${ID(at)}, 'login', 'secret', ${account}, 'dev_' || ${account},
      'ses_' || md5(n::text), '198.51.' || n % 200 || '.' || n % 250, '198.51.' || n % 200 || '.' || n % 250, '198.51',
      'public', md5((n % 3000)::text), NULL, NULL, 'known', 'low', 'allow', 'allow', 15, n % 3 FROM generate_series(${from}, ${to - 1}) n`);
}

async function createByMonth(): Promise<void> {
  await client.query('CREATE TABLE by_month (LIKE events) PARTITION BY RANGE (id)');
  for (let month = 0; month < MONTHS; month++) {
    const bounds = [idAt(START_MS + month * MONTH_MS), idAt(START_MS + (month + 1) * MONTH_MS)];
    await client.query(
      `CREATE TABLE by_month_${month} PARTITION OF by_month FOR VALUES FROM ('${bounds[0]}') TO ('${bounds[1]}')`,
    );
  }
}

/** Drops the indexes of `events` and returns their definitions. */
async function dropIndexes(): Promise<string[]> {
  const { rows } = await client.query<{ name: string; constrained: boolean; definition: string }>(
    `SELECT indexrelid::regclass::text AS name, indisprimary AS constrained, pg_get_indexdef(indexrelid) AS definition
    FROM pg_index WHERE indrelid = 'events'::regclass`,
  );
  for (const { name, constrained } of rows)
    await client.query(constrained ? `ALTER TABLE events DROP CONSTRAINT ${name}` : `DROP INDEX ${name}`);
  return rows.map(({ definition }) => definition);
}

async function createIndexes(table: string): Promise<void> {
  for (const definition of indexes)
    await client.query(definition.replace(/INDEX \w+ ON public\.events/, `INDEX ON ${table}`));
}

/** Mean time of a prepared read with the planner settings of the service, ms. */
async function readTime(name: string, text: string, floor: boolean): Promise<string> {
  const last = START_MS + (MONTHS - 1) * MONTH_MS;
  const run = (index: number) => {
    const values = [`${index * 37}`, last, last - DAY, ...(floor ? [idAt(last - DAY)] : [])];
    return client.query({ name, text, values });
  };
  for (let index = 0; index < 20; index++) await run(index);
  const ms = await timed(async () => {
    for (let index = 0; index < READS; index++) await run(index);
  });
  return (ms / READS).toFixed(2);
}

function windowRead(table: string, floor: boolean): string {
  const part = (partition: number) => `SELECT * FROM (SELECT at, type, device_id FROM ${table} WHERE environment_id = 1
    AND account_key = md5($1::text) AND (windows & 1) <> 0 AND window_partition = ${partition} AND at <= $2 AND at > $3
    ${floor ? 'AND id >= $4' : ''} ORDER BY at DESC, id DESC LIMIT 200) AS part`;
  return [0, 1, 2].map(part).join(' UNION ALL ');
}

const indexBytes = async (table: string) =>
  Number((await client.query(`SELECT pg_indexes_size('${table}') AS bytes`)).rows[0].bytes) / 2 ** 20;

async function measure(table: string, current: string): Promise<void> {
  // Inserting ten million rows in order of arrival takes an hour per table. Therefore 95 % of them are inserted before the
  // indexes are created, which makes these denser than those of a service after a year; the others arrive one by one.
  const loaded = Math.floor((events * 0.95) / BATCH) * BATCH;
  for (let from = 0; from < loaded; from += BATCH) await fill(table, from, from + BATCH);
  await createIndexes(table);
  let lastBatch = 0;
  for (let from = loaded; from < events; from += BATCH)
    lastBatch = await timed(() => fill(table, from, Math.min(events, from + BATCH)));
  const vacuum = await timed(() => client.query(`VACUUM (ANALYZE) ${table}`));
  await fill(table, events, Math.floor(events * 1.01));
  const again = await timed(() => client.query(`VACUUM ${table}`));
  await client.query(
    'SET plan_cache_mode = force_generic_plan; SET enable_seqscan = off; SET enable_bitmapscan = off; SET jit = off',
  );
  const plain = await readTime(`${table} window`, windowRead(table, false), false);
  const floored = await readTime(`${table} window id`, windowRead(table, true), true);
  await client.query('RESET ALL');
  const size = await indexBytes(current);
  const oldest = idAt(START_MS + MONTH_MS);
  const remove =
    table === 'events'
      ? await timed(async () => {
          await client.query('SET session_replication_role = replica');
          await client.query(`DELETE FROM events WHERE environment_id = 1 AND id < '${oldest}'`);
          await client.query('VACUUM events');
        })
      : await timed(() => client.query('ALTER TABLE by_month DETACH PARTITION by_month_0'));
  console.log(
    `| ${table === 'events' ? 'one table' : 'by month'} | ${(BATCH / (lastBatch / 1000)).toFixed(0)} | ` +
      `${size.toFixed(0)} | ${(vacuum / 1000).toFixed(1)} | ${(again / 1000).toFixed(2)} | ${plain} | ${floored} | ${(remove / 1000).toFixed(2)} |`,
  );
}

console.log(`${describeMachine()}; ${events} events in ${MONTHS} months, caches warm, commits not flushed\n`);
console.log(
  '| Table | rows/s inserted at the end | indexes MiB (all, or newest month) | first vacuum s | vacuum after 1 % more s | window read ms | with an id floor ms | remove the oldest month s |',
);
console.log('|---|---|---|---|---|---|---|---|');
const indexes = await dropIndexes();
await measure('events', 'events');
await createByMonth();
await measure('by_month', `by_month_${MONTHS - 1}`);
await client.end();
await server.stop();
