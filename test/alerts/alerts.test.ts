// Tests alerts on both engines, with a real SMTP server and real receivers: once each, with recovery and dead channels.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { listChannels } from '../../src/flows/alerts/manage-channels.ts';
import { HOUR, MINUTE } from '../../src/vocabulary/clock.ts';
import { httpResponse, startReceiver } from '../webhooks/receivers.ts';
import { waitUntil } from '../webhooks/running-dispatcher.ts';
import { bodiesOf, onBothServers } from '../webhooks/webhook-client.ts';
import { alertClient, decoded, textsOf } from './alert-client.ts';
import { SENT_PASSWORDS, SMTP_PASSWORD, startMailServer } from './mail-server.ts';

await onBothServers((client) => {
  const { server, request, create } = client;

  describe('messages', () => {
    test('an attack is told once to every channel, and so is its end', async () => {
      await using mail = await startMailServer();
      await using slack = await startReceiver(httpResponse(200, 'ok'));
      await using hook = await startReceiver(httpResponse(200));
      const { channel, rule, run, attack, alerts, reset } = alertClient(client, mail);
      const endpoint = await create(hook.url, { event_types: ['device.trusted'] });
      const channels = [
        await channel({ kind: 'email', emails: ['ann@example.com', 'bob@example.com'] }),
        await channel({ kind: 'slack', url: slack.url }),
        await channel({ kind: 'webhook', endpoint_id: endpoint.id }),
      ];
      await rule('attack_wave', 10, { name: 'Waves <!channel>', channels: channels.map(({ id }) => id) });
      await run();
      assert.deepEqual([mail.mails.length, slack.requests.length], [0, 0], 'nothing happened yet');
      await attack(12);
      // Two concurrent runs, as of two processes, and a later one.
      await Promise.all([run(), run()]);
      await run();
      await waitUntil(() => hook.requests.length > 0);

      const [alert, ...others] = await alerts();
      assert.ok(alert !== undefined && others.length === 0);
      assert.match(alert.what, /^An attack on 12 accounts: 12 events challenged or blocked within 60 minutes\.$/);
      assert.match(alert.path, /^campaigns\/cmp_/);
      assert.deepEqual(new Set(alert.notifications.map(({ status }) => status)), new Set(['sent']));
      // The status of the delivery is unknown until the receiver has answered.
      await waitUntil(async () => {
        const [now] = await alerts();
        const byWebhook = now?.notifications
          .map(({ delivery_status: state }) => state)
          .filter((state) => state !== null);
        return byWebhook?.length === 1 && byWebhook[0] === 'delivered';
      });
      assert.equal(mail.mails.length, 1);
      assert.deepEqual(mail.mails[0]?.to, ['ann@example.com', 'bob@example.com']);
      const raw = decoded(mail.mails[0]?.raw ?? '');
      assert.match(raw, /^From: Assay <assay@example\.com>\r$/m);
      assert.match(raw, /^Subject: \[Assay TEST\] Waves <!channel>\r$/m);
      assert.ok(raw.includes(alert.what) && /Since: \d{4}-\d\d-\d\d \d\d:\d\d UTC/.test(raw), raw);
      assert.ok(raw.includes(`https://assay.example.com/#/${server.environments.test.id}/${alert.path}`), raw);
      assert.equal(slack.requests.length, 1);
      assert.ok(textsOf(slack)[0]?.includes('Waves &lt;!channel&gt;\nAn attack'), 'nobody is mentioned');

      const told = hook.requests.map((one) => one.split('\r\n\r\n'));
      assert.equal(told.length, 1);
      const headers = Object.fromEntries(
        (told[0]?.[0] ?? '')
          .split('\r\n')
          .slice(1)
          .map((line) => line.split(': ')),
      );
      new Webhook(endpoint.secret).verify(told[0]?.[1] ?? '', headers);
      const [body] = bodiesOf(hook);
      assert.ok(body !== undefined && body.type === 'alert.opened');
      assert.equal((body.data.alert as { what: string }).what, alert.what);

      await run(58 * MINUTE);
      await run(62 * MINUTE);
      assert.equal((await alerts())[0]?.status, 'open', 'it must be over for five minutes');
      await run(64 * MINUTE);
      await run(65 * MINUTE);
      assert.equal((await alerts())[0]?.status, 'resolved');
      assert.deepEqual([mail.mails.length, slack.requests.length], [2, 2]);
      assert.match(decoded(mail.mails[1]?.raw ?? ''), /^Subject: \[Assay TEST\] Resolved: Waves/m);
      const log = await request('GET', `/v1/webhooks/${endpoint.id}/deliveries?type=alert.resolved`);
      assert.equal(log.json().data.length, 1);
      await request('DELETE', `/v1/webhooks/${endpoint.id}`);
      await reset();
    });

    test('a dead channel is retried, given up and shown; the others get their message', async () => {
      await using mail = await startMailServer();
      await using slack = await startReceiver(httpResponse(200, 'ok'));
      const { base, channel, rule, run, attack, alerts, channels, reset } = alertClient(client, mail);
      const dead = await channel({ kind: 'email', emails: ['ann@example.com'] });
      const alive = await channel({ kind: 'slack', url: slack.url });
      await attack(3);
      mail.refuses = true;
      await rule('attack_wave', 3, { channels: [dead.id, alive.id] });
      const failures = async () => (await channels()).find(({ id }) => id === dead.id)?.consecutive_failures;
      // 30 s, 2 min, 10 min and an hour after the previous attempt.
      const attempts = [0, 1, 4, 20, 90].map((minutes) => minutes * MINUTE);
      for (const [index, at] of attempts.entries()) {
        await run(at);
        await run(at + 1_000);
        assert.equal(await failures(), index + 1);
      }
      await run(24 * HOUR);
      assert.equal(await failures(), attempts.length, 'given up');
      const [alert] = await alerts();
      const told = alert?.notifications.filter(({ type }) => type === 'alert.opened') ?? [];
      assert.deepEqual(told.map(({ status }) => status).toSorted(), ['failed', 'sent']);
      assert.equal(textsOf(slack).filter((text) => !text.includes('Resolved')).length, 1);
      const { last_error } = (await channels()).find(({ id }) => id === dead.id) ?? {};
      assert.match(String(last_error), /no mail today/);
      for (const form of [SMTP_PASSWORD, ...SENT_PASSWORDS]) assert.ok(!last_error?.includes(form), form);

      mail.refuses = false;
      const tested = await request('POST', `${base}/alert-channels/${dead.id}/test`);
      assert.deepEqual([tested.json().data.consecutive_failures, tested.json().data.last_error], [0, null]);
      assert.equal(mail.mails.length, 1);
      await reset();
    });

    test('the error of a channel does not quote the secret end of its URL', async () => {
      const [token, key] = ['XXXXXXXXXXXXXXXXXXXXXXXX', 'abcdefghijkl'];
      await using slack = await startReceiver(httpResponse(404, `no team: /services/T0/B0/${token}?key=${key}`));
      const { base, channel, channels, reset } = alertClient(client);
      const url = new URL(`/services/T0/B0/${token}?key=${key}`, slack.url).href;
      const { id } = await channel({ kind: 'slack', url });
      await request('POST', `${base}/alert-channels/${id}/test`);
      const { last_error } = (await channels()).find((one) => one.id === id) ?? {};
      assert.equal(last_error, 'HTTP 404: no team: /services/T0/B0/[masked]?key=[masked]');
      await reset();
    });

    test('a member can send ten test messages at once', async () => {
      await using slack = await startReceiver(httpResponse(200));
      const { base, channel, reset } = alertClient(client);
      const { id } = await channel({ kind: 'slack', url: slack.url });
      const statuses: number[] = [];
      while (!statuses.includes(429)) {
        statuses.push((await request('POST', `${base}/alert-channels/${id}/test`)).statusCode);
        assert.ok(statuses.length <= 11, 'ten, and then 429');
      }
      assert.equal(textsOf(slack).length, statuses.length - 1);
      await reset();
    });
  });

  describe('rules', () => {
    test('a failing webhook, until it succeeds', async () => {
      const replies = [httpResponse(500), httpResponse(200)];
      await using hook = await startReceiver((socket) =>
        socket.end((replies.length > 1 ? replies.shift() : replies[0]) ?? ''),
      );
      const { rule, run, alerts, reset } = alertClient(client);
      const { id, url } = await create(hook.url, { event_types: ['device.trusted'] });
      await rule('webhook_failing', 1);
      const failures = async (expected: number) => {
        const sent = await request('POST', `/v1/webhooks/${id}/test`);
        assert.equal(sent.statusCode, 202);
        await waitUntil(async () => {
          const { data } = (await request('GET', client.webhooks)).json();
          const own = data.find((one: { id: string }) => one.id === id);
          return own.consecutive_failures === expected && (own.last_success_at ?? own.last_failure_at) !== null;
        });
      };
      await failures(1);
      await run();
      const [alert] = await alerts();
      assert.deepEqual([alert?.status, alert?.path], ['open', `webhooks/${id}`]);
      assert.equal(alert?.what, `${url.replace('?x=1', '?…')} has failed once.`);
      // A disabled endpoint sends nothing that could fail.
      for (const [status, expected] of [
        ['disabled', 'resolved'],
        ['active', 'open'],
      ]) {
        await request('PATCH', `/v1/webhooks/${id}`, { status });
        await run();
        assert.equal((await alerts())[0]?.status, expected, status);
      }
      await failures(0);
      await run();
      assert.equal((await alerts())[0]?.status, 'resolved');
      await request('DELETE', `/v1/webhooks/${id}`);
      await reset();
    });

    test('the share of blocks, and origins that are refused', async () => {
      const { rule, run, attack, alerts, reset } = alertClient(client);
      await attack(12);
      await rule('block_share', 30, { min_events: 5 });
      await rule('refused_origins', 2);
      await rule('block_share', 100, { name: 'Few events', min_events: 10_000 });
      const lists = (origins: string[]) =>
        Promise.all(
          [server.environments.test, server.environments.live].map(({ id }) =>
            request('PATCH', `/v1/environments/${id}`, { allowed_origins: origins }),
          ),
        );
      await lists(['https://shop.example']);
      const long = `https://${'a'.repeat(60)}.${'b'.repeat(60)}.example`;
      for (const kind of ['test', 'live'] as const) {
        const forged = 'https://b.example/ to unlock the account';
        for (const origin of [long, long, `https://${kind}.example`, forged]) {
          const event = { event: 'login', account: { id: 'a' } };
          const response = await server.event(server.keys[kind].public, event, { headers: { origin } });
          assert.equal(response.json().code, 'origin_not_allowed');
        }
      }
      const { number } = server.environments.test;
      await waitUntil(async () => (await server.context.store.rejections.since(number, 0)).length > 0);
      await run();
      const open = (await alerts()).filter(({ status }) => status === 'open').map(({ what }) => what);
      assert.equal(open.length, 2);
      assert.match(open.find((what) => what.includes('%')) ?? '', /^\d+ % of the events were blocked: \d+ of \d+/);
      const refused = open.find((what) => what.startsWith('4 events came from origins that are not allowed:'));
      for (const origin of [`${long.slice(0, 100)} (2)`, 'https://test.example (1)', 'invalid origins (1)']) {
        assert.ok(refused?.includes(origin), open.join());
      }
      await lists([]);
      await reset();
    });
  });

  describe('the API', () => {
    test('lists channels with their endpoints, which are read at once', async () => {
      await using hook = await startReceiver(httpResponse(200));
      const { channel, reset } = alertClient(client);
      const { context, environments } = server;
      const ids = [await create(hook.url), await create(hook.url)].map(({ id }) => id);
      for (const endpoint_id of ids) await channel({ kind: 'webhook', endpoint_id });
      await channel({ kind: 'slack', url: hook.url });
      const { endpoints } = context.store.webhooks;
      let reads = 0;
      const counted: typeof endpoints = {
        ...endpoints,
        list: (...values) => {
          reads += 1;
          return endpoints.list(...values);
        },
        find: (...values) => {
          reads += 1;
          return endpoints.find(...values);
        },
      };
      const store = { ...context.store, webhooks: { ...context.store.webhooks, endpoints: counted } };
      const channels = await listChannels({ ...context, store }, environments.test);
      assert.deepEqual(
        channels.map(({ endpoint }) => endpoint?.id ?? null),
        [...ids, null],
      );
      assert.equal(reads, 1);
      for (const id of ids) await request('DELETE', `/v1/webhooks/${id}`);
      await reset();
    });

    test('refuses targets and values that cannot work, and says where', async () => {
      const { base, channel, reset } = alertClient(client);
      const refused = async (path: string, body: unknown, pointer: string, code: string) => {
        const response = await request('POST', `${base}/${path}`, body);
        assert.equal(response.statusCode, 422, response.body);
        const [issue] = response.json().errors;
        assert.deepEqual([issue.pointer, issue.code], [pointer, code]);
      };
      const inner = { name: 'x', kind: 'slack', url: 'http://10.0.0.1/hook' };
      await refused('alert-channels', inner, '/url', 'forbidden_address');
      await refused('alert-channels', { ...inner, url: 'http://169.254.169.254/' }, '/url', 'forbidden_address');
      const mail = { name: 'x', kind: 'email', emails: ['ann@example.com'] };
      await refused('alert-channels', mail, '/kind', 'no_mail_server');
      await refused('alert-channels', { ...mail, url: 'https://93.184.216.34/' }, '/url', 'wrong_target');
      await refused('alert-channels', { name: 'x', kind: 'email' }, '/emails', 'wrong_target');
      const hook = { name: 'x', kind: 'webhook', endpoint_id: 'whe_1' };
      await refused('alert-channels', hook, '/endpoint_id', 'unknown_endpoint');
      const rule = { name: 'x', kind: 'block_share', threshold: 10, channels: [] };
      await refused('alert-rules', { ...rule, threshold: 101 }, '/threshold', 'out_of_range');
      await refused('alert-rules', { ...rule, channels: ['alc_1'] }, '/channels/0', 'unknown_channel');
      const quiet_hours = { from: '22:00', to: '07:00', time_zone: 'Mars/Phobos' };
      await refused('alert-rules', { ...rule, quiet_hours }, '/quiet_hours/time_zone', 'unknown_time_zone');

      const url = 'https://93.184.216.34/services/T000/B000/a-secret-that-nobody-else-may-see';
      const { id, target } = await channel({ kind: 'slack', url });
      assert.equal(target, 'https://93.184.216.34/…-see');
      const short = await channel({ kind: 'slack', url: 'https://93.184.216.34/T0/B0/key' });
      assert.equal(short.target, 'https://93.184.216.34/…', 'four characters would be most of the secret');
      await request('POST', `${base}/alert-rules`, { ...rule, name: 'Uses it', channels: [id] });
      const inUse = await request('DELETE', `${base}/alert-channels/${id}`);
      assert.deepEqual([inUse.statusCode, inUse.json().code], [409, 'alert_channel_in_use']);
      assert.match(inUse.json().detail, /"Uses it"/);
      const audit = await request('GET', '/v1/audit?action=alert_channel.created');
      assert.ok(audit.json().data.length > 0 && !audit.body.includes('a-secret'));
      await reset();
    });
  });
});
