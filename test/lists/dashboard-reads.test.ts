// Tests the dashboard's reads on both engines: search, sorted lists, networks, scores and CSV.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { searchDevices } from '../../src/flows/devices/search-devices.ts';
import type { Position } from '../../src/http/lists/paging.ts';
import { searchPage, sortedPage, sortedRows } from '../../src/http/lists/sorted-query.ts';
import { onBothEngines } from '../engines.ts';
import { attackedShop, type Sent } from './attacked-shop.ts';

await onBothEngines(async ({ store }) => {
  const { server, sent, base, request, get, all } = await attackedShop(store);

  test('search finds ids by their beginning, accounts by prefix and networks by their whole address', async () => {
    const event = sent.at(-1) as Sent;
    const find = async (q: string) => (await get(`/search?q=${encodeURIComponent(q)}`)).data;
    for (const q of [event.id, event.id.slice(0, -3), event.id.replace('evt_', 'asm_')]) {
      const { events } = await find(q);
      assert.ok(
        events.some(({ id }: { id: string }) => id === event.id),
        q,
      );
    }
    assert.equal((await find(event.device.id)).devices[0].id, event.device.id);
    assert.equal((await find(event.session.id)).sessions[0].device_id, event.device.id);
    assert.deepEqual(
      (await find('force_block_1')).accounts.map((hit: Account) => hit.external_account_id),
      ['force_block_1', 'force_block_10', 'force_block_11'],
    );
    assert.deepEqual((await find(event.id.slice(0, 7))).events, [], 'three characters of an id match too much');
    assert.ok((await find(event.id.slice(0, 8))).events.length > 0);
    // SQL wildcards are ordinary characters, and case matters.
    assert.deepEqual((await find('u_%')).accounts, [{ external_account_id: 'u_%' }]);
    assert.deepEqual((await find('u_1')).accounts, []);
    assert.deepEqual((await find('%')).accounts, []);
    const [network] = (await find('45.83.1.20')).networks;
    assert.equal(network.ip_masked, '45.83.1.xxx');
    assert.equal(network.account_count, 12);
    assert.equal((await find(network.id)).networks[0].id, network.id);
    assert.deepEqual((await find('45.83.1.')).networks, []);
    assert.equal((await find('2001:4860:4860:0:0:0:0:8888')).networks[0].event_count, 1);
    assert.equal((await request(`${base}/search`)).statusCode, 422);
    assert.equal((await request(`${base}/search?q=`)).statusCode, 422);
  });

  test('an event list filters by network, session and fingerprint, and unknown ids match nothing', async () => {
    const attacker = sent[0] as Sent;
    const [network] = (await get('/search?q=45.83.1.20')).data.networks;
    for (const filter of [`network=${network.id}`, `same_fingerprint_as=${attacker.id}`]) {
      const rows = await all(`/events?${filter}`);
      assert.deepEqual(
        rows.map(({ id }) => id),
        sent
          .slice(0, 12)
          .map(({ id }) => id)
          .reverse(),
        filter,
      );
    }
    const session = sent[12] as Sent;
    const ofSession = sent.filter((one) => one.session.id === session.session.id);
    assert.equal((await all(`/events?session_id=${session.session.id}`)).length, ofSession.length);
    for (const filter of ['network=net_x', 'session_id=ses_x', 'same_fingerprint_as=evt_x']) {
      assert.deepEqual(await all(`/events?${filter}`), []);
    }
    const detail = (await get(`/network/${network.id}`)).data;
    assert.deepEqual(detail, network);
    assert.equal((await all(`/network/${network.id}/accounts`)).length, 12);
    assert.deepEqual(
      (await all(`/network/${network.id}/devices`)).map(({ id }) => id),
      [attacker.device.id],
    );
    assert.ok(!JSON.stringify(detail).includes('45.83.1.20'));
  });

  test('a search of devices that stops before its page is full continues there, in both directions', async () => {
    const { context } = server;
    const environment = server.environments.test;
    const devices = (await all('/devices')).length;
    const search = async (text: string, position: Position | null) => {
      const page = sortedPage('first_seen', 'desc', position, 1);
      const { found, ...ended } = await searchDevices(context, environment, { trusted: null, text }, page, 1);
      return searchPage(
        sortedRows(found, position, 1, ({ id }) => id),
        position,
        ended,
      );
    };
    /** Follows a link for as long as there is one. */
    const follow = async (text: string, direction: 'next' | 'prev', start: Position | null) => {
      const found: string[] = [];
      for (let pages = 1, position = start; ; pages += 1) {
        const page = await search(text, position);
        found.push(...page.rows);
        const key = page[direction];
        if (key === null) return { found, pages, end: position };
        assert.ok(pages <= devices, `${direction} does not end`);
        position = { direction, key };
      }
    };
    // The newest device, and one that has others before and after it.
    for (const [text, id] of [
      ['sheet', sent.at(-1)?.device.id],
      ['owner', sent[12]?.device.id],
    ] as const) {
      // Each page examines one device.
      const older = await follow(text, 'next', null);
      assert.deepEqual([older.found, older.pages], [[id], devices]);
      const newer = await follow(text, 'prev', older.end);
      assert.deepEqual(newer.found, [id]);
      assert.deepEqual((await follow(text, 'next', newer.end)).found, [id]);
    }
  });

  test('sorts events by score, and accounts, devices and networks by activity, page by page', async () => {
    const scores = (await all('/events?sort=score')).map((row) => [(row.risk as Sent['risk']).score, row.id]);
    const expected = sent.map(({ id, risk }) => [risk.score, id]).sort(descending);
    assert.deepEqual(scores, expected);
    const blocked = (await all('/events?sort=score&decision=block')).map(({ id }) => id);
    assert.deepEqual(
      blocked,
      expected.map(([, id]) => id).filter((id) => sent.slice(0, 12).some((one) => one.id === id)),
    );
    const busiest = (await all('/accounts?sort=event_count')) as unknown as Account[];
    assert.equal(busiest[0]?.external_account_id, 'u_%');
    assert.equal(busiest.length, new Set(sent.map((one) => one.external_account_id)).size);
    assert.equal(busiest.find((row) => row.external_account_id === 'force_block_3')?.stopped_count, 1);
    const recent = (await all('/accounts')) as unknown as Account[];
    assert.equal(recent[0]?.external_account_id, '=1+1');
    const oldest = (await all('/accounts?sort=first_seen&order=asc')) as unknown as Account[];
    assert.equal(oldest[0]?.external_account_id, 'force_block_0');
    assert.deepEqual(
      (await all('/accounts?prefix=force_block_1')).map((row) => row.external_account_id),
      ['force_block_1', 'force_block_10', 'force_block_11'],
    );
    assert.equal((await request(`${base}/accounts?prefix=u&sort=last_seen`)).statusCode, 422);
    const devices = await all('/devices?sort=event_count');
    assert.equal(devices[0]?.event_count, 12);
    assert.deepEqual(
      (await all('/devices')).map(({ id }) => id).sort(descending),
      (await all('/devices')).map(({ id }) => id),
    );
    assert.equal((await request(`/v1/devices/${devices[0]?.id}/trust`, 'POST')).statusCode, 200);
    assert.deepEqual(
      (await all('/devices?trusted=true')).map(({ id }) => id),
      [devices[0]?.id],
    );
    assert.equal((await all('/devices?trusted=false&sort=last_seen')).length, devices.length - 1);
    const summary = String(devices[0]?.summary);
    const named = devices.filter((row) => String(row.summary).includes(summary)).map(({ id }) => id);
    const search = encodeURIComponent(summary.toUpperCase());
    assert.deepEqual(
      (await all(`/devices?sort=event_count&search=${search}`)).map(({ id }) => id),
      named,
    );
    assert.deepEqual(await all('/devices?search=nowhere'), []);
    // The text of a signal finds the only device that has it.
    assert.deepEqual(
      (await all('/devices?search=sheet')).map(({ id }) => id),
      [sent.at(-1)?.device.id],
    );
    const networks = await all('/network?sort=event_count');
    assert.deepEqual(
      networks.map((row) => row.event_count),
      [12, 3, 1, 1],
    );
    assert.deepEqual(
      (await all('/network?classification=private')).map((row) => row.ip_masked),
      ['10.0.0.xxx'],
    );
    assert.equal((await all('/network?classification=public&sort=last_seen')).length, 3);
    // A cursor names an address by its first event.
    const { meta } = await get('/network?sort=last_seen&limit=1');
    assert.doesNotMatch(Buffer.from(meta.next_cursor.split('.')[0], 'base64url').toString(), /\d+\.\d+\.\d+\.\d+/);
  });

  test('streams CSV that no spreadsheet runs, for events, assessments and the audit log', async () => {
    const response = await request(
      `${base}/events?format=csv&decision=allow&decision=block&decision=monitor&decision=challenge`,
    );
    assert.match(String(response.headers['content-type']), /^text\/csv/);
    const lines = response.body.trimEnd().split('\r\n');
    assert.equal(lines.length, sent.length + 1);
    assert.match(lines[0] ?? '', /^id,event_type,external_account_id,ip_masked,device\.id,/);
    assert.ok(lines.some((line) => line.includes(",'=1+1,")));
    const accepted = await request(`${base}/risk-assessments`, 'GET', undefined, { accept: 'text/csv' });
    assert.equal(accepted.body.trimEnd().split('\r\n').length, sent.length + 1);
    const excluded = await request(`${base}/risk-assessments`, 'GET', undefined, { accept: 'text/csv;q=0, */*' });
    assert.match(String(excluded.headers['content-type']), /^application\/json/);
    assert.match((await request('/v1/audit?format=csv')).body, /device\.trusted/);
    const byScore = (await request(`${base}/events?format=ndjson&sort=score`)).body.trimEnd().split('\n');
    assert.equal(byScore.length, sent.length);
  });
});

interface Account {
  external_account_id: string;
  stopped_count: number;
}

function descending(one: unknown, other: unknown): number {
  const [a, b] = [[one].flat(), [other].flat()] as (string | number)[][];
  for (const [index, value] of (a ?? []).entries()) {
    const against = b?.[index] as string | number;
    if (value !== against) return value < against ? 1 : -1;
  }
  return 0;
}
