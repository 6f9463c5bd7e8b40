// Paging through thousands of rows, to the end and back, while a second writer keeps adding to them (both engines):
// none is shown twice and none that existed at the start is lost. `npm run bench:paging` does it with 100,000 and 1,000/s.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { fillPast } from '../../bench/seed/seed.ts';
import { openTables } from '../../bench/seed/tables.ts';
import { serviceTemplate } from '../../bench/seed/template.ts';
import { hashOpaque } from '../../src/devices/client-signals.ts';
import { onBothDatabases } from '../engines.ts';
import { startTestServer } from '../http/test-server.ts';
import { assertComplete, pageBothWays } from './page-both-ways.ts';

const EVENTS = 4_000;
const template = await serviceTemplate({ events: 1_000 });

await onBothDatabases(async ({ store, place }) => {
  const server = await startTestServer({ store });
  const { id, number } = server.environments.test;
  await fillPast(place, template, { environmentNumber: number, events: EVENTS });
  const tables = await openTables(place);
  after(async () => {
    await tables.close();
    await server.app.close();
  });
  const ids = async (column: string, table: string) =>
    (await tables.all(`SELECT ${column} AS id FROM ${table} WHERE environment_id = ${number}`)).map((row) =>
      String(row.id),
    );

  let sent = 0;
  /** An event of a device, an account and an address that nobody has seen. */
  const arrive = async () => {
    sent += 1;
    const answer = await server.event(server.keys.test.secret, {
      event: 'login',
      account: { id: `new ${sent}` },
      ip_address: `9.${sent >> 8}.${sent & 255}.1`,
      signals: { persistent_id: `new ${sent}`, canvas_hash: `c${sent}`, timezone: 'Asia/Tokyo' },
    });
    assert.equal(answer.statusCode, 201, answer.body);
  };
  /** The writer goes on by itself, and is known to have written before each page. */
  const whileWriting = async <T>(work: (turn: () => Promise<void>) => Promise<T>): Promise<T> => {
    let ended = false;
    const writer = (async () => {
      while (!ended) {
        await arrive();
        await new Promise(setImmediate);
      }
    })();
    const turn = async () => {
      const before = sent;
      while (sent === before) await new Promise(setImmediate);
    };
    try {
      return await work(turn);
    } finally {
      ended = true;
      await writer;
    }
  };

  const base = `/v1/environments/${id}`;
  const lists = [
    {
      path: `${base}/events?limit=100`,
      table: 'events',
      column: 'id',
      keyOf: (item: { id?: unknown }) => String(item.id),
    },
    {
      path: `${base}/devices?limit=50`,
      table: 'devices',
      column: 'id',
      keyOf: (item: { id?: unknown }) => String(item.id),
    },
  ];
  for (const { path, table, column, keyOf } of lists) {
    test(`${path.slice(base.length)} loses nothing and repeats nothing while events arrive`, async () => {
      const existed = await ids(column, table);
      const before = sent;
      const { older, newer, pages } = await whileWriting((turn) => pageBothWays(server, path, keyOf, turn));
      assert.ok(sent - before >= pages, `${sent - before} arrived during ${pages} pages`);
      assertComplete(older, existed, 'towards older');
      assertComplete(newer, existed, 'towards newer');
      assert.deepEqual(older, older.toSorted().reverse());
      assert.deepEqual(newer, newer.toSorted());
      assert.ok(newer.length > existed.length, 'on the way back what has arrived is shown too');
    });
  }

  test('the accounts of a device are all shown while new ones come to it', async () => {
    const [busiest] = await tables.all(
      `SELECT device_id, count(*) AS accounts FROM account_devices WHERE environment_id = ${number} GROUP BY device_id ORDER BY accounts DESC LIMIT 1`,
    );
    const existed = (
      await tables.all(
        `SELECT external_id FROM account_devices p JOIN accounts a ON a.environment_id = p.environment_id AND a.account_key = p.account_key
          WHERE p.environment_id = ${number} AND p.device_id = '${busiest?.device_id}'`,
      )
    ).map((row) => String(row.external_id));
    assert.ok(existed.length > 20);
    // By account key, not by time: a new one may stand anywhere, and is shown once or not at all.
    let guests = 0;
    const join = async () => {
      guests += 1;
      const name = `guest ${guests}`;
      const now = Date.now();
      await tables.insert(
        'account_devices',
        ['environment_id', 'first_seen_at', 'last_seen_at', 'event_count', 'last_seen_day', 'account_key', 'device_id'],
        [[number, now, now, 1, 0, hashOpaque(name), String(busiest?.device_id)]],
      );
      await tables.insert(
        'accounts',
        ['environment_id', 'first_seen_at', 'proof_count', 'account_key', 'external_id'],
        [[number, now, 0, hashOpaque(name), name]],
      );
    };
    const path = `/v1/devices/${busiest?.device_id}/accounts?limit=5`;
    const { older, newer } = await pageBothWays(server, path, (item) => String(item.external_account_id), join);
    assertComplete(older, existed, 'one way');
    assertComplete(newer, existed, 'and back');
  });
});
