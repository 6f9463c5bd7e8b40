// Tests an analyst's work on an attack, on both engines: its campaign, labels for all of its events, links, and trends.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { onBothEngines } from '../engines.ts';
import { attackedShop, type Sent } from './attacked-shop.ts';

await onBothEngines(async ({ store }) => {
  const { server, sent, base, request, get, all } = await attackedShop(store);

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
    // One event is labeled again: undoing the batch preserves that label, whatever its metadata.
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
