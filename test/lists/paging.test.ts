// Paging through thousands of rows, to the end and back, while a second writer adds rows (both engines): no row is repeated
// and none that existed at the start is missing. `npm run bench:paging` does the same with 100,000 rows and 1,000/s.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { seedDataset } from '../../bench/seed/seed.ts';
import { openTables } from '../../bench/seed/tables.ts';
import { serviceTemplate } from '../../bench/seed/template.ts';
import { accountKeyOf } from '../../src/devices/digest.ts';
import { onBothDatabases } from '../engines.ts';
import { startTestServer } from '../http/test-server.ts';
import { assertComplete, pageBothWays } from './page-both-ways.ts';

const EVENTS = 4_000;
const template = await serviceTemplate({ events: 1_000 });

await onBothDatabases(async ({ store, location }) => {
  const server = await startTestServer({ store });
  const { id, number } = server.environments.test;
  await seedDataset(location, template, { environmentNumber: number, events: EVENTS });
  const tables = await openTables(location);
  after(async () => {
    await tables.close();
    await server.app.close();
  });
  const ids = async (column: string, table: string) =>
    (await tables.all(`SELECT ${column} AS id FROM ${table} WHERE environment_id = ${number}`)).map((row) =>
      String(row.id),
    );

  let sent = 0;
  /** Sends an event of a new device, account and address. */
  const sendNewEvent = async () => {
    sent += 1;
    const response = await server.event(server.keys.test.secret, {
      event: 'login',
      account: { id: `new ${sent}` },
      ip_address: `9.${sent >> 8}.${sent & 255}.1`,
      signals: { persistent_id: `new ${sent}`, canvas_hash: `c${sent}`, timezone: 'Asia/Tokyo' },
    });
    assert.equal(response.statusCode, 201, response.body);
  };
  /** Runs `work` while events keep arriving; `beforePage` waits until at least one more has arrived. */
  const whileWriting = async <T>(work: (beforePage: () => Promise<void>) => Promise<T>): Promise<T> => {
    let ended = false;
    const writer = (async () => {
      while (!ended) {
        await sendNewEvent();
        await new Promise(setImmediate);
      }
    })();
    const beforePage = async () => {
      const before = sent;
      while (sent === before) await new Promise(setImmediate);
    };
    try {
      return await work(beforePage);
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
    test(`${path.slice(base.length)} neither loses nor repeats a row while events arrive`, async () => {
      const existed = await ids(column, table);
      const before = sent;
      const { older, newer, pages } = await whileWriting((beforePage) => pageBothWays(server, path, keyOf, beforePage));
      assert.ok(sent - before >= pages, `${sent - before} arrived during ${pages} pages`);
      assertComplete(older, existed, 'towards older');
      assertComplete(newer, existed, 'towards newer');
      assert.deepEqual(older, older.toSorted().reverse());
      assert.deepEqual(newer, newer.toSorted());
      assert.ok(newer.length > existed.length, 'the way back includes the rows that arrived');
    });
  }

  test('lists all accounts of a device while new ones are added', async () => {
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
    let added = 0;
    const addAccount = async () => {
      added += 1;
      const name = `new account ${added}`;
      const now = Date.now();
      await tables.insert(
        'account_devices',
        ['environment_id', 'first_seen_at', 'last_seen_at', 'event_count', 'last_seen_day', 'account_key', 'device_id'],
        [[number, now, now, 1, 0, accountKeyOf(name), String(busiest?.device_id)]],
      );
      await tables.insert(
        'accounts',
        ['environment_id', 'first_seen_at', 'proof_count', 'account_key', 'external_id'],
        [[number, now, 0, accountKeyOf(name), name]],
      );
    };
    const path = `/v1/devices/${busiest?.device_id}/accounts?limit=5`;
    const { older, newer } = await pageBothWays(server, path, (item) => String(item.external_account_id), addAccount);
    assertComplete(older, existed, 'towards the end');
    assertComplete(newer, existed, 'towards the start');
  });
});
