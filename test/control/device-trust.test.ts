// Device trust through the front door on both engines (specification 3.3 and 4.3; contract 10).
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { onBothEngines } from '../engines.ts';
import { startTestServer } from '../http/test-server.ts';
import { asker } from './asking.ts';

await onBothEngines(async ({ store, another }) => {
  const door = await startTestServer({ store });
  const ask = asker(door);
  const { id: env, organizationId } = door.environments.test;
  const hook = await ask('POST', `/v1/environments/${env}/webhooks`, {
    url: 'http://127.0.0.1:9/',
    event_types: ['device.trusted', 'device.trust_revoked'],
  });
  const deliveries = async () =>
    (await ask('GET', `/v1/webhooks/${hook.json().data.id}/deliveries`)).json().data as { type: string }[];
  const entries = async () =>
    (await ask('GET', '/v1/audit?limit=100&action=device.trusted&action=device.trust_revoked')).json().data as {
      action: string;
    }[];
  const recorded = await door.event(door.keys.test.secret, {
    event: 'login',
    account: { id: 'ann' },
    signals: { persistent_id: 'b5d0a0de-0000-4000-8000-000000000001', timezone: 'Europe/Rome', language: 'it' },
  });
  const { id } = recorded.json().data.device;
  const trust = `/v1/devices/${id}/trust`;

  test('trust is given and taken; a repetition answers the same and is neither audited nor announced', async () => {
    const given = await ask('POST', trust, undefined, door.sessions.analyst);
    assert.equal(given.statusCode, 200, given.body);
    assert.equal(given.json().data.is_trusted, true);
    assert.ok(given.json().data.trusted_at);
    assert.deepEqual((await ask('POST', trust)).json(), given.json());
    const taken = await ask('DELETE', trust);
    assert.equal(taken.statusCode, 200);
    assert.deepEqual([taken.json().data.is_trusted, taken.json().data.trusted_at], [false, null]);
    assert.deepEqual((await ask('DELETE', trust)).json(), taken.json());
    const words = ['device.trust_revoked', 'device.trusted'];
    assert.deepEqual(
      (await entries()).map(({ action }) => action),
      words,
    );
    assert.deepEqual(
      (await deliveries()).map(({ type }) => type),
      words,
    );
  });

  test('of many at once one changes it', async () => {
    const before = (await entries()).length;
    const there = another === null ? door : await startTestServer({ store: await another() });
    const askThere = asker({ ...there, sessions: door.sessions });
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, at) => (at % 2 === 0 ? ask : askThere)('POST', trust)),
    );
    assert.ok(answers.every(({ statusCode, json }) => statusCode === 200 && json().data.is_trusted));
    assert.equal((await entries()).length, before + 1);
    assert.equal((await deliveries()).length, before + 1);
    assert.equal((await store.audit.verify(organizationId)).broken, null);
  });

  test('the next event says that its device is trusted', async () => {
    const next = await door.event(door.keys.test.secret, {
      event: 'login',
      account: { id: 'ann' },
      signals: { persistent_id: 'b5d0a0de-0000-4000-8000-000000000001', timezone: 'Europe/Rome', language: 'it' },
    });
    assert.deepEqual(next.json().data.device, { id, is_trusted: true });
  });

  test('it is for members who may, never for keys, and only in their own organization', async () => {
    assert.equal((await ask('POST', trust, undefined, door.sessions.viewer)).statusCode, 403);
    assert.equal((await ask('POST', trust, undefined, door.keys.test.secret)).statusCode, 401);
    assert.equal((await ask('POST', '/v1/devices/dev_00000000000000000000000000/trust')).statusCode, 404);
    const foreign = await door.event(door.foreign.test.secret, { event: 'login', account: { id: 'eve' }, signals: {} });
    assert.equal((await ask('POST', `/v1/devices/${foreign.json().data.device.id}/trust`)).statusCode, 403);
  });
});
