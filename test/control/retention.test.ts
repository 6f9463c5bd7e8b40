// Tests that with retention old events lose only their address and client signals, on both engines.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { auditSigner } from '../../src/access/audit-signature.ts';
import { listNetworks } from '../../src/flows/networks/read-network.ts';
import { applyRetention } from '../../src/flows/privacy/apply-retention.ts';
import { DAY, HOUR } from '../../src/vocabulary/clock.ts';
import { onBothEngines } from '../engines.ts';
import { startTestServer } from '../http/test-server.ts';

await onBothEngines(async ({ store }) => {
  let now = Date.UTC(2026, 2, 1, 12);
  const server = await startTestServer({ store, clock: () => now });
  const { id, number } = server.environments.test;
  const send = async (timezone: string) => {
    const response = await server.event(server.keys.test.secret, {
      event: 'login',
      account: { id: 'ann' },
      ip_address: '198.51.100.77',
      signals: { timezone, language: 'it' },
    });
    return response.json().data.id as string;
  };
  const read = async (event: string) => {
    const stored = (await store.events.event(number, event))?.event;
    return [stored?.address, stored?.stableSignals?.body, stored?.score, stored?.decision] as const;
  };

  test('cleans only events older than the retention period, and only once', async () => {
    const old = await send('Europe/Vaduz');
    now += 20 * DAY;
    const recent = await send('Europe/Rome');
    assert.deepEqual(await applyRetention(server.context), [], 'no environment has a limit');
    await store.tenants.updateEnvironment(id, { retentionDays: 10 }, () => ({
      id: server.context.newId('audit', now),
      organizationId: server.environments.test.organizationId,
      at: now,
      actor: { type: 'cli', id: 'cli', name: 'test' },
      address: null,
      action: 'environment.updated',
      target: { type: 'environment', id },
      environmentId: id,
      before: null,
      after: null,
      signer: auditSigner(server.context.webhooks.keys),
    }));
    const [address, signals, ...decided] = await read(old);
    assert.equal(address, '198.51.100.77');
    assert.ok(signals?.includes('Vaduz'));
    assert.deepEqual(await applyRetention(server.context), [{ environmentId: id, cleanedEvents: 1 }]);
    assert.deepEqual(await read(old), [null, undefined, ...decided]);
    const [recentAddress, recentSignals] = await read(recent);
    assert.ok(recentAddress === '198.51.100.77' && recentSignals?.includes('Rome'));
    assert.deepEqual(await applyRetention(server.context), [{ environmentId: id, cleanedEvents: 0 }]);
    now += 20 * DAY;
    assert.deepEqual(await applyRetention(server.context), [{ environmentId: id, cleanedEvents: 1 }]);
  });

  test('deletes the addresses of the network list that were last seen before', async () => {
    const environment = server.environments.test;
    const page = { sort: 'first_seen', order: 'desc', limit: 10, from: null } as const;
    const listed = async () =>
      (await listNetworks(server.context, environment, { classification: null }, page)).map(
        ({ row }) => row.eventCount,
      );
    await send('Europe/Oslo');
    now += 9 * DAY;
    await applyRetention(server.context);
    assert.equal((await listed()).length, 1);
    now += 2 * DAY;
    await applyRetention(server.context);
    assert.deepEqual(await listed(), []);
  });

  test('deletes an idempotency key an hour after it has become invalid, also without a retention period', async () => {
    const { live } = server.environments;
    const login = { event: 'login', account: { id: 'ann' } };
    const retry = () => server.event(server.keys.live.secret, login, { headers: { 'idempotency-key': 'once' } });
    assert.equal((await retry()).statusCode, 201);
    now += DAY;
    await applyRetention(server.context);
    assert.equal((await retry()).statusCode, 201, 'the key is no longer valid');
    assert.equal((await retry()).statusCode, 200);
    now += DAY + HOUR;
    await applyRetention(server.context);
    assert.equal(await store.privacy.forgetResponses(live.number, now, 9), 1, 'it was stored until now');
    await retry();
    now += DAY + HOUR + 1;
    await applyRetention(server.context);
    assert.equal(await store.privacy.forgetResponses(live.number, now, 9), 0);
  });

  test('deletes counts of failures two weeks after them, also without a retention period', async () => {
    const { live } = server.environments;
    const failed = { event: 'login_failed', account: { id: 'eve' } };
    assert.equal((await server.event(server.keys.live.secret, failed)).statusCode, 201);
    const all = { now, before: now + HOUR, importing: now };
    now += 14 * DAY;
    await applyRetention(server.context);
    assert.equal(await store.privacy.forgetFailures(live.number, all, 1), 2, 'of the minute and of the hour');
    assert.equal((await server.event(server.keys.live.secret, failed)).statusCode, 201);
    now += 14 * DAY + HOUR;
    await applyRetention(server.context);
    assert.equal(await store.privacy.forgetFailures(live.number, { ...all, before: now }, 1), 0);
  });

  test('deletes expired sessions of the dashboard', async () => {
    const [listed] = await store.members.list(server.environments.test.organizationId);
    const [found] = await store.members.findByEmail(listed?.email ?? '');
    assert.ok(found !== undefined && found.passwordHash !== null);
    const { member, passwordHash } = found;
    const session = { id: server.context.newId('session', now), memberId: member.id, createdAt: now, lastUsedAt: now };
    await store.sessions.create({ ...session, expiresAt: now + DAY }, 'a digest', passwordHash);
    now += DAY;
    await applyRetention(server.context);
    assert.equal((await store.sessions.list(member.id)).length, 1);
    now += 1;
    await applyRetention(server.context);
    assert.deepEqual(await store.sessions.list(member.id), []);
  });

  test('ends sessions that began while a clock was years ahead', async () => {
    const [listed] = await store.members.list(server.environments.test.organizationId);
    const [found] = await store.members.findByEmail(listed?.email ?? '');
    assert.ok(found !== undefined && found.passwordHash !== null);
    const { member, passwordHash } = found;
    const begin = async (at: number) => {
      const session = {
        id: server.context.newId('session', at),
        memberId: member.id,
        createdAt: at,
        lastUsedAt: at,
      };
      await store.sessions.create({ ...session, expiresAt: at + DAY }, `begun at ${at}`, passwordHash);
    };
    const ends = async (at: number) => ((await store.sessions.find(`begun at ${at}`))?.session.expiresAt ?? 0) - now;
    for (const ahead of [0, DAY, 900 * DAY]) await begin(now + ahead);
    await applyRetention(server.context);
    assert.deepEqual(await Promise.all([0, DAY, 900 * DAY].map((ahead) => ends(now + ahead))), [DAY, 2 * DAY, DAY]);
  });

  test('processes the other environments when one of them fails, and then throws its error', async () => {
    const processed: number[] = [];
    const { privacy } = store;
    const forgetResponses: typeof privacy.forgetResponses = (environment, ...more) => {
      if (environment === number) return Promise.reject(new Error('a damaged page'));
      processed.push(environment);
      return privacy.forgetResponses(environment, ...more);
    };
    const failing = { ...server.context, store: { ...store, privacy: { ...privacy, forgetResponses } } };
    await assert.rejects(applyRetention(failing), /a damaged page/);
    const all = (await store.tenants.environments(null)).map((environment) => environment.number);
    assert.deepEqual(
      processed,
      all.filter((environment) => environment !== number),
    );
    assert.ok(processed.length > 0);
  });

  test('stores signals anew that retention had deleted', async () => {
    const [, signals] = await read(await send('Europe/Vaduz'));
    assert.ok(signals?.includes('Vaduz'));
  });
});
