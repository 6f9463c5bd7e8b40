// Runs only a dispatcher, for tests that kill the process: `worker.ts <storage> <key> <base> <speed>`.
// <storage> is a postgres:// address or the path of a SQLite database; the clock runs <speed> times as fast from <base> on.
import { randomBytes } from 'node:crypto';
import { Dispatcher } from '../../src/delivery/dispatcher.ts';
import { openPostgres } from '../../src/storage/postgres/open.ts';
import { openSqlite } from '../../src/storage/sqlite/open.ts';
import { newId } from './fixture.ts';
import { CONNECT } from './sending.ts';

const [storage = '', key = '', base = '0', speed = '1'] = process.argv.slice(2);
const store = storage.startsWith('postgres')
  ? await openPostgres({ url: storage, poolSize: 3, leaseClock: 'caller' })
  : await openSqlite({ path: storage });
await store.webhooks.queue.recover();
const dispatcher = new Dispatcher({
  queue: store.webhooks.queue,
  clock: () => Math.round(Number(base) + (Date.now() - Number(base)) * Number(speed)),
  newId,
  newToken: () => randomBytes(12).toString('base64url'),
  keys: [{ id: 'k1', key: Buffer.from(key, 'base64') }],
  connect: CONNECT,
  onError: (error) => process.stderr.write(`${error}\n`),
  pollInterval: 50,
});
process.once('SIGTERM', async () => {
  await dispatcher.stop();
  await store.close();
});
dispatcher.start();
process.stdout.write('running\n');
