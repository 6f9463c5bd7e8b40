// Tests that the alerts of a rule that someone disables or deletes end, although their condition goes on.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { onBothServers } from '../webhooks/webhook-client.ts';
import { alertClient } from './alert-client.ts';

await onBothServers((client) => {
  test('an alert ends with the next run when its rule is disabled or deleted', async () => {
    const { base, rule, run, attack, alerts, reset } = alertClient(client);
    await attack(3);
    const endings: [method: 'PATCH' | 'DELETE', body?: unknown][] = [['PATCH', { status: 'disabled' }], ['DELETE']];
    for (const [method, body] of endings) {
      const { id } = await rule('attack_wave', 3);
      await run();
      assert.equal((await alerts())[0]?.status, 'open');
      const response = await client.request(method, `${base}/alert-rules/${id}`, body);
      assert.ok(response.statusCode < 300, response.body);
      await run();
      assert.equal((await alerts())[0]?.status, 'resolved', method);
    }
    await reset();
  });
});
