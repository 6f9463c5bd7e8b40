// Retention on both engines: what is too old loses its address and client signals, nothing else changes.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { applyRetention } from '../../src/flows/privacy/apply-retention.ts';
import { DAY } from '../../src/vocabulary/clock.ts';
import { onBothEngines } from '../engines.ts';
import { startTestServer } from '../http/test-server.ts';

await onBothEngines(async ({ store }) => {
  let now = Date.UTC(2026, 2, 1, 12);
  const door = await startTestServer({ store, clock: () => now });
  const { id, number } = door.environments.test;
  const send = async (timezone: string) => {
    const answer = await door.event(door.keys.test.secret, {
      event: 'login',
      account: { id: 'ann' },
      ip_address: '198.51.100.77',
      signals: { timezone, language: 'it' },
    });
    return answer.json().data.id as string;
  };
  const read = async (event: string) => {
    const kept = (await store.events.event(number, event))?.event;
    return [kept?.address, kept?.stableSignals?.body, kept?.score, kept?.decision] as const;
  };

  test('only what is older than the environment keeps it is cleaned, once', async () => {
    const old = await send('Europe/Vaduz');
    now += 20 * DAY;
    const young = await send('Europe/Rome');
    assert.deepEqual(await applyRetention(door.context), [], 'no environment has a limit');
    await store.tenants.updateEnvironment(id, { retentionDays: 10 }, () => ({
      id: door.context.newId('audit', now),
      organizationId: door.environments.test.organizationId,
      at: now,
      actor: { type: 'cli', id: 'cli', name: 'test' },
      address: null,
      action: 'environment.updated',
      target: { type: 'environment', id },
      environmentId: id,
      before: null,
      after: null,
    }));
    const [address, signals, ...decided] = await read(old);
    assert.equal(address, '198.51.100.77');
    assert.ok(signals?.includes('Vaduz'));
    assert.deepEqual(await applyRetention(door.context), [{ environmentId: id, cleanedEvents: 1 }]);
    assert.deepEqual(await read(old), [null, undefined, ...decided]);
    const [youngAddress, youngSignals] = await read(young);
    assert.ok(youngAddress === '198.51.100.77' && youngSignals?.includes('Rome'));
    assert.deepEqual(await applyRetention(door.context), [{ environmentId: id, cleanedEvents: 0 }]);
    now += 20 * DAY;
    assert.deepEqual(await applyRetention(door.context), [{ environmentId: id, cleanedEvents: 1 }]);
  });
});
