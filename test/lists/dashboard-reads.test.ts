// What the dashboard reads, on both engines: search, sorted lists, networks, scores, CSV, and labels for many events.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { searchDevices } from '../../src/flows/devices/search-devices.ts';
import type { SortedPage } from '../../src/records/sorted-lists.ts';
import { desktop } from '../devices/machines.ts';
import { onBothEngines } from '../engines.ts';
import { startTestServer } from '../http/test-server.ts';
import { apiCaller } from './api-caller.ts';

const NOON = Date.UTC(2026, 2, 1, 12);

interface Sent {
  id: string;
  external_account_id: string;
  device: { id: string };
  session: { id: string };
  risk: { score: number; decision: string };
}

await onBothEngines(async ({ store }) => {
  let now = NOON;
  const server = await startTestServer({ store, clock: () => now });
  after(() => server.app.close());
  const { base, request, get, all } = apiCaller(server, server.sessions.owner);
  const sent: Sent[] = [];
  const send = async (account: string, address: string, canvas: string, event = 'login_failed') => {
    now += 60_000;
    const signals = { ...desktop(canvas), canvas_hash: canvas };
    const body = { event, account: { id: account }, ip_address: address, signals };
    const response = await server.event(server.keys.test.secret, body);
    assert.equal(response.statusCode, 201, response.body);
    sent.push(response.json().data);
  };
  // One attacker behind one address and one browser against twelve accounts, and a customer of their own.
  for (let victim = 0; victim < 12; victim += 1) await send(`force_block_${victim}`, '45.83.1.20', 'attacker');
  for (let visit = 0; visit < 3; visit += 1) await send('u_%', '81.2.69.142', 'owner', 'login');
  await send('U_1', '2001:4860:4860::8888', 'phone', 'login');
  await send('=1+1', '10.0.0.9', 'sheet', 'login');

  test('search finds ids by their beginning, accounts by prefix and networks by their whole address only', async () => {
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
    // Wildcards of SQL are ordinary characters, and case matters.
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

  test('a search of devices that stops before its page is full continues there', async () => {
    const { context } = server;
    const environment = server.environments.test;
    const ids = (await all('/devices')).map(({ id }) => id);
    const found: string[] = [];
    let from: SortedPage['from'] = null;
    let pages = 0;
    for (; pages <= ids.length; pages += 1) {
      const page: SortedPage = { sort: 'first_seen', order: 'desc', limit: 100, from };
      const search = await searchDevices(context, environment, { trusted: null, text: 'sheet' }, page, 1);
      found.push(...search.found.map(({ id }) => id));
      if (search.stoppedAt === null) break;
      from = { ...search.stoppedAt, direction: 'next' };
    }
    assert.deepEqual(found, [sent.at(-1)?.device.id]);
    // One device at a time, and one page that finds none.
    assert.equal(pages, ids.length);
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
    // A text of one signal finds the one device that has it.
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

  test('groups the attack, labels it by one act, and takes the labels back', async () => {
    const largest = (path: string) => all(path).then((rows) => rows.find((row) => row.event_count === 12));
    const campaign = (await largest('/campaigns?min_events=1')) as { id: string } & Record<string, unknown>;
    assert.deepEqual(
      [campaign.kind, campaign.event_count, campaign.account_count, campaign.address_count, campaign.fingerprint_count],
      ['source', 12, 12, 1, 1],
    );
    assert.equal(campaign.external_account_id, null);
    const ofOne = (await all('/campaigns?min_events=1')).find((row) => row.account_count === 1);
    const { data: alone } = await get(`/campaigns/${ofOne?.id}`);
    assert.ok(alone.account_ids.length === 1 && alone.account_ids[0] === ofOne?.external_account_id);
    assert.equal(alone.external_account_id, ofOne?.external_account_id);
    const sizes = (rows: readonly Record<string, unknown>[]) => rows.map((row) => row.event_count as number);
    const bySize = sizes(await all('/campaigns?min_events=1&sort=event_count'));
    const newestFirst = sizes(await all('/campaigns?min_events=1'));
    assert.notDeepEqual(bySize, newestFirst);
    assert.deepEqual(
      bySize,
      newestFirst.toSorted((one, other) => other - one),
    );
    const scores = (rows: readonly Record<string, unknown>[]) => rows.map((row) => row.max_score as number);
    const byHighest = scores(await all('/campaigns?min_events=1&sort=max_score'));
    assert.ok(new Set(byHighest).size > 1);
    assert.deepEqual(
      byHighest,
      scores(await all('/campaigns?min_events=1')).toSorted((one, other) => other - one),
    );
    const { data } = await get(`/campaigns/${campaign.id}`);
    assert.deepEqual(
      data.event_ids,
      sent.slice(0, 12).map(({ id }) => id),
    );
    assert.equal(data.account_ids.length, 12);
    const exported = await request(`${base}/campaigns/${campaign.id}/events?format=csv&let_through=true`);
    assert.equal(exported.body.trimEnd().split('\r\n').length, 13 + data.let_through_ids.length);
    assert.equal((await request(`${base}/campaigns/${campaign.id}/events`)).body.trimEnd().split('\n').length, 12);
    const first = data.event_ids[0];
    await request(`/v1/events/${first}/outcome`, 'POST', {
      label: 'legitimate',
      authentication_outcome: 'login_failed',
    });
    const labeled = await request(`${base}/outcome-batches`, 'POST', {
      event_ids: data.event_ids,
      label: 'credential_stuffing',
      reason: 'One browser',
    });
    assert.equal(labeled.statusCode, 201, labeled.body);
    const batch = labeled.json().data;
    assert.deepEqual([batch.event_count, batch.written_count], [12, 12]);
    const again = { event_ids: data.event_ids, label: 'credential_stuffing' };
    assert.equal((await request(`${base}/outcome-batches`, 'POST', again)).json().data.written_count, 0);
    assert.equal(await largest('/campaigns?unlabeled=true'), undefined);
    assert.equal((await get(`/campaigns/${campaign.id}`)).data.labeled_count, 12);
    // Somebody labels one event again: the undoing leaves that label, whatever metadata it came with.
    const withKey = { authorization: `Bearer ${server.keys.test.secret}` };
    const forged = { batch: batch.id, previous_label: 'no label' };
    const relabel = { label: 'bot_confirmed', metadata: forged };
    const relabeled = await request(`/v1/events/${data.event_ids[1]}/outcome`, 'POST', relabel, withKey);
    assert.equal(relabeled.statusCode, 201, relabeled.body);
    const undone = await request(`${base}/outcome-batches/${batch.id}`, 'DELETE');
    assert.equal(undone.json().data.written_count, 11, undone.body);
    const current = async (id: string) => (await request(`/v1/events/${id}`)).json().data.outcome;
    assert.equal((await current(first)).label, 'legitimate');
    assert.equal((await current(first)).authentication_outcome, 'login_failed');
    assert.equal((await current(data.event_ids[1])).label, 'bot_confirmed');
    assert.equal((await current(data.event_ids[2])).label, null);
    assert.equal((await current(data.event_ids[2])).evaluation, 'inconclusive');
    assert.equal((await request(`${base}/outcome-batches/${batch.id}`, 'DELETE')).statusCode, 409);
    const unknown = await request(`${base}/outcome-batches`, 'POST', { event_ids: [first, 'evt_x'], label: 'unknown' });
    assert.equal(unknown.statusCode, 422);
    assert.equal(unknown.json().errors[0].pointer, '/event_ids/1');
    assert.equal((await current(first)).label, 'legitimate');
  });

  test('a batch whose undoing was interrupted is undone by the same request', async () => {
    const ids = sent.slice(0, 3).map(({ id }) => id);
    const body = { event_ids: ids, label: 'fraud_confirmed' };
    const { id } = (await request(`${base}/outcome-batches`, 'POST', body)).json().data;
    const undo = () => request(`${base}/outcome-batches/${id}`, 'DELETE');
    const { outcomes } = server.context.store;
    const { reviseEach } = outcomes;
    outcomes.reviseEach = () => Promise.reject(new Error('interrupted'));
    assert.equal((await undo()).statusCode, 500);
    outcomes.reviseEach = reviseEach;
    assert.equal((await undo()).json().data.written_count, 3);
    assert.equal((await undo()).statusCode, 409);
  });

  test('links lead from an account to what it shares, to two steps', async () => {
    const { data } = await get('/links?account_id=force_block_0');
    const of = (kind: string, distance: number) =>
      data.nodes.filter((node: { kind: string; distance: number }) => node.kind === kind && node.distance === distance);
    assert.deepEqual(data.nodes[0], {
      id: 'force_block_0',
      kind: 'account',
      label: 'force_block_0',
      distance: 0,
      event_count: 1,
    });
    assert.deepEqual([of('device', 1).length, of('network', 1).length], [1, 1]);
    assert.equal(of('network', 1)[0].label, '45.83.1.xxx');
    // Five of the eleven others from each of the two neighbors.
    assert.ok(of('account', 2).length >= 5 && data.truncated);
    assert.ok(data.edges.every((edge: { from: number; to: number }) => data.nodes[edge.from] && data.nodes[edge.to]));
    const device = (await get(`/links?device_id=${(sent[12] as Sent).device.id}`)).data;
    assert.equal(device.nodes[0].kind, 'device');
    const network = (await get(`/links?network=${of('network', 1)[0].id}`)).data;
    assert.equal(network.nodes.filter((node: { distance: number }) => node.distance === 1).length, 13);
    for (const [query, status] of [
      ['', 422],
      ['account_id=a&device_id=b', 422],
      ['account_id=never', 404],
      ['network=net_x', 404],
    ] as const) {
      assert.equal((await request(`${base}/links?${query}`)).statusCode, status, query);
    }
  });

  test('trends sum each day of the range, zeros included', async () => {
    const { data } = await get('/trends?from=2026-02-27&to=2026-03-01');
    assert.deepEqual(
      data.days.map((day: { date: string; events: number }) => [day.date, day.events]),
      [
        ['2026-02-27', 0],
        ['2026-02-28', 0],
        ['2026-03-01', sent.length],
      ],
    );
    assert.equal(data.by_decision.block, sent.filter(({ risk }) => risk.decision === 'block').length);
    assert.equal(data.by_event_type.login_failed, 12);
    assert.equal(data.new_accounts, new Set(sent.map((one) => one.external_account_id)).size);
    assert.equal(data.new_devices, new Set(sent.map((one) => one.device.id)).size);
    for (const range of [
      'from=2026-03-02&to=2026-03-01',
      'from=2026-01-01&to=2026-12-31',
      'from=x&to=2026-03-01',
      '',
    ]) {
      assert.equal((await request(`${base}/trends?${range}`)).statusCode, 422, range);
    }
  });

  test('new devices are counted whatever their event, and a new device has no changed traits', async () => {
    const { data } = await get('/overview?date=2026-03-01');
    assert.equal(data.new_devices, new Set(sent.map((one) => one.device.id)).size);
    const device = (sent.at(-1) as Sent).device.id;
    const signals = (await request(`/v1/devices/${device}/signals`)).json().data as { last_changed_at: unknown }[];
    assert.ok(signals.length > 0 && signals.every((signal) => signal.last_changed_at === null));
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
