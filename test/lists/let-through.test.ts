// Tests the list of events that campaigns let through, on both engines: it has those without a label, page by page.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { findLetThrough } from '../../src/flows/campaigns/find-let-through.ts';
import type { StoppedEvent } from '../../src/records/campaigns.ts';
import { DAY, HOUR } from '../../src/vocabulary/clock.ts';
import { contextOver } from '../context.ts';
import { phone } from '../devices/machines.ts';
import { onBothEngines } from '../engines.ts';
import { startTestServer } from '../http/test-server.ts';
import { idOf } from '../integrity/simulation.ts';
import { apiCaller, signalsOf } from './api-caller.ts';

interface Sent {
  id: string;
}

await onBothEngines(async ({ store }) => {
  let now = Date.UTC(2026, 2, 1, 12);
  const server = await startTestServer({ store, clock: () => now });
  after(() => server.app.close());
  const { base, request, all } = apiCaller(server, server.keys.test.secret);
  const send = async (account: string, machine: string, { event = 'login', ...more }: Record<string, unknown> = {}) => {
    now += 60_000;
    const signals = { ...signalsOf(machine), ...more };
    const body = { event, account: { id: account }, ip_address: '45.83.1.20', signals };
    const response = await server.event(server.keys.test.secret, body);
    assert.equal(response.statusCode, 201, response.body);
    return response.json().data as Sent;
  };
  for (let victim = 0; victim < 6; victim += 1)
    await send(`force_block_${victim}`, 'attacker', { event: 'login_failed' });
  for (const event of ['login', 'mfa_passed', 'mfa_failed']) await send(`force_block_${event}`, 'attacker', { event });
  const missed = [
    await send('force_allow_1', 'attacker'),
    await send('force_allow_2', 'attacker', { automation: { webdriver: true } }),
    await send('force_allow_3', 'attacker'),
  ].reverse();
  await send('force_allow_4', 'customer');

  test('lists what the attacker’s device was let through with, newest first, and not the customer beside it', async () => {
    const rows = await all<{ id: string; campaign_id: string }>('/let-through');
    assert.ok((await request(`${base}/let-through`)).headers['assay-complete-since']);
    assert.deepEqual(
      rows.map(({ id }) => id),
      missed.map(({ id }) => id),
    );
    const campaign = (await request(`${base}/campaigns/${rows[0]?.campaign_id}`)).json().data;
    assert.deepEqual(campaign.let_through_ids.toSorted(), missed.map(({ id }) => id).toSorted());
    assert.deepEqual(campaign.entered_account_ids, ['force_block_login', 'force_block_mfa_passed']);
  });

  test('sorts by score, page by page', async () => {
    type Row = { id: string; risk: { score: number } };
    const rows = await all<Row>('/let-through?sort=score');
    assert.ok(new Set(rows.map(({ risk }) => risk.score)).size > 1, 'the scores are the same');
    const byTime = await all<Row>('/let-through?sort=time');
    assert.deepEqual(
      rows.map(({ id }) => id),
      byTime.toSorted((one, other) => other.risk.score - one.risk.score).map(({ id }) => id),
    );
  });

  test('a label takes an event from the list of those without one', async () => {
    const [labeled, ...others] = missed.map(({ id }) => id);
    assert.ok((await request(`/v1/events/${labeled}/outcome`, 'POST', { label: 'account_takeover' })).statusCode < 300);
    const ids = async (query: string) => {
      const { data } = (await request(`${base}/let-through${query}`)).json();
      return data.map(({ id }: Sent) => id);
    };
    assert.deepEqual(await ids('?unlabeled=true'), others);
    assert.deepEqual(await ids(''), [labeled, ...others]);
    assert.deepEqual(await ids('?to=2026-03-01T11:00:00Z'), []);
    assert.deepEqual(await ids('?event_type=login&event_type=payment'), [labeled, ...others]);
    assert.deepEqual(await ids('?event_type=payment'), []);
    assert.equal(
      (await request(`${base}/let-through?from=2026-03-02T00:00:00Z&to=2026-03-01T00:00:00Z`)).statusCode,
      422,
    );
    assert.equal((await request(`${base}/let-through?cursor=x`)).statusCode, 422);
  });

  test('an outcome that replaces the label with the result of a second factor takes it back', async () => {
    const [event] = missed.map(({ id }) => id);
    const [stopped] = (await request(`${base}/events?decision=block&limit=1`)).json().data.map(({ id }: Sent) => id);
    const labeledCount = async () =>
      (await request(`${base}/campaigns/cmp_${stopped.slice(-26)}`)).json().data.labeled_count;
    const report = async (id: string | undefined, outcome: object) =>
      assert.ok((await request(`/v1/events/${id}/outcome`, 'POST', outcome)).statusCode < 300);
    const unlabeled = async () => {
      const { data } = (await request(`${base}/let-through?unlabeled=true`)).json();
      return data.some(({ id }: Sent) => id === event);
    };
    await report(event, { label: 'account_takeover' });
    await report(stopped, { label: 'account_takeover' });
    assert.deepEqual([await unlabeled(), await labeledCount()], [false, 1]);
    await report(event, { label: null, authentication_outcome: 'mfa_passed' });
    await report(stopped, { label: null, authentication_outcome: 'mfa_passed' });
    assert.deepEqual([await unlabeled(), await labeledCount()], [true, 0]);
  });

  test('neither page views nor logins to more accounts than were stopped hide what the device was let through with', async () => {
    const more: Sent[] = [];
    for (let n = 0; n < 20; n += 1) {
      await send('force_allow_1', 'attacker', { event: 'page_view' });
      more.unshift(await send(`force_allow_own_${n}`, 'attacker'));
    }
    const rows = await all<{ id: string }>('/let-through');
    assert.deepEqual(
      rows.map(({ id }) => id),
      [...more, ...missed].map(({ id }) => id),
    );
  });

  test('looks for devices and fingerprints with three stopped events, unless many others have the fingerprint', async () => {
    const sendPhone = (account: string, number: number) => send(account, '', phone(idOf(number)));
    const found = async () => {
      const rows = await all<{ id: string }>(`/let-through?from=${new Date(began).toISOString()}`);
      return rows.map(({ id }) => id);
    };
    now += DAY;
    const began = now;
    await send('force_allow_early', 'twice');
    now += HOUR;
    const beside = await send('force_allow_beside', 'twice');
    for (let n = 0; n < 2; n += 1) await send(`force_block_twice_${n}`, 'twice');
    assert.deepEqual(await found(), []);
    for (let n = 0; n < 3; n += 1) await sendPhone(`force_block_phone_${n}`, n);
    const phones = [];
    for (let n = 3; n < 6; n += 1) phones.unshift((await sendPhone(`force_allow_phone_${n}`, n)).id);
    assert.deepEqual(await found(), phones);
    await sendPhone('force_allow_phone_6', 6);
    assert.deepEqual(await found(), []);
    await send('force_block_twice_2', 'twice');
    assert.deepEqual(await found(), [beside.id], 'not what came over an hour before');
  });

  test('a hundred campaigns under the public key do not take the place of one that the server reported', async () => {
    now += DAY;
    const began = now;
    for (let n = 0; n < 3; n += 1) await send(`force_block_before_${n}`, 'before');
    const missedBefore = await send('force_allow_before', 'before');
    const claims = Array.from({ length: 303 }, (_, n) => {
      const account = { id: `force_block_claim_${n}` };
      return { event: 'login', account, signals: signalsOf(`machine ${Math.floor(n / 3)}`) };
    });
    for (const body of claims) {
      now += 1_000;
      assert.equal((await server.event(server.keys.test.public, body)).statusCode, 201);
    }
    const response = await request(`${base}/let-through?from=${new Date(began).toISOString()}`);
    assert.deepEqual(
      response.json().data.map(({ id }: Sent) => id),
      [missedBefore.id],
    );
    const complete = Date.parse(String(response.headers['assay-complete-since']));
    assert.ok(complete > began, 'not all campaigns were examined');
  });

  test('claims of other machines from the address of an attack do not take the places of its devices', async () => {
    now += DAY;
    const stopped = [];
    for (let n = 0; n < 3; n += 1) stopped.push(await send(`force_block_beside_${n}`, 'beside'));
    const missedBeside = await send('force_allow_beside', 'beside');
    for (let n = 0; n < 208; n += 1) {
      now += 1_000;
      const account = { id: `force_block_a_decoy_${n}` };
      const body = { event: 'login', account, signals: signalsOf(`decoy ${Math.floor(n / 4)}`) };
      const { statusCode } = await server.event(server.keys.test.public, body, { remoteAddress: '45.83.1.20' });
      assert.equal(statusCode, 201);
    }
    const campaign = (await request(`${base}/campaigns/cmp_${stopped[0]?.id.slice(-26)}`)).json().data;
    assert.deepEqual([campaign.event_count, campaign.let_through_ids], [211, [missedBeside.id]]);
    assert.deepEqual(
      campaign.entered_account_ids,
      [0, 1, 2].map((n) => `force_block_beside_${n}`),
      'not those of claims',
    );
    assert.equal(campaign.entered_account_count, 3);
    const reported = campaign.account_ids.filter((id: string) => id.startsWith('force_block_beside_'));
    assert.deepEqual([campaign.account_ids.length, reported.length], [100, 3], 'before those that only claims name');
  });

  test('claims that are let through do not hide what the server let through with the same fingerprint or device', async () => {
    const claim = async (account: string, signals: Record<string, unknown>) => {
      now += 1_000;
      const body = { event: 'login', account: { id: account }, signals };
      const response = await server.event(server.keys.test.public, body, { remoteAddress: '45.83.1.20' });
      assert.equal(response.statusCode, 201);
    };
    now += DAY;
    const from = new Date(now).toISOString();
    const withLook = (n: number) => ({ ...signalsOf(''), ...phone(idOf(n)) });
    for (let n = 100; n < 103; n += 1) await send(`force_block_look_${n}`, '', phone(idOf(n)));
    const missedLook = await send('force_allow_look', '', phone(idOf(103)));
    for (let n = 110; n < 114; n += 1) await claim(`force_allow_made_up_${n}`, withLook(n));
    const rows = await all<{ id: string }>(`/let-through?from=${from}`);
    assert.deepEqual(
      rows.map(({ id }) => id),
      [missedLook.id],
    );
    now += DAY;
    const began = now;
    for (const machine of ['flooded', 'busy', 'quiet']) await send(`force_allow_${machine}`, machine);
    now += 2 * HOUR;
    for (let n = 0; n < 4; n += 1) await claim('force_allow_flooded', signalsOf('flooded'));
    for (let n = 0; n < 3; n += 1) await claim('force_allow_busy', signalsOf('busy'));
    const missedOf = async (machine: string) => {
      await send(`force_block_${machine}`, machine);
      return (await send(`force_allow_${machine}_2`, machine)).id;
    };
    const stoppedBefore = (await send('force_block_busy', 'busy')).id;
    const missedFew = [await missedOf('flooded'), await missedOf('quiet')];
    const environment = server.environments.test;
    const range = { from: began, to: now + HOUR };
    const events = await store.campaigns.stopped(environment.number, range, 10, 'newest');
    assert.equal(events[0]?.id, stoppedBefore);
    const context = contextOver(store, { clock: () => now });
    const found = (some: typeof events) => findLetThrough(context, environment, { kind: 'single', events: some }, 3);
    const [busy, flooded, quiet] = events as [StoppedEvent, StoppedEvent, StoppedEvent];
    assert.ok((await found([flooded])).includes(missedFew[0] as string), 'more claims of the device than are listed');
    assert.ok((await found([busy, quiet])).includes(missedFew[1] as string), 'as many of another device');
  });

  test('a campaign of one event has what its device was let through with right afterwards', async () => {
    now += DAY;
    const stopped = await send('force_block_owner', 'alone');
    const after = await send('force_allow_owner', 'alone');
    const campaign = (await request(`${base}/campaigns/cmp_${stopped.id.slice(-26)}`)).json().data;
    assert.deepEqual([campaign.event_count, campaign.let_through_ids], [1, [after.id]]);
  });

  test('examines all campaigns, also where they are more than it examines at once', async () => {
    now += DAY;
    const since = new Date(now).toISOString();
    const missed: string[] = [];
    for (let thief = 0; thief < 12; thief += 1) {
      // After this time, the same address connects two campaigns no longer.
      now += 7 * HOUR;
      for (let victim = 0; victim < 3; victim += 1) await send(`force_block_${thief}_${victim}`, `thief ${thief}`);
      missed.unshift((await send(`force_allow_${thief}_${thief}`, `thief ${thief}`)).id);
    }
    const rows = await all<{ id: string; campaign_id: string }>(`/let-through?from=${since}`);
    assert.deepEqual(
      rows.map(({ id }) => id),
      missed,
    );
    assert.equal(new Set(rows.map(({ campaign_id }) => campaign_id)).size, missed.length);
  });
});
