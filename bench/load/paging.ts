// `npm run bench:paging -- [--events 100000] [--rate 1000] [--engines sqlite,postgres] [--quick]`: pages through that many events, to the
// end and back, while a second writer adds so many a second to the same list. Fails when one is shown twice or one is lost.
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { Value } from '../../src/storage/engine.ts';
import { assertComplete, pageBothWays } from '../../test/lists/page-both-ways.ts';
import type { Tables } from '../seed/tables.ts';
import { serviceTemplate } from '../seed/template.ts';
import { machine } from '../service/machine.ts';
import { type EngineName, type FilledDatabase, fillDatabase } from './lists-database.ts';

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
/** Batches a second. */
const TICKS = 20;

/** Copies of the newest event under ids of this moment, with what a list reads beside it. */
async function addEvents({ tables, door }: FilledDatabase, count: number): Promise<void> {
  const environmentNumber = door.environments.test.number;
  const ids = Array.from({ length: count }, () => door.context.newId('event', Date.now()));
  await tables.together(async () => {
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
  `${machine()}\n\n| engine | events | arrived meanwhile | a second | pages | seconds |\n|---|---|---|---|---|---|`,
);
for (const engine of given.engines.split(',') as EngineName[]) {
  const database = await fillDatabase(engine, template, events);
  const { door } = database;
  const { id, number } = door.environments.test;
  const existed = await eventIds(database.tables, number);
  const writing = new AbortController();
  const started = performance.now();
  let arrived = 0;
  const writer = (async () => {
    for (let tick = 0; !writing.signal.aborted; tick += 1) {
      const added = Math.ceil(rate / TICKS);
      await addEvents(database, added);
      arrived += added;
      const due = started + ((tick + 1) * 1_000) / TICKS;
      await pause(Math.max(0, due - performance.now()));
    }
  })();
  const path = `/v1/environments/${id}/events?limit=100`;
  const turn = () => new Promise<void>((resolve) => setImmediate(resolve));
  const { older, newer, pages } = await pageBothWays(door, path, (item) => String(item.id), turn);
  writing.abort();
  await writer;
  const seconds = (performance.now() - started) / 1_000;
  assertComplete(older, existed, `${engine}, towards older`);
  assertComplete(newer, existed, `${engine}, towards newer`);
  const cells = [existed.length, arrived, (arrived / seconds).toFixed(0), pages, seconds.toFixed(1)];
  console.log(`| ${engine} | ${cells.join(' | ')} |`);
  await database.close();
}
