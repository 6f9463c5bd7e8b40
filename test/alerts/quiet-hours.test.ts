// Tests that messages wait for the end of quiet hours: those of new alerts, and those of alerts that end meanwhile.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HOUR, MINUTE } from '../../src/vocabulary/clock.ts';
import { httpResponse, startReceiver } from '../webhooks/receivers.ts';
import { onBothServers } from '../webhooks/webhook-client.ts';
import { alertClient, textsOf } from './alert-client.ts';

/** Quiet hours from and to so many hours from now. */
function quietHours(from: number, to: number) {
  const clock = (hours: number) => new Date(Date.now() + hours * HOUR).toISOString().slice(11, 16);
  return { from: clock(from), to: clock(to), time_zone: 'UTC' };
}

await onBothServers((client) => {
  test('what is over by the end is told in one message', async () => {
    await using slack = await startReceiver(httpResponse(200, 'ok'));
    const { channel, rule, run, attack, alerts, reset } = alertClient(client);
    const { id } = await channel({ kind: 'slack', url: slack.url });
    await attack(3);
    await rule('attack_wave', 3, { channels: [id], quiet_hours: quietHours(-1, 3) });
    await run();
    await run(2 * HOUR);
    assert.equal(slack.requests.length, 0);
    assert.equal((await alerts())[0]?.status, 'resolved');
    await run(3 * HOUR + MINUTE);
    await run(4 * HOUR);
    assert.equal(slack.requests.length, 1);
    assert.match(textsOf(slack)[0] ?? '', /Resolved: Watch attack_wave\nAn attack on[\s\S]+Resolved: /);
    await reset();
  });

  test('an alert that was told before them and ends in them is told to be over after them', async () => {
    await using slack = await startReceiver(httpResponse(200, 'ok'));
    const { channel, rule, run, attack, alerts, reset } = alertClient(client);
    const { id } = await channel({ kind: 'slack', url: slack.url });
    await attack(3);
    await rule('attack_wave', 3, { channels: [id], quiet_hours: quietHours(1, 3) });
    await run();
    assert.equal(slack.requests.length, 1);
    for (const later of [2 * HOUR, 2 * HOUR + 10 * MINUTE]) await run(later);
    assert.deepEqual([(await alerts())[0]?.status, slack.requests.length], ['resolved', 1]);
    await run(3 * HOUR + MINUTE);
    assert.equal(slack.requests.length, 2);
    assert.match(textsOf(slack)[1] ?? '', /Resolved: Watch attack_wave/);
    await reset();
  });

  test('the message of a rule that is deleted in them waits for their end, too', async () => {
    await using slack = await startReceiver(httpResponse(200, 'ok'));
    const { base, channel, rule, run, attack, reset } = alertClient(client);
    const { id } = await channel({ kind: 'slack', url: slack.url });
    await attack(3);
    const watching = await rule('attack_wave', 3, { channels: [id], quiet_hours: quietHours(-1, 3) });
    await run();
    assert.equal((await client.request('DELETE', `${base}/alert-rules/${watching.id}`)).statusCode, 204);
    await run(MINUTE);
    assert.equal(slack.requests.length, 0);
    await run(3 * HOUR + MINUTE);
    assert.equal(slack.requests.length, 1);
    await reset();
  });
});
