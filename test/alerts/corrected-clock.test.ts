// Tests that alerts ignore what a clock dated later which was ahead, and has been corrected since.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { measureRule } from '../../src/flows/alerts/measure-rule.ts';
import { HOUR } from '../../src/vocabulary/clock.ts';
import { httpResponse, startReceiver } from '../webhooks/receivers.ts';
import { onBothServers } from '../webhooks/webhook-client.ts';
import { alertClient } from './alert-client.ts';
import { alertRule } from './sample-rule.ts';

await onBothServers((client) => {
  const { server } = client;

  test('what was blocked or refused while a clock was three hours ahead counts in no alert after its correction', async () => {
    const { context, environments, keys } = server;
    const { test: environment } = environments;
    for (let n = 0; n < 20; n += 1) {
      const response = await server.event(keys.test.secret, { event: 'login', account: { id: `force_block_${n}` } });
      assert.equal(response.statusCode, 201, response.body);
    }
    const ahead = context.clock();
    const refused = { kind: 'origin', word: 'https://other.example', at: ahead, count: 20 } as const;
    await context.store.rejections.add([{ environmentNumber: environment.number, ...refused }]);
    for (const kind of ['block_share', 'refused_origins'] as const) {
      const rule = alertRule({ kind, threshold: 20, minEvents: 20 });
      const found = async (now: number) => (await measureRule(context, environment, rule, now)).length;
      assert.deepEqual([await found(ahead), await found(ahead - 3 * HOUR)], [1, 0], kind);
    }
  });

  test('a message that a clock planned which was three hours ahead is sent after its correction', async () => {
    await using slack = await startReceiver(httpResponse(500, 'not now'));
    const { channel, rule, run, attack, reset } = alertClient(client);
    const { id } = await channel({ kind: 'slack', url: slack.url });
    await attack(3);
    await rule('attack_wave', 3, { channels: [id] });
    await run();
    assert.equal(slack.requests.length, 1);
    await run(-3 * HOUR);
    assert.equal(slack.requests.length, 2);
    await reset();
  });
});
