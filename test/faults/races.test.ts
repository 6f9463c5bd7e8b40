// Callers who get into each other's way, on both engines, from two processes where there are two (C10 to C12 of the fault
// list): outcomes, policy edits beside events, trust. What is announced is counted too.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { asker } from '../control/asking.ts';
import { onBothEngines } from '../engines.ts';
import { startTestServer, type TestResponse } from '../http/test-server.ts';
import { policyDoor, someRule } from '../policy/policy-client.ts';

await onBothEngines(async ({ store, another }) => {
  const door = await startTestServer({ store });
  const there = another === null ? door : { ...(await startTestServer({ store: await another() })), keys: door.keys };
  const beside = { ...there, sessions: door.sessions, environments: door.environments };
  const [ask, askThere] = [asker(door), asker(beside)];
  const either = (at: number) => (at % 2 === 0 ? ask : askThere);
  const hook = await ask('POST', `/v1/environments/${door.environments.test.id}/webhooks`, {
    url: 'http://127.0.0.1:9/',
  });
  const log = `/v1/webhooks/${hook.json().data.id}/deliveries`;
  const announced = async (type: string) =>
    (await ask('GET', `${log}?type=${type}&limit=100`)).json().data as { event_id: string | null }[];
  const login = (account: string, at = 0) =>
    (at % 2 === 0 ? door : beside).event(door.keys.test.secret, {
      event: 'login',
      account: { id: account },
      signals: { persistent_id: 'b5d0a0de-0000-4000-8000-00000000000c', timezone: 'Europe/Rome', language: 'it' },
    });

  test('fifty identical outcomes are one row and one announcement, fifty that alternate are a line of rows (C10)', async () => {
    const { id } = (await login('ann')).json().data;
    const path = `/v1/events/${id}/outcome`;
    const submit = (label: string, at: number) => either(at)('POST', path, { label }, door.keys.test.secret);
    const same = await Promise.all(Array.from({ length: 50 }, (_, at) => submit('unknown', at)));
    assert.deepEqual(count(same), { 200: 49, 201: 1 });
    const racing = await Promise.all(
      Array.from({ length: 50 }, (_, at) => submit(at % 3 === 0 ? 'legitimate' : 'brute_force', at)),
    );
    const made = racing.filter(({ statusCode }) => statusCode === 201).length;
    assert.ok(made >= 2 && made + (count(racing)[200] ?? 0) === 50, JSON.stringify(count(racing)));
    const rows = (await ask('GET', `/v1/events/${id}/outcomes?limit=100`)).json().data as {
      is_current: boolean;
      label: string;
    }[];
    assert.equal(rows.length, 1 + made);
    assert.equal(rows.filter((row) => row.is_current).length, 1);
    const labels = rows.map(({ label }) => label);
    assert.ok(
      labels.every((label, at) => label !== labels[at + 1]),
      'a row that repeats the one before it',
    );
    assert.equal((await announced('outcome.created')).length, 1);
    assert.equal((await announced('outcome.updated')).length, made);
  });

  test('policy edits beside events: versions rise by one, and each event names one that was in force (C11)', async () => {
    const { send, policy } = policyDoor(door);
    const before = (await policy()).version;
    const work = Array.from({ length: 40 }, (_, at) =>
      at % 2 === 0
        ? policyDoor(at % 4 === 0 ? door : beside).send('POST', '/rules', someRule())
        : login(`u_${at}`, (at - 1) / 2),
    );
    const answers = await Promise.all(work);
    assert.deepEqual(count(answers), { 201: 40 });
    assert.equal((await policy()).version, before + 20);
    for (const answer of answers.filter((_, at) => at % 2 === 1)) {
      const detail = await ask('GET', `/v1/events/${answer.json().data.id}`, undefined, door.keys.test.secret);
      const { policy_version } = detail.json().data.risk;
      assert.ok(policy_version >= before && policy_version <= before + 20, String(policy_version));
      assert.equal((await send('GET', `/versions/${policy_version}`)).statusCode, 200);
    }
    const rules = async (version: number) => (await send('GET', `/versions/${version}`)).json().data.rules.length;
    const held = await rules(before);
    for (let more = 0; more <= 20; more++) assert.equal(await rules(before + more), held + more, 'history stands');
  });

  test('trust and untrust a hundred times at once: the state is that of the last entry, each turn told once (C12)', async () => {
    const { device } = (await login('ann')).json().data;
    const trust = `/v1/devices/${device.id}/trust`;
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, at) => either(at)((at >> 1) % 2 === 0 ? 'POST' : 'DELETE', trust)),
    );
    assert.deepEqual(count(answers), { 200: 100 });
    const entries = (await ask('GET', '/v1/audit?limit=100')).json().data as { action: string }[];
    const turns = entries.map(({ action }) => action).filter((action) => action.startsWith('device.trust'));
    assert.ok(
      turns.every((action, at) => action !== turns[at + 1]),
      'a turn that changes nothing',
    );
    const shown = (await ask('GET', `/v1/devices/${device.id}`)).json().data;
    assert.equal(shown.is_trusted, turns[0] === 'device.trusted');
    const told = [...(await announced('device.trusted')), ...(await announced('device.trust_revoked'))];
    assert.equal(told.length, turns.length);
  });
});

function count(answers: readonly TestResponse[]): Record<number, number> {
  const counted: Record<number, number> = {};
  for (const { statusCode } of answers) counted[statusCode] = (counted[statusCode] ?? 0) + 1;
  return counted;
}
