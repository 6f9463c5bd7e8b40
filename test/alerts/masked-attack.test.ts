// Tests that an alert about events with the public key, which anyone can keep open, does not take in an attack that the server reports.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { onBothServers } from '../webhooks/webhook-client.ts';
import { alertClient } from './alert-client.ts';

await onBothServers((client) => {
  const { server } = client;
  const claim = async (count: number) => {
    const signals = { canvas_hash: 'another', timezone: 'Europe/Rome', platform: 'MacIntel' };
    for (let n = 0; n < count; n += 1) {
      const body = { event: 'login_failed', account: { id: `force_block_claim_${n}` }, signals };
      assert.equal((await server.event(server.keys.test.public, body)).statusCode, 201);
    }
  };

  test('the attack has alerts of its own, which are told once', async () => {
    const { rule, run, attack, alerts, reset } = alertClient(client);
    await rule('attack_wave', 10);
    await rule('block_share', 20, { min_events: 10 });
    const open = async () => (await alerts()).map(({ what }) => what.replace(/ within .*/, '')).sort();
    await claim(15);
    await run();
    const claims = [
      '100 % of the events were blocked: 15 of 15',
      'An attack on 15 accounts: 15 events challenged or blocked',
    ];
    assert.deepEqual(await open(), claims);
    await attack(12);
    await run();
    await run();
    const attacks = [
      '100 % of the events that the server reports were blocked: 12 of 12',
      'An attack on 12 accounts: 12 events challenged or blocked',
    ];
    assert.deepEqual(await open(), [...claims, ...attacks].sort());
    await reset();
  });
});
