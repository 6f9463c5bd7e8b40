// Tests the management of webhook endpoints over HTTP (faults W14, W21 and S05).
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { hostResolver } from '../../src/delivery/resolve-host.ts';
import type { TestResponse } from '../http/test-server.ts';
import { startNameServer } from './receivers.ts';
import { onBothServers } from './webhook-client.ts';

await onBothServers(({ server, webhooks, request, create }) => {
  describe('endpoints', () => {
    test('creates, lists, changes and deletes; only create and rotate return the secret', async () => {
      const url = 'http://127.0.0.1:9/hook?x=1#top';
      const created = await request('POST', webhooks, {
        url,
        description: 'Mine',
        event_types: ['decision.block', 'device.new'],
      });
      assert.equal(created.statusCode, 201);
      const { secret, id, created_at, ...rest } = created.json().data;
      assert.match(secret, /^whsec_[0-9a-z]{52}$/);
      assert.match(id, /^whe_/);
      assert.deepEqual(rest, {
        url: 'http://127.0.0.1:9/hook?x=1',
        description: 'Mine',
        event_types: ['decision.block', 'device.new'],
        status: 'active',
        updated_at: created_at,
        last_success_at: null,
        last_failure_at: null,
        consecutive_failures: 0,
      });
      const listed = await request('GET', webhooks);
      assert.deepEqual(listed.json().data[0], { id, created_at, ...rest });

      const changed = await request('PATCH', `/v1/webhooks/${id}`, { description: null, status: 'disabled' });
      assert.equal(changed.statusCode, 200);
      assert.deepEqual(
        [changed.json().data.description, changed.json().data.status, changed.json().data.url],
        [null, 'disabled', rest.url],
      );

      const rotated = await request('POST', `/v1/webhooks/${id}/rotate-secret`);
      assert.equal(rotated.statusCode, 200);
      assert.match(rotated.json().data.secret, /^whsec_/);
      assert.notEqual(rotated.json().data.secret, secret);
      const deliveries = await request('GET', `/v1/webhooks/${id}/deliveries`);
      for (const response of [listed, changed, deliveries]) assert.ok(!response.body.includes('whsec_'));
      assert.ok(server.log.every((line) => !line.includes('whsec_')));

      assert.equal((await request('DELETE', `/v1/webhooks/${id}`)).statusCode, 204);
      for (const [method, path] of [
        ['GET', '/deliveries'],
        ['POST', '/test'],
        ['POST', '/rotate-secret'],
        ['DELETE', ''],
      ] as const) {
        assert.equal((await request(method, `/v1/webhooks/${id}${path}`)).statusCode, 404);
      }
    });

    test('rejects invalid input and returns the field at fault (S05)', async () => {
      const cases: [unknown, string, string][] = [
        [{ url: 'ftp://example.com/' }, '/url', 'scheme'],
        [{ url: 'http://10.0.0.1/' }, '/url', 'forbidden_address'],
        [{ url: 'http://169.254.169.254/latest/' }, '/url', 'forbidden_address'],
        [{ url: 'http://[::ffff:a9fe:a9fe]/' }, '/url', 'forbidden_address'],
        [{ url: 'https://user:pass@example.com/' }, '/url', 'credentials'],
        [{ url: 'https://example.com:0/' }, '/url', 'port'],
        [{ url: 'https://example.com/\r\nX-Evil: 1' }, '/url', 'malformed'],
        [{ url: `https://example.com/${'a'.repeat(10_240)}` }, '/url', 'too_long'],
        [{ url: '' }, '/url', 'too_short'],
        [{ url: 1 }, '/url', 'wrong_type'],
        [{}, '/url', 'required'],
        [{ url: 'http://127.0.0.1:9/', event_types: [] }, '/event_types', 'too_few'],
        [{ url: 'http://127.0.0.1:9/', event_types: ['nothing'] }, '/event_types/0', 'not_allowed'],
        [{ url: 'http://127.0.0.1:9/', event_types: ['device.new', 'device.new'] }, '/event_types', 'repeated'],
        [{ url: 'http://127.0.0.1:9/', event_types: ['*', 'device.new'] }, '/event_types', 'star_not_alone'],
        [{ url: 'http://127.0.0.1:9/', status: 'paused' }, '/status', 'not_allowed'],
        [{ url: 'http://127.0.0.1:9/', secret: 'whsec_mine' }, '/secret', 'unknown_field'],
      ];
      for (const [body, pointer, code] of cases) {
        const rejected = await request('POST', webhooks, body);
        assert.equal(rejected.statusCode, 422, JSON.stringify(body));
        const [issue] = rejected.json().errors;
        assert.deepEqual([issue.pointer, issue.code], [pointer, code], JSON.stringify(body));
      }
      const { id } = await create('http://127.0.0.1:9/');
      assert.equal((await request('PATCH', `/v1/webhooks/${id}`, { url: 'http://192.168.0.1/' })).statusCode, 422);
      assert.equal((await request('PATCH', `/v1/webhooks/${id}`, {})).statusCode, 422);
      await request('DELETE', `/v1/webhooks/${id}`);
    });

    test('rejects a name that resolves to a forbidden address, even next to an allowed one (S05)', async () => {
      const { webhooks: settings } = server.context;
      const { resolveHost, targetRules } = settings;
      await using names = await startNameServer({
        'private.test': ['10.0.0.1'],
        'mixed.test': ['127.0.0.1', '169.254.169.254'],
        'good.test': ['127.0.0.1'],
      });
      settings.resolveHost = hostResolver([names.address], targetRules);
      const good = await create('http://good.test:9/');
      for (const url of ['http://private.test/', 'http://mixed.test/']) {
        const requests = [request('POST', webhooks, { url }), request('PATCH', `/v1/webhooks/${good.id}`, { url })];
        for (const { statusCode, json } of await Promise.all(requests)) {
          assert.deepEqual([statusCode, json().errors?.[0].code], [422, 'forbidden_address'], url);
        }
      }
      await request('DELETE', `/v1/webhooks/${good.id}`);
      settings.resolveHost = resolveHost;
    });

    test('requires a session with the right role in the right organization', async () => {
      const { id } = await create('http://127.0.0.1:9/');
      const routes = [
        ['GET', webhooks],
        ['POST', webhooks, { url: 'http://127.0.0.1:9/' }],
        ['PATCH', `/v1/webhooks/${id}`, { status: 'active' }],
        ['POST', `/v1/webhooks/${id}/rotate-secret`],
        ['POST', `/v1/webhooks/${id}/test`],
        ['GET', `/v1/webhooks/${id}/deliveries`],
        ['DELETE', `/v1/webhooks/${id}`],
      ] as const;
      for (const [method, url, body] of routes) {
        for (const key of [server.keys.test.public, server.keys.test.secret, server.foreign.test.secret, 'garbage']) {
          assert.equal((await request(method, url, body, key)).statusCode, 401, `${method} ${url}`);
        }
        const expected = method === 'GET' ? 200 : 403;
        assert.equal(
          (await request(method, url, body, server.sessions.viewer)).statusCode,
          expected,
          `${method} ${url}`,
        );
      }
      for (const missing of ['whe_00000000000000000000000000', 'whe_x', 'nothing']) {
        assert.equal((await request('POST', `/v1/webhooks/${missing}/test`)).statusCode, 404);
      }
      await request('DELETE', `/v1/webhooks/${id}`);
    });

    test('allows fifty endpoints per environment (W21)', async () => {
      const url = `/v1/environments/${server.environments.live.id}/webhooks`;
      const ids: string[] = [];
      for (let n = 0; n < 50; n++) {
        const created = await request('POST', url, { url: `http://127.0.0.1:9/${n}` });
        assert.equal(created.statusCode, 201);
        ids.push(created.json().data.id);
      }
      const rejected = await request('POST', url, { url: 'http://127.0.0.1:9/51' });
      assert.deepEqual([rejected.statusCode, rejected.json().code], [409, 'endpoint_limit']);
      // Three pages forward, then one back.
      const pages: string[][] = [];
      let next: string | null = `${url}?limit=20`;
      let last: TestResponse | undefined;
      while (next !== null) {
        last = await request('GET', next);
        pages.push(last.json().data.map((one: { id: string }) => one.id));
        next = last.json().links.next;
      }
      assert.deepEqual(pages.flat(), ids.toReversed());
      const back = await request('GET', last?.json().links.prev);
      assert.deepEqual(
        back.json().data.map((one: { id: string }) => one.id),
        pages[1],
      );
      for (const id of ids) await request('DELETE', `/v1/webhooks/${id}`);
      assert.equal((await request('POST', url, { url: 'http://127.0.0.1:9/' })).statusCode, 201);
    });
  });
});
