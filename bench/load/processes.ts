// `npm run bench:processes -- [--processes 1,2,4] [--cores .5] [--seconds 10]`: measures the cost and waits of an event with several
// service processes on one PostgreSQL whose CPU is limited. Prints a Markdown table. The limit needs root on Linux.
import { parseArgs } from 'node:util';
import { startDurablePostgres } from '../service/durable-postgres.ts';
import { limitCpu, localServer } from '../service/local-server.ts';
import { describeMachine } from '../service/machine.ts';
import { SERVER } from '../service/start-service.ts';
import { measureProcesses, type ProcessesResult } from './ingest-processes.ts';

const { values: given } = parseArgs({
  options: {
    processes: { type: 'string', default: '1,2,4' },
    cores: { type: 'string', default: '.5' },
    seconds: { type: 'string', default: '10' },
  },
});
const seconds = Number(given.seconds);

const COLUMNS: Record<string, (result: ProcessesResult) => string> = {
  'events/s': ({ row }) => row.perSecond.toFixed(0),
  'p50, p99 ms': ({ row }) => `${row.p50}, ${row.p99}`,
  "the server's CPU, of its limit": ({ server }) => `${((100 * server.cores) / Number(given.cores)).toFixed(0)} %`,
  'µs/event: server, services': ({ row, server }) => `${server.cpuMicros.toFixed(0)}, ${row.cpuMicros.toFixed(0)}`,
  'commits/event': ({ server }) => server.commits.toFixed(2),
  'round trips/event': ({ server }) => server.roundTrips.toFixed(2),
  'of active connections, waiting for a row or advisory lock': ({ server }) => percent(server.waits.Lock),
  'for a lock inside the server': ({ server }) => percent(server.waits.LWLock),
  'for the disk': ({ server }) => percent(server.waits.IO),
  failed: ({ row }) => String(row.failed),
};

function percent(share = 0): string {
  return `${(100 * share).toFixed(1)} %`;
}

console.log(`${describeMachine()}; PostgreSQL limited to ${given.cores} of a core\n`);
console.log(`| processes | ${Object.keys(COLUMNS).join(' | ')} |`);
console.log(`|---|${'---|'.repeat(Object.keys(COLUMNS).length)}`);
for (const processes of given.processes.split(',').map(Number)) {
  const server = await startDurablePostgres();
  const limit = async () => limitCpu(await localServer(server.url), Number(given.cores));
  const result = await measureProcesses(SERVER, server.url, { processes, seconds, limit });
  console.log(`| ${[processes, ...Object.values(COLUMNS).map((cell) => cell(result))].join(' | ')} |`);
  await server.stop();
}
