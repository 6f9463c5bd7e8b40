// Tests that reads that arrive at once take turns: events run in between however many members have a slow page open.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setImmediate as nextTick } from 'node:timers/promises';
import { openSqlite } from '../../src/storage/sqlite/open.ts';
import { startTestServer, type TestServer } from '../http/test-server.ts';

const AT_ONCE = 6;
const EVENTS = 120;
let server: TestServer;
/** The tick of the event loop in which each page of the store was read. */
const reads: number[] = [];
let tick = 0;

/** The same reader, whose method takes 3 ms longer: as long as a page of many rows. */
function slowed<R extends object, M extends keyof R>(reader: R, method: M): R {
  const read = reader[method] as (...given: unknown[]) => unknown;
  return new Proxy(reader, {
    get(target, name) {
      const value = Reflect.get(target, name, target) as unknown;
      if (name !== method) return typeof value === 'function' ? value.bind(target) : value;
      return (...given: unknown[]) => {
        reads.push(tick);
        const until = performance.now() + 3;
        while (performance.now() < until);
        return read.apply(target, given);
      };
    },
  });
}

before(async () => {
  const store = await openSqlite({ path: ':memory:' });
  server = await startTestServer({
    store: Object.assign(Object.create(store), {
      campaigns: slowed(store.campaigns, 'stopped'),
      assessments: slowed(store.assessments, 'page'),
      lists: slowed(store.lists, 'eventIds'),
    }),
  });
  const send = (n: number) => server.event(server.keys.test.secret, { event: 'login', account: { id: `u_${n}` } });
  for (const { statusCode } of await Promise.all(Array.from({ length: EVENTS }, (_, n) => send(n)))) {
    assert.equal(statusCode, 201);
  }
});
after(() => server.close());

/** Sends the request several times at once and returns the ticks of its pages. */
async function ticksOf(method: 'GET' | 'POST', path: string, payload?: object): Promise<readonly number[]> {
  reads.length = 0;
  let isDone = false;
  const counting = (async () => {
    for (; !isDone; tick += 1) await nextTick();
  })();
  const url = `/v1/environments/${server.environments.test.id}/${path}`;
  const headers = { authorization: `Bearer ${server.sessions.analyst}` };
  const send = () => server.request({ method, url, headers, ...(payload === undefined ? {} : { payload }) });
  const responses = await Promise.all(Array.from({ length: AT_ONCE }, send));
  isDone = true;
  await counting;
  assert.deepEqual([...new Set(responses.map(({ statusCode }) => statusCode))], [200]);
  return [...reads];
}

function assertApart(ticks: readonly number[], pages: number): void {
  assert.equal(ticks.length, AT_ONCE * pages);
  const between = ticks.slice(1).map((one, at) => one - (ticks[at] as number));
  assert.ok(Math.min(...between) >= 2, `${ticks}`);
}

test('lists that are read whole', async () => {
  assertApart(await ticksOf('GET', 'campaigns'), 1);
  assertApart(await ticksOf('GET', 'events/count'), 1);
});

test('the pages of backtests', async () => {
  const range = { from: '2020-01-01T00:00:00Z', to: '9999-01-01T00:00:00Z' };
  assertApart(await ticksOf('POST', 'policy/backtest', range), 3);
});
