// `npm run bench:paging -- [--events 100000] [--rate 1000] [--engines sqlite,postgres] [--quick]`: pages through EVENTS events to the
// end and back while another writer adds RATE events per second to the same list. Fails when an event is missing or appears
// twice. `--quick` uses 10,000 events and 200 per second.
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { Value } from '../../src/storage/engine.ts';
import { assertComplete, pageBothWays } from '../../test/lists/page-both-ways.ts';
import type { Tables } from '../seed/tables.ts';
import { serviceTemplate } from '../seed/template.ts';
import { describeMachine } from '../service/machine.ts';
import { type EngineName, type SeededDatabase, seedDatabase } from './lists-database.ts';

const { values: given } = parseArgs({
  options: {
    events: { type: 'string', default: '100000' },
    rate: { type: 'string', default: '1000' },
    engines: { type: 'string', default: 'sqlite,postgres' },
    quick: { type: 'boolean', default: false },
  },
});
const rate = given.quick ? 200 : Number(given.rate);
const events = given.quick ? 10_000 : Number(given.events);
/** Batches per second. */
const TICKS = 20;
/** Events of a page. */
const LIMIT = 100;

/** Inserts copies of the newest event with current ids, in the tables that a list reads. */
async function addEvents({ tables, server }: SeededDatabase, count: number): Promise<void> {
  const environmentNumber = server.environments.test.number;
  const ids = Array.from({ length: count }, () => server.context.newId('event', Date.now()));
  await tables.inTransaction(async () => {
    for (const [table, key] of [
      ['events', 'id'],
      ['event_details', 'event_id'],
    ] as const) {
      const [newest] = await tables.all(
        `SELECT * FROM ${table} WHERE environment_id = ${environmentNumber} ORDER BY ${key} DESC LIMIT 1`,
      );
      const columns = Object.keys(newest ?? {});
      const rows = ids.map((id) => columns.map((column) => (column === key ? id : (newest?.[column] as Value))));
      await tables.insert(table, columns, rows);
    }
  });
}

async function eventIds(tables: Tables, environmentNumber: number): Promise<string[]> {
  return (await tables.all(`SELECT id FROM events WHERE environment_id = ${environmentNumber}`)).map(({ id }) =>
    String(id),
  );
}

const template = await serviceTemplate();
console.log(
  `${describeMachine()}\n\n| engine | events | added meanwhile | per second | pages | seconds |\n|---|---|---|---|---|---|`,
);
for (const engine of given.engines.split(',') as EngineName[]) {
  const database = await seedDatabase(engine, template, events);
  const { server } = database;
  const { id, number } = server.environments.test;
  const existed = await eventIds(database.tables, number);
  const writing = new AbortController();
  const started = performance.now();
  let added = 0;
  const writer = (async () => {
    for (let tick = 0; !writing.signal.aborted; tick += 1) {
      const count = Math.ceil(rate / TICKS);
      await addEvents(database, count);
      added += count;
      const due = started + ((tick + 1) * 1_000) / TICKS;
      await pause(Math.max(0, due - performance.now()));
    }
  })();
  const path = `/v1/environments/${id}/events?limit=${LIMIT}`;
  const nextTick = () => new Promise<void>((resolve) => setImmediate(resolve));
  // To the end, back, and as many pages of added events again.
  const maxPages = (4 * events) / LIMIT;
  const { older, newer, pages } = await pageBothWays(server, path, (item) => String(item.id), nextTick, maxPages);
  writing.abort();
  await writer;
  const seconds = (performance.now() - started) / 1_000;
  assertComplete(older, existed, `${engine}, towards older`);
  assertComplete(newer, existed, `${engine}, towards newer`);
  const cells = [existed.length, added, (added / seconds).toFixed(0), pages, seconds.toFixed(1)];
  console.log(`| ${engine} | ${cells.join(' | ')} |`);
  await database.close();
}
