// Tests the reads of the pages of one account and one network, on both engines: summary, timeline, networks, devices, activity.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { onBothEngines } from '../engines.ts';
import { startTestServer } from '../http/test-server.ts';
import { apiCaller, signalsOf } from './api-caller.ts';

const NOON = Date.UTC(2026, 2, 1, 12);
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const HOME = '81.2.69.142';
const ATTACKER = '45.83.1.20';

interface Sent {
  id: string;
  created_at: string;
  device: { id: string };
  risk: { score: number; decision: string };
}
interface Entry {
  kind: string;
  first_at: string;
  last_at: string;
  event_count: number;
  device_count: number;
  network_count: number;
  event: { id: string; decision: string; score: number } | null;
  new_device: boolean;
  new_network: boolean;
  label: string | null;
  note: string | null;
  written_by: string | null;
}

await onBothEngines(async ({ store }) => {
  let now = NOON;
  const server = await startTestServer({ store, clock: () => now });
  after(() => server.app.close());
  const { base, request, get, all } = apiCaller(server, server.sessions.owner);
  const send = async (account: string, address: string, machine: string, event = 'login', pause = 60_000) => {
    now += pause;
    const body = { event, account: { id: account }, ip_address: address, signals: signalsOf(machine) };
    const response = await server.event(server.keys.test.secret, body);
    assert.equal(response.statusCode, 201, response.body);
    return response.json().data as Sent;
  };
  // The session was created today; the customer's history is older.
  now -= 41 * DAY;
  // A customer for forty days at home, then an attack by 12 machines, a change of the password, and a label.
  const account = 'force_block/ü';
  const path = `/accounts/${encodeURIComponent(account)}`;
  const visits: Sent[] = [];
  const customer = 'u_1';
  for (let day = 0; day < 5; day += 1) visits.push(await send(customer, HOME, 'owner', 'login', 8 * DAY));
  const attempts: Sent[] = [];
  for (let one = 0; one < 12; one += 1) attempts.push(await send(account, ATTACKER, `machine${one}`, 'login_failed'));
  const change = await send(customer, HOME, 'owner', 'password_change');

  test('a summary counts the whole history, the proofs, and the last 30 days', async () => {
    const { data } = await get(`/accounts/${customer}`);
    assert.equal(data.external_account_id, customer);
    assert.equal(data.event_count, 6);
    assert.equal(data.first_seen_at, visits[0]?.created_at);
    assert.equal(data.last_seen_at, change.created_at);
    assert.ok(data.proof_count >= 1 && data.proof_count <= 5, String(data.proof_count));
    assert.equal(data.device_count, 1);
    assert.equal(data.proven_device_count, 1);
    assert.equal(data.once_device_count, 0);
    assert.equal(data.proven_network_count, 1);
    assert.equal(data.last_success.id, visits[4]?.id);
    assert.equal(data.last_outcome, null);
    const inRange = [...visits, change].filter((event) => Date.parse(event.created_at) >= now - 30 * DAY);
    assert.equal(data.last_30_days.event_count, inRange.length);
    assert.ok(inRange.length < 6);
    assert.equal(data.last_30_days.max_score, Math.max(...inRange.map(({ risk }) => risk.score)));
    const sum = inRange.reduce((total, { risk }) => total + risk.score, 0);
    assert.equal(data.last_30_days.mean_score, Math.round(sum / inRange.length));
    assert.equal(data.complete_since, data.first_seen_at);

    const attacked = (await get(path)).data;
    assert.equal(attacked.stopped_count, 12);
    assert.equal(attacked.last_30_days.decisions.block + attacked.last_30_days.decisions.challenge, 12);
    assert.equal(attacked.proof_count, 0);
    assert.equal(attacked.first_proof_at, null);
    assert.equal(attacked.last_success, null);
    assert.equal(attacked.once_device_count, attacked.device_count);
  });

  test('a timeline folds the attack into one entry and names first logins and changes', async () => {
    const [run, ...others] = await all<Entry>(`${path}/timeline`);
    assert.deepEqual(others, []);
    assert.equal(run?.kind, 'stopped');
    assert.equal(run?.event_count, 12);
    assert.equal(run?.first_at, attempts[0]?.created_at);
    assert.equal(run?.last_at, attempts[11]?.created_at);
    assert.equal(run?.network_count, 1);
    assert.equal(run?.device_count, new Set(attempts.map(({ device }) => device.id)).size);
    const entries = await all<Entry>(`/accounts/${customer}/timeline`);
    const let_through = ['allow', 'monitor'].includes(change.risk.decision);
    assert.deepEqual(
      entries.map(({ kind, event }) => [kind, event?.id]),
      [
        [let_through ? 'change' : 'stopped', change.id],
        ['first_login', visits[0]?.id],
      ],
    );
    assert.deepEqual([entries[1]?.new_device, entries[1]?.new_network], [true, true]);
  });

  test('labels and notes are entries with their writers, and the last label is in the summary', async () => {
    const ids = attempts.slice(0, 3).map(({ id }) => id);
    for (const id of ids) {
      now += 1_000;
      const response = await request(`/v1/events/${id}/outcome`, 'POST', { label: 'brute_force' });
      assert.ok(response.statusCode < 300, response.body);
    }
    now += 2 * HOUR;
    assert.equal((await request(`${base}${path}/notes`, 'POST', { text: 'Called <b>us</b>.' })).statusCode, 201);
    const entries = await all<Entry>(`${path}/timeline`);
    assert.deepEqual(
      entries.map(({ kind, event_count: events, label, note }) => [kind, events, label, note]),
      [
        ['note', 0, null, 'Called <b>us</b>.'],
        ['outcome', 3, 'brute_force', null],
        ['stopped', 12, null, null],
      ],
    );
    assert.ok(entries[0]?.written_by?.includes('@'));
    const { last_outcome: last } = (await get(path)).data;
    assert.equal(last.label, 'brute_force');
    assert.equal(last.event_id, ids[2]);
  });

  test('networks count the account’s own events, with the proof of their owner', async () => {
    const [home] = await all<Record<string, unknown>>(`/accounts/${customer}/networks`);
    assert.equal(home?.ip_masked, '81.2.69.xxx');
    assert.equal(home?.event_count, 6);
    assert.equal(home?.first_used_at, visits[0]?.created_at);
    assert.ok(home?.first_proof_at);
    const [network] = (await get(`/search?q=${HOME}`)).data.networks;
    assert.equal(home?.id, network.id);
    const [attacked] = await all<Record<string, unknown>>(`${path}/networks`);
    assert.deepEqual([attacked?.event_count, attacked?.stopped_count, attacked?.first_proof_at], [12, 12, null]);
    assert.ok(!JSON.stringify([home, attacked]).includes(ATTACKER));
  });

  test('devices that came back are listed apart from those of single attempts', async () => {
    const ids = async (query: string) => (await all<{ id: string }>(`${path}/devices${query}`)).map(({ id }) => id);
    const every = await ids('');
    assert.deepEqual((await ids('?returning=false')).concat(await ids('?returning=true')).sort(), every.sort());
    assert.deepEqual(await ids('?returning=true'), []);
    const [own] = await all<Record<string, unknown>>(`/accounts/${customer}/devices?returning=true`);
    assert.equal(own?.id, visits[0]?.device.id);
    assert.ok(own?.first_proof_at);
    // A trusted device is always listed, however rarely it was used.
    const first = String(every[0]);
    assert.ok((await request(`/v1/devices/${first}/trust`, 'POST')).statusCode < 300);
    assert.deepEqual(await ids('?returning=true'), [first]);
    assert.equal((await get(path)).data.once_device_count, every.length - 1);
  });

  test('the activity of a network has decisions by hour and what each account did there', async () => {
    const later = await send('u_2', ATTACKER, 'machine0', 'login', 3 * HOUR);
    const [network] = (await get(`/search?q=${ATTACKER}`)).data.networks;
    const { data } = await get(`/network/${network.id}/activity`);
    assert.equal(data.event_count, 13);
    assert.equal(data.complete_since, null);
    assert.equal(data.proven_in, '45.83.1.0/24');
    const total = data.hours.flatMap(({ decisions }: { decisions: Record<string, number> }) =>
      Object.values(decisions),
    );
    assert.equal(
      total.reduce((sum: number, one: number) => sum + one, 0),
      13,
    );
    assert.equal(data.hours.at(-1).hour, `${later.created_at.slice(0, 13)}:00:00.000Z`);
    const [most, other] = data.accounts;
    assert.deepEqual([most.external_account_id, most.event_count, most.stopped_count], [account, 12, 12]);
    assert.equal(most.succeeded_count, 0);
    const through = ['allow', 'monitor'].includes(later.risk.decision) ? 1 : 0;
    assert.deepEqual([other.external_account_id, other.succeeded_count], ['u_2', through]);
    assert.equal(data.account_count, 2);
    const home = (await get(`/search?q=${HOME}`)).data.networks[0];
    assert.equal((await get(`/network/${home.id}/activity`)).data.proven_account_count, 1);
  });

  test('unknown accounts and networks are not found, foreign ones are refused, bad queries are named', async () => {
    for (const suffix of ['', '/timeline', '/networks', '/devices?returning=true']) {
      assert.equal((await request(`${base}/accounts/nobody${suffix}`)).statusCode, 404, suffix);
    }
    assert.equal((await request(`${base}/network/net_x/activity`)).statusCode, 404);
    assert.equal((await request(`${base}${path}/timeline?cursor=x`)).statusCode, 422);
    assert.equal((await request(`${base}${path}/devices?returning=maybe`)).statusCode, 422);
    const [next] = [(await get(`${path}/timeline?limit=1`)).meta.next_cursor];
    assert.equal((await request(`${base}/accounts/${customer}/timeline?limit=1&cursor=${next}`)).statusCode, 422);
  });

  test('an erased account has no page', async () => {
    assert.equal((await request(`${base}${path}/erase`, 'POST', {})).statusCode, 200);
    for (const suffix of ['', '/timeline', '/networks']) {
      assert.equal((await request(`${base}${path}${suffix}`)).statusCode, 404, suffix);
    }
  });
});
