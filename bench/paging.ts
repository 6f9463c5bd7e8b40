// `npm run bench:paging -- [--events 100000] [--rate 1000] [--engines sqlite,postgres]`: pages through that many events, to the
// end and back, while a second writer adds so many a second to the same list. Fails when one is shown twice or one is lost.
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { assertWhole, walkBothWays } from '../test/reading/both-ways.ts';
import { type EngineName, fillDatabase } from './lists-database.ts';
import { machine } from './machine.ts';

const { values: given } = parseArgs({
  options: {
    events: { type: 'string', default: '100000' },
    rate: { type: 'string', default: '1000' },
    engines: { type: 'string', default: 'sqlite,postgres' },
  },
});
const rate = Number(given.rate);
/** Batches a second. */
const TICKS = 20;

console.log(
  `${machine()}\n\n| engine | events | arrived meanwhile | a second | pages | seconds |\n|---|---|---|---|---|---|`,
);
for (const engine of given.engines.split(',') as EngineName[]) {
  const database = await fillDatabase(engine, Number(given.events));
  const { door } = database;
  const existed = await database.eventIds();
  const { id } = door.environments.test;
  const writing = new AbortController();
  const started = performance.now();
  let arrived = 0;
  const writer = (async () => {
    for (let tick = 0; !writing.signal.aborted; tick += 1) {
      const events = Math.ceil(rate / TICKS);
      await database.marks.append(events);
      arrived += events;
      const due = started + ((tick + 1) * 1_000) / TICKS;
      await pause(Math.max(0, due - performance.now()));
    }
  })();
  const path = `/v1/environments/${id}/events?limit=100`;
  const turn = () => new Promise<void>((resolve) => setImmediate(resolve));
  const { older, newer, pages } = await walkBothWays(door, path, (item) => String(item.id), turn);
  writing.abort();
  await writer;
  const seconds = (performance.now() - started) / 1_000;
  assertWhole(older, existed, `${engine}, towards older`);
  assertWhole(newer, existed, `${engine}, towards newer`);
  const cells = [existed.length, arrived, (arrived / seconds).toFixed(0), pages, seconds.toFixed(1)];
  console.log(`| ${engine} | ${cells.join(' | ')} |`);
  await database.close();
}
