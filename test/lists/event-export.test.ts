// Tests exports of the event lists as newline-delimited JSON and CSV, over a few thousand events on both engines: the same items as
// the pages, and no page read before the client needs it.
import assert from 'node:assert/strict';
import { type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, test } from 'node:test';
import { parse } from 'csv-parse/sync';
import { seedDataset } from '../../bench/seed/seed.ts';
import { serviceTemplate } from '../../bench/seed/template.ts';
import type { Context } from '../../src/flows/context.ts';
import { exportEvents, NO_FILTER } from '../../src/flows/events/list-events.ts';
import { siblingId } from '../../src/vocabulary/ids.ts';
import { onBothDatabases } from '../engines.ts';
import { startTestServer, type TestServer } from '../http/test-server.ts';

const EVENTS = 3_000;
const template = await serviceTemplate({ events: 1_000 });
const LINES = { accept: 'application/x-ndjson' };

await onBothDatabases(async ({ store, location }) => {
  const server = await startTestServer({ store });
  const { id, number } = server.environments.test;
  await seedDataset(location, template, { environmentNumber: number, events: EVENTS });
  after(() => server.app.close());
  const bearer = { authorization: `Bearer ${server.keys.test.secret}` };
  const get = (url: string, headers: Record<string, string> = {}) =>
    server.request({ url, headers: { ...bearer, ...headers } });

  for (const list of ['events', 'risk-assessments']) {
    const path = `/v1/environments/${id}/${list}`;

    test(`the lines of ${list} are the items of its pages, for every filter`, async () => {
      const filters = [
        '',
        'decision=block',
        'event_type=login&event_type=payment_attempt',
        'evaluation=potential_false_negative',
      ];
      for (const filter of filters) {
        const exported = await get(`${path}?${filter}`, LINES);
        assert.equal(exported.statusCode, 200, exported.body);
        assert.equal(exported.headers['content-type'], 'application/x-ndjson');
        const expected = await walk(server, `${path}?limit=100&${filter}`);
        assert.ok(expected.length > (filter === '' ? EVENTS - 1 : 0), filter);
        assert.deepEqual(linesOf(exported.body), expected, filter);
      }
    });

    test(`the rows of ${list} as CSV are the items of its pages`, async () => {
      const exported = await get(`${path}?format=csv`);
      const [header, ...rows] = parse(exported.body) as string[][];
      const expected = (await walk(server, `${path}?limit=100`)) as { id: string; occurred_at: string }[];
      assert.ok(expected.length >= EVENTS);
      for (const column of ['id', 'occurred_at'] as const) {
        const at = header?.indexOf(column) ?? -1;
        assert.deepEqual(
          rows.map((row) => row[at]),
          expected.map((item) => item[column]),
        );
      }
    });

    test(`${list} rejects the same queries as pages and as lines`, async () => {
      const invalid = [
        'decision=Allow',
        'from=yesterday',
        'to=2026-01-01T00:00:00Z&from=2026-02-01T00:00:00Z',
        'color=red',
      ];
      for (const query of [...invalid, 'limit=0', 'cursor=x']) {
        const [page, lines] = [await get(`${path}?${query}`), await get(`${path}?${query}`, LINES)];
        assert.equal(lines.statusCode, 422, query);
        assert.deepEqual(lines.json().errors, page.json().errors);
      }
      const foreign = { ...LINES, authorization: `Bearer ${server.foreign.test.secret}` };
      assert.equal((await server.request({ url: path, headers: foreign })).statusCode, 403);
    });

    test(`lines of ${list} start at a cursor, in its direction`, async () => {
      const all = await walk(server, `${path}?limit=100`);
      const second = await page(server, (await page(server, `${path}?limit=40`)).links.next as string);
      const from = async (cursor: string) => linesOf((await get(`${path}?limit=7&cursor=${cursor}`, LINES)).body);
      assert.deepEqual(await from(second.meta.next_cursor), all.slice(80));
      assert.deepEqual(await from(second.meta.prev_cursor), all.slice(0, 40).reverse());
    });
  }

  test('looks up the network and the fingerprint of a filter once for all pages', async () => {
    const { lists, sortedLists } = store;
    const lookups: string[] = [];
    let pages = 0;
    const context: Context = {
      ...server.context,
      store: {
        ...store,
        sortedLists: {
          ...sortedLists,
          addressOfEvent: async () => {
            lookups.push('network');
            return '198.51.100.1';
          },
        },
        lists: {
          ...lists,
          fingerprintOf: async () => {
            lookups.push('fingerprint');
            return 'fingerprint';
          },
          events: (environmentNumber, { addresses, fingerprints, ...filter }, page) => {
            pages += 1;
            assert.deepEqual([addresses, fingerprints], [['198.51.100.1'], ['fingerprint']]);
            return lists.events(environmentNumber, { ...filter, addresses: [], fingerprints: [] }, page);
          },
        },
      },
    };
    const event = server.context.newId('event', Date.now());
    const filter = { ...NO_FILTER, networkIds: [siblingId('network', event)], sameFingerprintAs: [event] };
    let events = 0;
    const start = { from: null, limit: 1 };
    for await (const rows of exportEvents(context, server.environments.test, filter, start)) events += rows.length;
    assert.ok(events >= EVENTS && pages > 5);
    assert.deepEqual(lookups, ['network', 'fingerprint']);
  });

  test('an export without matches is empty, and HEAD returns its type', async () => {
    const path = `/v1/environments/${id}/events`;
    const none = await get(`${path}?event_type=none`, LINES);
    assert.deepEqual([none.statusCode, none.body], [200, '']);
    const header = await get(`${path}?event_type=none&format=csv`);
    assert.match(header.body, /^[a-z_.,]+\r\n$/, 'a CSV still has its header');
    const head = await server.request({ method: 'HEAD', url: path, headers: { ...bearer, ...LINES } });
    assert.deepEqual([head.statusCode, head.headers['content-type']], [200, 'application/x-ndjson']);
  });

  test('stops reading when the client disconnects', async () => {
    const watch = watchPages(server);
    const disconnected = new Promise((resolve) =>
      server.app.server.once('request', (_, response) => response.once('close', resolve)),
    );
    const response = await connect(server, `/v1/environments/${id}/events`, { ...bearer, ...LINES });
    await watch.second;
    response.destroy();
    await disconnected;
    watch.release();
    // Far more ticks than the rest of the export would take.
    for (let tick = 0; tick < 50; tick += 1) await get(`/v1/environments/${id}/devices`);
    assert.equal(watch.seen.pages, 2);
    watch.restore();
  });

  test('a storage failure cuts the stream; on the first page it has a status', async () => {
    const { lists } = store;
    const { events } = lists;
    let calls = 0;
    lists.events = (...given) => {
      calls += 1;
      return calls < 3 ? events.call(lists, ...given) : Promise.reject(new Error('the disk failed'));
    };
    const response = await connect(server, `/v1/environments/${id}/events`, { ...bearer, ...LINES });
    await assert.rejects(async () => {
      for await (const _ of response);
    }, /aborted/);
    assert.ok(calls === 3 && !response.complete);
    const failed = await get(`/v1/environments/${id}/events`, LINES);
    assert.equal(failed.statusCode, 500, failed.body);
    lists.events = events;
  });
});

/** Counts the pages that the service reads of its event lists, and blocks the second one until it is released. */
function watchPages({ context }: TestServer) {
  const { lists } = context.store;
  const { events } = lists;
  const seen = { pages: 0 };
  let release = () => {};
  let reached = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const second = new Promise<void>((resolve) => {
    reached = resolve;
  });
  lists.events = async (...given) => {
    seen.pages += 1;
    if (seen.pages === 2) reached();
    if (seen.pages >= 2) await released;
    return events.call(lists, ...given);
  };
  const restore = () => {
    lists.events = events;
  };
  return { seen, second, release, restore };
}

/** Requests over a real connection; the first call starts listening. */
async function connect(server: TestServer, path: string, headers: Record<string, string>): Promise<IncomingMessage> {
  if (!server.app.server.listening) await server.app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = server.app.server.address() as AddressInfo;
  return new Promise((resolve, reject) => {
    request({ host: '127.0.0.1', port, path, headers, agent: false }, resolve).on('error', reject).end();
  });
}

interface ListPage {
  data: unknown[];
  links: { next: string | null };
  meta: { next_cursor: string; prev_cursor: string };
}

async function page(server: TestServer, url: string): Promise<ListPage> {
  const response = await server.request({ url, headers: { authorization: `Bearer ${server.keys.test.secret}` } });
  assert.equal(response.statusCode, 200, response.body);
  return response.json();
}

async function walk(server: TestServer, url: string): Promise<unknown[]> {
  const rows: unknown[] = [];
  for (let next: string | null = url; next !== null; ) {
    const { data, links } = await page(server, next);
    rows.push(...data);
    next = links.next;
  }
  return rows;
}

function linesOf(text: string): unknown[] {
  assert.ok(text.endsWith('\n'));
  return text
    .slice(0, -1)
    .split('\n')
    .map((line) => JSON.parse(line));
}
