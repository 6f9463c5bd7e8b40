// `npm run bench:pages [-- EVENTS, default 2000]`: which tables and indexes of SQLite an event writes, in pages of the log per event:
// alone in its commit, with 63 others, and when the rollups count it. Prints a Markdown table for new and for returning devices.
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { recordEvent } from '../../src/flows/events/record-event.ts';
import { select } from '../../src/storage/sql.ts';
import { SqliteConnection } from '../../src/storage/sqlite/connection.ts';
import { openSqlite } from '../../src/storage/sqlite/open.ts';
import { describeMachine } from '../service/machine.ts';
import { type Prepared, prepare } from './recorded-events.ts';

/** Sizes of the log's header and of a frame's header, bytes: https://www.sqlite.org/fileformat2.html#the_write_ahead_log */
const LOG_HEADER = 32;
const FRAME_HEADER = 24;
/** Trees with fewer pages per event are not listed. */
const LEAST_PAGES = 0.05;

/** Concurrent events, as with 64 HTTP connections, and the events of one batch of the rollups. */
const TOGETHER = 64;

const events = Number(process.argv[2] ?? 2000);
const folder = mkdtempSync(join(tmpdir(), 'assay-pages-'));
const path = join(folder, 'assay.db');

async function record({ environment, context, inputs }: Prepared, concurrency: number): Promise<void> {
  let next = 0;
  const worker = async () => {
    for (let input = inputs[next++]; input !== undefined; input = inputs[next++]) {
      await recordEvent(context, environment, input);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
}

async function applyRollups({ environment, context }: Prepared): Promise<void> {
  while ((await context.store.rollups.applyPending(environment.number, TOGETHER)) > 0);
}

/** The numbers of the pages that `work` appends to the log. */
async function pagesOf(pageSize: number, work: () => Promise<void>): Promise<number[]> {
  const before = statSync(`${path}-wal`).size;
  await work();
  const log = readFileSync(`${path}-wal`).subarray(Math.max(before, LOG_HEADER));
  const frame = FRAME_HEADER + pageSize;
  return Array.from({ length: Math.floor(log.length / frame) }, (_, index) => log.readUInt32BE(index * frame));
}

/** Prints the pages per event of each tree; `trees` maps each page to its tree. */
function print(phases: readonly (readonly number[])[], trees: ReadonlyMap<number, string>): void {
  const counts = new Map<string, number[]>();
  for (const [phase, pages] of phases.entries()) {
    for (const page of pages) {
      const tree = page === 1 ? 'header of the file' : (trees.get(page) ?? 'free pages');
      const count = counts.get(tree) ?? phases.map(() => 0);
      count[phase] = (count[phase] ?? 0) + 1 / events;
      counts.set(tree, count);
    }
  }
  const sum = (count: readonly number[]) => count.reduce((total, pages) => total + pages, 0);
  const listed = [...counts].filter(([, count]) => Math.max(...count) >= LEAST_PAGES);
  listed.sort(([, one], [, other]) => sum(other) - sum(one));
  listed.push(['all', phases.map((pages) => pages.length / events)]);
  const names = ['new device', 'together', 'rollups', 'returning device', 'together', 'rollups'];
  console.log(`${describeMachine()}\n\n| tree | ${names.join(' | ')} |\n|${'---|'.repeat(names.length + 1)}`);
  for (const [tree, count] of listed)
    console.log(`| ${tree} | ${count.map((pages) => pages.toFixed(1)).join(' | ')} |`);
}

const store = await openSqlite({ path });
const other = new SqliteConnection(path, { readOnly: false });
try {
  const returning = await prepare(store, { devices: 4 * events, seed: 7 }, 10 * events);
  await record(returning, TOGETHER);
  await applyRollups(returning);
  // Empties the log. An open read transaction then prevents its restart, so that all frames stay.
  const { page_size: pageSize = 0 } = other.get<{ page_size: number }>('PRAGMA page_size') ?? {};
  other.exec('PRAGMA wal_checkpoint(TRUNCATE); BEGIN; SELECT 1 FROM events');
  const phases: number[][] = [];
  const measure = async (prepared: Prepared, inputs: Prepared['inputs']) => {
    phases.push(await pagesOf(pageSize, () => record({ ...prepared, inputs: inputs.slice(0, events) }, 1)));
    await applyRollups(prepared);
    phases.push(
      await pagesOf(pageSize, () => record({ ...prepared, inputs: inputs.slice(events, 2 * events) }, TOGETHER)),
    );
    phases.push(await pagesOf(pageSize, () => applyRollups(prepared)));
  };
  const fresh = await prepare(store, { devices: 30 * events, seed: 8 }, 2 * events);
  await measure(fresh, fresh.inputs);
  await measure(returning, returning.inputs);
  other.exec('COMMIT');
  const rows = await other.all<{ pageno: number; name: string }>(select`pageno, name FROM dbstat`);
  print(phases, new Map(rows.map(({ pageno, name }) => [pageno, name])));
} finally {
  other.close();
  await store.close();
  rmSync(folder, { recursive: true });
}
