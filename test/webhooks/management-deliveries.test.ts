// Tests deliveries over HTTP: fan-out, test deliveries and redelivery (faults W12, W15 and W17).
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { recordOutcome } from '../../src/flows/outcomes/record-outcome.ts';
import { signature } from '../../src/webhooks/signature.ts';
import { httpResponse, startReceiver } from './receivers.ts';
import { waitUntil } from './running-dispatcher.ts';
import { bodiesOf, onBothServers } from './webhook-client.ts';

await onBothServers(({ server, request, create }) => {
  describe('deliveries', () => {
    test('sends each type once to each subscribed endpoint, without private data (W12, W17)', async () => {
      await using all = await startReceiver(httpResponse(200));
      await using some = await startReceiver(httpResponse(200));
      await using none = await startReceiver(httpResponse(200));
      const created = [
        await create(all.url),
        await create(some.url, { event_types: ['risk.assessment.completed', 'decision.block', 'device.new'] }),
        await create(none.url, { event_types: ['device.trusted', 'outcome.created'] }),
      ];
      const event = await server.event(server.keys.test.secret, {
        event: 'login',
        account: { id: 'force_block_w12' },
        ip_address: '203.0.113.77',
        user_agent: 'Mozilla/5.0 secret-agent',
        signals: {
          persistent_id: 'persistent-secret',
          session_token: 'session-secret',
          timezone: 'Europe/Oslo',
          platform: 'MacIntel',
        },
      });
      assert.equal(event.statusCode, 201, event.body);
      const { id, device, risk } = event.json().data;
      const expected = ['risk.assessment.completed', 'decision.block'];
      if (risk.signals.some(({ code }: { code: string }) => code === 'NEW_DEVICE')) expected.push('device.new');
      const automated = risk.signals.some(({ code }: { code: string }) => code === 'AUTOMATION_SUSPECTED');
      const everything = automated ? [...expected, 'security.automation_suspected'] : expected;
      await waitUntil(() => all.requests.length >= everything.length && some.requests.length >= expected.length);
      const bodies = [...bodiesOf(all), ...bodiesOf(some)];
      assert.deepEqual(bodies.map(({ type }) => type).toSorted(), [...everything, ...expected].toSorted());
      assert.equal(new Set(bodies.map((body) => body.id)).size, bodies.length);
      for (const { data } of bodies) {
        assert.deepEqual(Object.keys(data), ['event_id', 'event_type', 'device_id', 'risk']);
        const { score, level, decision, signals } = risk;
        const expectedRisk = { score, level, decision, signals };
        assert.deepEqual(data, { event_id: id, event_type: 'login', device_id: device.id, risk: expectedRisk });
      }
      for (const secret of [
        '203.0.113',
        'secret-agent',
        'persistent-secret',
        'session-secret',
        'force_block_w12',
        'metadata',
      ]) {
        assert.ok(
          [...all.requests, ...some.requests].every((request) => !request.includes(secret)),
          secret,
        );
      }

      await recordOutcome(
        server.context,
        [server.environments.test],
        id,
        { label: 'account_takeover', authenticationOutcome: null, reason: 'Größe', metadata: { ticket: 'T-9' } },
        { type: 'user', id: 'usr_1', name: 'Zoë' },
      );
      await waitUntil(() => none.requests.length === 1);
      const [outcome] = bodiesOf(none);
      assert.equal(outcome?.type, 'outcome.created');
      assert.deepEqual((outcome?.data.outcome as { label?: string } | undefined)?.label, 'account_takeover');
      const [head = '', body = ''] = (none.requests[0] ?? '').split('\r\n\r\n');
      const header = (name: string) => new RegExp(`^${name}: (.*)$`, 'im').exec(head)?.[1]?.trim() ?? '';
      assert.equal(
        header('service-webhook-signature'),
        signature(created[2]?.secret ?? '', header('service-webhook-timestamp'), body),
      );
      assert.ok(!body.includes('Größe') && !body.includes('T-9'));
      for (const { id: endpoint } of created) await request('DELETE', `/v1/webhooks/${endpoint}`);
    });

    test('sends and logs a test delivery; rejects tests of a disabled endpoint (W15)', async () => {
      await using good = await startReceiver(httpResponse(200, 'thanks'));
      await using bad = await startReceiver(httpResponse(500, 'Bearer abc.def <b>oops</b>'));
      const endpoints = [await create(good.url, { event_types: ['device.new'] }), await create(bad.url)];
      const [delivered, retried] = await Promise.all(
        endpoints.map(async ({ id }) => {
          const queued = await request('POST', `/v1/webhooks/${id}/test`);
          assert.equal(queued.statusCode, 202);
          assert.deepEqual([queued.json().data.type, queued.json().data.status], ['webhook.test', 'pending']);
          const read = () => request('GET', `/v1/webhooks/${id}/deliveries?type=webhook.test`);
          await waitUntil(async () => typeof (await read()).json().data[0].attempts[0]?.duration_ms === 'number');
          const found = await read();
          assert.equal(found.json().data[0].id, queued.json().data.id);
          return found.json().data[0];
        }),
      );
      assert.deepEqual(
        [delivered.status, delivered.attempts[0].http_status, delivered.attempts[0].response_snippet],
        ['delivered', 200, 'thanks'],
      );
      assert.equal(retried.status, 'pending');
      const [attempt] = retried.attempts;
      assert.deepEqual(
        [attempt.number, attempt.http_status, attempt.error, attempt.response_snippet],
        [1, 500, null, '[masked] <b>oops</b>'],
      );
      // The next attempt is due a minute after the end of this one, which lies between its start and now.
      const endedAt = Date.parse(retried.next_attempt_at) - 60_000;
      assert.ok(Date.parse(attempt.started_at) <= endedAt && endedAt <= Date.now());
      assert.equal(bodiesOf(good)[0]?.data.test, true);

      await request('PATCH', `/v1/webhooks/${endpoints[0]?.id}`, { status: 'disabled' });
      const rejected = await request('POST', `/v1/webhooks/${endpoints[0]?.id}/test`);
      assert.deepEqual([rejected.statusCode, rejected.json().code], [409, 'endpoint_disabled']);
      for (const { id } of endpoints) await request('DELETE', `/v1/webhooks/${id}`);
    });

    test('redelivers the same bytes', async () => {
      let status = 404;
      await using receiver = await startReceiver((socket) => socket.end(httpResponse(status)));
      const { id } = await create(receiver.url);
      const { data } = (await request('POST', `/v1/webhooks/${id}/test`)).json();
      const log = `/v1/webhooks/${id}/deliveries`;
      await waitUntil(async () => (await request('GET', `${log}?status=failed`)).json().data.length === 1);
      status = 200;
      const again = await request('POST', `${log}/${data.id}/redeliver`);
      assert.deepEqual([again.statusCode, again.json().data.status], [202, 'pending']);
      await waitUntil(
        async () =>
          (await request('GET', `${log}?status=delivered&status=failed`)).json().data[0]?.status === 'delivered',
      );
      const [first, second] = bodiesOf(receiver);
      assert.deepEqual(second, first);
      const { payload } = (await request('GET', `${log}/${data.id}`)).json().data;
      assert.deepEqual(JSON.parse(payload), first);
      assert.equal((await request('GET', `${log}/wh_evt_00000000000000000000000000`)).statusCode, 404);
      assert.equal((await request('POST', `${log}/wh_evt_00000000000000000000000000/redeliver`)).statusCode, 404);
      assert.equal((await request('POST', `${log}/${data.id}x/redeliver`)).statusCode, 404);
      assert.equal(
        (await request('POST', `${log}/${data.id}/redeliver`, undefined, server.keys.test.secret)).statusCode,
        401,
      );
      await request('PATCH', `/v1/webhooks/${id}`, { status: 'disabled' });
      assert.equal((await request('POST', `${log}/wh_evt_00000000000000000000000000/redeliver`)).statusCode, 404);
      assert.equal((await request('POST', `${log}/${data.id}/redeliver`)).json().code, 'endpoint_disabled');
      for (const query of ['status=nothing', 'type=nothing', 'limit=0', 'cursor=x', 'unknown=1']) {
        assert.equal((await request('GET', `${log}?${query}`)).statusCode, 422, query);
      }
      await request('DELETE', `/v1/webhooks/${id}`);
    });

    test('sends everything that failed again, and nothing else', async () => {
      let status = 404;
      await using receiver = await startReceiver((socket) => socket.end(httpResponse(status)));
      const { id } = await create(receiver.url);
      const log = `/v1/webhooks/${id}/deliveries`;
      const count = async (word: string) => (await request('GET', `${log}?status=${word}`)).json().data.length;
      const send = () => request('POST', `/v1/webhooks/${id}/test`);
      await send();
      await send();
      await waitUntil(async () => (await count('failed')) === 2);
      status = 200;
      await send();
      await waitUntil(async () => (await count('delivered')) === 1);
      const again = await request('POST', `/v1/webhooks/${id}/redeliver-failed`);
      assert.deepEqual([again.statusCode, again.json().data.queued_count], [202, 2]);
      await waitUntil(async () => (await count('delivered')) === 3);
      assert.equal(receiver.requests.length, 5);
      const none = await request('POST', `/v1/webhooks/${id}/redeliver-failed`);
      assert.equal(none.json().data.queued_count, 0);
      await request('DELETE', `/v1/webhooks/${id}`);
    });
  });
});
