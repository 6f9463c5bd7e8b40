// Webhook management through the front door (specification 4.5, contract 7; rows W12, W14, W15, W17, W21, S05, A06, A09).
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { Dispatcher } from '../../src/delivery/dispatcher.ts';
import { recordOutcome } from '../../src/flows/record-outcome.ts';
import { signature } from '../../src/webhooks/signature.ts';
import { type Answer, type FrontDoor, openFrontDoor } from '../http/front-door.ts';
import { answer, type Receiver, startReceiver } from './receivers.ts';

let door: FrontDoor;
let dispatcher: Dispatcher;
let webhooks: string;

before(async () => {
  door = await openFrontDoor();
  webhooks = `/v1/environments/${door.environments.test.id}/webhooks`;
  const { context } = door;
  const { keys, targetRules, resolveHost } = context.webhooks;
  dispatcher = new Dispatcher({
    queue: context.store.webhooks.queue,
    clock: context.clock,
    newId: context.newId,
    newToken: () => randomBytes(9).toString('base64url'),
    keys,
    connect: { rules: targetRules, resolve: resolveHost },
    onTrouble: (error) => assert.fail(String(error)),
    pollInterval: 20,
  });
  dispatcher.start();
});
after(async () => {
  await dispatcher.stop();
  await door.close();
});

/** As an owner of the first organization, unless another session or a key is given. */
function ask(
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  url: string,
  payload?: unknown,
  token = door.sessions.owner,
): Promise<Answer> {
  const headers = {
    authorization: `Bearer ${token}`,
    ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
  };
  return door.ask({ method, url, headers, ...(payload === undefined ? {} : { payload: JSON.stringify(payload) }) });
}

async function create(url: string, more: Record<string, unknown> = {}) {
  const made = await ask('POST', webhooks, { url, ...more });
  assert.equal(made.statusCode, 201, made.body);
  return made.json().data as { id: string; secret: string; url: string };
}

async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await pause(5);
}

function bodiesAt(receiver: Receiver): { id: string; type: string; data: Record<string, unknown> }[] {
  return receiver.requests.map((request) => JSON.parse(request.slice(request.indexOf('\r\n\r\n') + 4)));
}

describe('endpoints', () => {
  it('are created, listed, changed and deleted; the secret is shown on creation and rotation alone (A09)', async () => {
    const url = 'http://127.0.0.1:9/hook?x=1#top';
    const made = await ask('POST', webhooks, {
      url,
      description: 'Mine',
      event_types: ['decision.block', 'device.new'],
    });
    assert.equal(made.statusCode, 201);
    const { secret, id, created_at, ...rest } = made.json().data;
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
    const listed = await ask('GET', webhooks);
    assert.deepEqual(listed.json().data[0], { id, created_at, ...rest });

    const changed = await ask('PATCH', `/v1/webhooks/${id}`, { description: null, status: 'disabled' });
    assert.equal(changed.statusCode, 200);
    assert.deepEqual(
      [changed.json().data.description, changed.json().data.status, changed.json().data.url],
      [null, 'disabled', rest.url],
    );

    const rotated = await ask('POST', `/v1/webhooks/${id}/rotate-secret`);
    assert.equal(rotated.statusCode, 200);
    assert.match(rotated.json().data.secret, /^whsec_/);
    assert.notEqual(rotated.json().data.secret, secret);
    const deliveries = await ask('GET', `/v1/webhooks/${id}/deliveries`);
    for (const shown of [listed, changed, deliveries]) assert.ok(!shown.body.includes('whsec_'));
    assert.ok(door.log.every((line) => !line.includes('whsec_')));

    assert.equal((await ask('DELETE', `/v1/webhooks/${id}`)).statusCode, 204);
    for (const [method, path] of [
      ['GET', '/deliveries'],
      ['POST', '/test'],
      ['POST', '/rotate-secret'],
      ['DELETE', ''],
    ] as const) {
      assert.equal((await ask(method, `/v1/webhooks/${id}${path}`)).statusCode, 404);
    }
  });

  it('refuse what no endpoint may be, and name the place (S05)', async () => {
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
      const refused = await ask('POST', webhooks, body);
      assert.equal(refused.statusCode, 422, JSON.stringify(body));
      const [place] = refused.json().errors;
      assert.deepEqual([place.pointer, place.code], [pointer, code], JSON.stringify(body));
    }
    const { id } = await create('http://127.0.0.1:9/');
    assert.equal((await ask('PATCH', `/v1/webhooks/${id}`, { url: 'http://192.168.0.1/' })).statusCode, 422);
    assert.equal((await ask('PATCH', `/v1/webhooks/${id}`, {})).statusCode, 422);
    await ask('DELETE', `/v1/webhooks/${id}`);
  });

  it('are for sessions with the right role in the right organization (A06)', async () => {
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
      for (const key of [door.keys.test.public, door.keys.test.secret, door.foreign.test.secret, 'garbage']) {
        assert.equal((await ask(method, url, body, key)).statusCode, 401, `${method} ${url}`);
      }
      const expected = method === 'GET' ? 200 : 403;
      assert.equal((await ask(method, url, body, door.sessions.viewer)).statusCode, expected, `${method} ${url}`);
    }
    for (const missing of ['whe_00000000000000000000000000', 'whe_x', 'nothing']) {
      assert.equal((await ask('POST', `/v1/webhooks/${missing}/test`)).statusCode, 404);
    }
    await ask('DELETE', `/v1/webhooks/${id}`);
  });

  it('are at most fifty in an environment (W21)', async () => {
    const url = `/v1/environments/${door.environments.live.id}/webhooks`;
    const made: string[] = [];
    for (let n = 0; n < 50; n++) {
      const created = await ask('POST', url, { url: `http://127.0.0.1:9/${n}` });
      assert.equal(created.statusCode, 201);
      made.push(created.json().data.id);
    }
    const refused = await ask('POST', url, { url: 'http://127.0.0.1:9/51' });
    assert.deepEqual([refused.statusCode, refused.json().code], [409, 'endpoint_limit']);
    // Three pages there, and back.
    const pages: string[][] = [];
    let next: string | null = `${url}?limit=20`;
    let last: Answer | undefined;
    while (next !== null) {
      last = await ask('GET', next);
      pages.push(last.json().data.map((one: { id: string }) => one.id));
      next = last.json().links.next;
    }
    assert.deepEqual(pages.flat(), made.toReversed());
    const back = await ask('GET', last?.json().links.prev);
    assert.deepEqual(
      back.json().data.map((one: { id: string }) => one.id),
      pages[1],
    );
    for (const id of made) await ask('DELETE', `/v1/webhooks/${id}`);
    assert.equal((await ask('POST', url, { url: 'http://127.0.0.1:9/' })).statusCode, 201);
  });
});

describe('deliveries', () => {
  it('go once per type to each subscribed endpoint, with nothing inside that stays at home (W12, W17)', async () => {
    await using all = await startReceiver(answer(200));
    await using some = await startReceiver(answer(200));
    await using none = await startReceiver(answer(200));
    const made = [
      await create(all.url),
      await create(some.url, { event_types: ['risk.assessment.completed', 'decision.block', 'device.new'] }),
      await create(none.url, { event_types: ['device.trusted', 'outcome.created'] }),
    ];
    const event = await door.event(door.keys.test.secret, {
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
    await until(() => all.requests.length >= expected.length && some.requests.length >= expected.length);
    const bodies = [...bodiesAt(all), ...bodiesAt(some)];
    assert.deepEqual(bodies.map(({ type }) => type).toSorted(), [...expected, ...expected].toSorted());
    assert.equal(new Set(bodies.map((body) => body.id)).size, bodies.length);
    for (const { data } of bodies) {
      assert.deepEqual(Object.keys(data), ['event_id', 'event_type', 'device_id', 'risk']);
      const { score, level, decision, signals } = risk;
      const shown = { score, level, decision, signals };
      assert.deepEqual(data, { event_id: id, event_type: 'login', device_id: device.id, risk: shown });
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
      door.context,
      [door.environments.test],
      id,
      { label: 'account_takeover', authenticationOutcome: null, reason: 'Größe', metadata: { ticket: 'T-9' } },
      { type: 'user', id: 'usr_1', name: 'Zoë' },
    );
    await until(() => none.requests.length === 1);
    const [outcome] = bodiesAt(none);
    assert.equal(outcome?.type, 'outcome.created');
    assert.deepEqual((outcome?.data.outcome as { label?: string } | undefined)?.label, 'account_takeover');
    const [head = '', body = ''] = (none.requests[0] ?? '').split('\r\n\r\n');
    const header = (name: string) => new RegExp(`^${name}: (.*)$`, 'im').exec(head)?.[1]?.trim() ?? '';
    assert.equal(
      header('service-webhook-signature'),
      signature(made[2]?.secret ?? '', header('service-webhook-timestamp'), body),
    );
    assert.ok(!body.includes('Größe') && !body.includes('T-9'));
    for (const { id: endpoint } of made) await ask('DELETE', `/v1/webhooks/${endpoint}`);
  });

  it('of a test are real, answered at once and logged; blocked ones fail for good (W15)', async () => {
    await using good = await startReceiver(answer(200, 'thanks'));
    await using bad = await startReceiver(answer(500, 'Bearer abc.def <b>oops</b>'));
    const endpoints = [await create(good.url, { event_types: ['device.new'] }), await create(bad.url)];
    const [delivered, retried] = await Promise.all(
      endpoints.map(async ({ id }) => {
        const queued = await ask('POST', `/v1/webhooks/${id}/test`);
        assert.equal(queued.statusCode, 202);
        assert.deepEqual([queued.json().data.type, queued.json().data.status], ['webhook.test', 'pending']);
        const read = () => ask('GET', `/v1/webhooks/${id}/deliveries?type=webhook.test`);
        await until(async () => (await read()).json().data[0].attempts.length > 0);
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
    assert.ok(
      Math.abs(Date.parse(retried.next_attempt_at) - Date.parse(attempt.started_at) - attempt.duration_ms - 60_000) <
        1_000,
    );
    assert.equal(bodiesAt(good)[0]?.data.test, true);

    await ask('PATCH', `/v1/webhooks/${endpoints[0]?.id}`, { status: 'disabled' });
    const refused = await ask('POST', `/v1/webhooks/${endpoints[0]?.id}/test`);
    assert.deepEqual([refused.statusCode, refused.json().code], [409, 'endpoint_disabled']);
    for (const { id } of endpoints) await ask('DELETE', `/v1/webhooks/${id}`);
  });

  it('are redelivered on demand with the same bytes', async () => {
    let status = 404;
    await using receiver = await startReceiver((socket) => socket.end(answer(status)));
    const { id } = await create(receiver.url);
    const { data } = (await ask('POST', `/v1/webhooks/${id}/test`)).json();
    const log = `/v1/webhooks/${id}/deliveries`;
    await until(async () => (await ask('GET', `${log}?status=failed`)).json().data.length === 1);
    status = 200;
    const again = await ask('POST', `${log}/${data.id}/redeliver`);
    assert.deepEqual([again.statusCode, again.json().data.status], [202, 'pending']);
    await until(
      async () => (await ask('GET', `${log}?status=delivered&status=failed`)).json().data[0]?.status === 'delivered',
    );
    const [first, second] = bodiesAt(receiver);
    assert.deepEqual(second, first);
    assert.equal((await ask('POST', `${log}/wh_evt_00000000000000000000000000/redeliver`)).statusCode, 404);
    assert.equal((await ask('POST', `${log}/${data.id}x/redeliver`)).statusCode, 404);
    assert.equal((await ask('POST', `${log}/${data.id}/redeliver`, undefined, door.keys.test.secret)).statusCode, 401);
    for (const query of ['status=nothing', 'type=nothing', 'limit=0', 'cursor=x', 'unknown=1']) {
      assert.equal((await ask('GET', `${log}?${query}`)).statusCode, 422, query);
    }
    await ask('DELETE', `/v1/webhooks/${id}`);
  });
});
