// Tests that the alert about an attack names the one that the server reported, not a larger campaign under the public key.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { measureRule } from '../../src/flows/alerts/measure-rule.ts';
import { onBothServers } from '../webhooks/webhook-client.ts';
import { alertRule } from './sample-rule.ts';

const RULE = alertRule({ kind: 'attack_wave', threshold: 3, minEvents: 1 });

await onBothServers(({ server }) => {
  test('the campaign with the most events that the server reported comes first', async () => {
    const { context, environments, keys } = server;
    const send = async (key: string, id: string, machine: string) => {
      const signals = { persistent_id: machine.padStart(32, '7c3d'), platform: 'Win32' };
      const response = await server.event(key, { event: 'login_failed', account: { id }, signals });
      assert.equal(response.statusCode, 201, response.body);
    };
    const found = async () => {
      const findings = await measureRule(context, environments.test, RULE, context.clock());
      return findings.map(({ what }) => what);
    };
    for (let n = 0; n < 5; n += 1) await send(keys.test.public, `force_block_claim_${n}`, 'a1');
    assert.deepEqual(await found(), ['An attack on 5 accounts: 5 events challenged or blocked within 60 minutes.']);
    for (let n = 0; n < 3; n += 1) await send(keys.test.secret, `force_block_${n}`, 'b2');
    const reported = 'An attack on 3 accounts: 3 events challenged or blocked within 60 minutes, and 1 other campaign.';
    assert.deepEqual(await found(), [reported]);
  });
});
