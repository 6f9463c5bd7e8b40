// Tests that the limits of rules, views, channels and notes hold for requests that arrive at once.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ALERT_LIMITS } from '../../src/vocabulary/alerts.ts';
import { NOTE_LIMITS } from '../../src/vocabulary/notes.ts';
import { VIEW_LIMITS } from '../../src/vocabulary/saved-views.ts';
import { memberClient } from '../control/member-client.ts';
import { onBothEngines } from '../engines.ts';
import { startTestServer } from '../http/test-server.ts';

/** Requests beyond the limit, more than the connections to PostgreSQL. */
const BEYOND = 20;

await onBothEngines(async ({ store }) => {
  const server = await startTestServer({ store });
  const request = memberClient(server);
  const base = `/v1/environments/${server.environments.test.id}`;
  const endpoint = { url: 'https://example.com/hook', event_types: ['device.trusted'] };
  const rule = { name: 'Blocks', kind: 'block_share', threshold: 50, channels: [] };

  const assertLimit = async (path: string, body: Record<string, unknown>, limit: number, code: string) => {
    const responses = await Promise.all(Array.from({ length: limit + BEYOND }, () => request('POST', path, body)));
    const results = responses.map((response) => (response.statusCode === 201 ? 'created' : response.json().code));
    assert.deepEqual(results.toSorted(), [...Array(BEYOND).fill(code), ...Array(limit).fill('created')].toSorted());
  };

  test('of alert rules', () => assertLimit(`${base}/alert-rules`, rule, ALERT_LIMITS.rules, 'alert_rule_limit'));

  test('of saved views', () =>
    assertLimit(
      `${base}/views`,
      { list: 'events', name: 'Blocked', query: {} },
      VIEW_LIMITS.perMember,
      'saved_view_limit',
    ));

  test('of alert channels', async () => {
    const created = await request('POST', `${base}/webhooks`, endpoint);
    assert.equal(created.statusCode, 201, created.body);
    const channel = { name: 'Team', kind: 'webhook', endpoint_id: created.json().data.id };
    await assertLimit(`${base}/alert-channels`, channel, ALERT_LIMITS.channels, 'alert_channel_limit');
  });

  test('of notes on one event', async () => {
    const login = { event: 'login', account: { id: 'ada' }, signals: {} };
    const sent = await server.event(server.keys.test.secret, login);
    const path = `/v1/events/${sent.json().data.id}/notes`;
    await assertLimit(path, { text: 'seen' }, NOTE_LIMITS.perTarget, 'note_limit');
  });
});
