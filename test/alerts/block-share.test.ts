// Tests that page views with the public key do not hide blocked logins from the alert about the share of blocked events.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { measureRule } from '../../src/flows/alerts/measure-rule.ts';
import { onBothServers } from '../webhooks/webhook-client.ts';
import { alertRule } from './sample-rule.ts';

const RULE = alertRule({ kind: 'block_share', threshold: 20, minEvents: 20 });

await onBothServers(({ server }) => {
  test('the share of what the server reports counts for itself', async () => {
    const { context, environments, keys } = server;
    const send = async (key: string, event: string, id: string) => {
      const response = await server.event(key, { event, account: { id }, signals: { platform: 'Win32' } });
      assert.equal(response.statusCode, 201, response.body);
    };
    const found = async () => {
      const findings = await measureRule(context, environments.test, RULE, context.clock());
      return findings.map(({ what }) => what);
    };
    for (let n = 0; n < 13; n += 1) await send(keys.test.secret, 'login', `force_allow_${n}`);
    for (let n = 0; n < 6; n += 1) await send(keys.test.secret, 'login_failed', `force_block_${n}`);
    assert.deepEqual(await found(), [], 'too few events');
    await send(keys.test.secret, 'login', 'force_allow_20');
    assert.deepEqual(await found(), ['30 % of the events were blocked: 6 of 20 within 60 minutes.']);
    for (let n = 0; n < 15; n += 1) await send(keys.test.public, 'page_view', 'force_allow_1');
    const reported = '30 % of the events that the server reports were blocked: 6 of 20 within 60 minutes.';
    assert.deepEqual(await found(), [reported]);
    for (let n = 0; n < 11; n += 1) await send(keys.test.secret, 'login', 'force_allow_1');
    assert.deepEqual(await found(), []);
  });
});
