// POST /v1/events and GET /v1/events/{event} over HTTP.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { recordOutcome } from '../../src/flows/outcomes/record-outcome.ts';
import { SIGNALS } from '../../src/scoring/signals/index.ts';
import { startTestServer, type TestServer } from './test-server.ts';

let server: TestServer;
before(async () => {
  server = await startTestServer();
});
after(() => server.close());

const LOGIN = { event: 'login', account: { id: 'u_1' }, signals: { platform: 'MacIntel', languages: ['en'] } };
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const issues = (response: { json(): { errors?: { pointer: string; code: string }[] } }) =>
  (response.json().errors ?? []).map(({ pointer, code }) => `${pointer} ${code}`).sort();

test('records an event, and its detail explains the decision', async () => {
  const sent = await server.event(server.keys.test.public, LOGIN);
  assert.equal(sent.statusCode, 201, sent.body);
  const { data } = sent.json();
  assert.match(data.id, /^evt_[0-9a-hjkmnp-tv-z]{26}$/);
  assert.equal(data.event_type, 'login');
  assert.equal(data.external_account_id, 'u_1');
  const read = await server.request({ url: `/v1/events/${data.id}`, headers: bearer(server.keys.test.secret) });
  assert.equal(read.statusCode, 200, read.body);
  const detail = read.json().data;
  assert.deepEqual(detail.device.id, data.device.id);
  assert.equal(detail.ip_address, '127.0.0.1');
  assert.equal(detail.network.classification, 'loopback');
  assert.equal(detail.network.country_code, null);
  assert.equal(detail.occurred_at, detail.created_at);
  assert.equal(detail.risk.score, data.risk.score);
  assert.equal(detail.risk.id, data.id.replace('evt_', 'asm_'));
  const general = new Map(SIGNALS.map(({ code, summary }) => [code as string, summary]));
  assert.deepEqual(
    detail.risk.signals.map(({ code, weight }: { code: string; weight: number }) => ({
      code,
      weight,
      description: general.get(code),
    })),
    data.risk.signals,
    'a public key is told nothing of the account',
  );
  assert.ok(detail.risk.signals.every((signal: { metadata: unknown }) => typeof signal.metadata === 'object'));
  for (const role of ['owner', 'viewer'] as const) {
    const seen = await server.request({ url: `/v1/events/${data.id}`, headers: bearer(server.sessions[role]) });
    assert.deepEqual(seen.json(), read.json());
  }
});

test('the detail contains the current outcome; without a label it is inconclusive', async () => {
  const { id } = (await server.event(server.keys.test.public, { ...LOGIN, account: { id: 'force_block_1' } })).json()
    .data;
  const read = async () =>
    (await server.request({ url: `/v1/events/${id}`, headers: bearer(server.keys.test.secret) })).json().data;
  const before = await read();
  assert.equal(before.outcome, null);
  assert.equal(before.evaluation, 'inconclusive');
  const submitter = { type: 'secret_key' as const, id: 'key_x', name: 'backend' };
  const submission = {
    label: 'legitimate' as const,
    authenticationOutcome: null,
    reason: 'a "known" traveler',
    metadata: { ticket: 7 },
  };
  await recordOutcome(server.context, [server.environments.test], id, submission, submitter);
  const after = await read();
  assert.equal(after.evaluation, 'potential_false_positive');
  assert.equal(after.outcome.event_id, id);
  assert.equal(after.outcome.label, 'legitimate');
  assert.equal(after.outcome.authentication_outcome, null);
  assert.deepEqual(after.outcome.metadata, { ticket: 7 });
  assert.deepEqual(after.outcome.submitted_by, submitter);
  assert.equal(after.outcome.is_current, true);
});

test('only a secret key may send address, user agent and time', async () => {
  const backendFields = {
    ip_address: '2001:DB8::7',
    user_agent: 'Mozilla/5.0',
    occurred_at: '2026-03-01T13:00:00+01:00',
  };
  const good = await server.event(server.keys.live.secret, { ...LOGIN, ...backendFields });
  assert.equal(good.statusCode, 201, good.body);
  const read = await server.request({
    url: `/v1/events/${good.json().data.id}`,
    headers: bearer(server.keys.live.secret),
  });
  assert.equal(read.json().data.ip_address, '2001:db8::7');
  assert.equal(read.json().data.occurred_at, '2026-03-01T12:00:00.000Z');
  assert.notEqual(read.json().data.created_at, read.json().data.occurred_at);
  const rejected = await server.event(server.keys.live.public, { ...LOGIN, ...backendFields });
  assert.equal(rejected.statusCode, 422);
  assert.deepEqual(
    issues(rejected),
    ['/ip_address', '/occurred_at', '/user_agent'].map((at) => `${at} secret_key_only`),
  );
});

test('validates the address and the time that a backend sends', async () => {
  const soon = new Date(Date.now() + 4 * 60_000).toISOString();
  const later = new Date(Date.now() + 6 * 60_000).toISOString();
  assert.equal((await server.event(server.keys.test.secret, { ...LOGIN, occurred_at: soon })).statusCode, 201);
  const wrong = await server.event(server.keys.test.secret, { ...LOGIN, occurred_at: later, ip_address: '1.2.3.4/8' });
  assert.deepEqual(issues(wrong), ['/ip_address bad_format', '/occurred_at out_of_range']);
  for (const occurred_at of ['2026-02-30T00:00:00Z', '2026-03-01T00:00:00', 'yesterday']) {
    assert.deepEqual(issues(await server.event(server.keys.test.secret, { ...LOGIN, occurred_at })), [
      '/occurred_at bad_format',
    ]);
  }
});

test('requires an account except for passive event types', async () => {
  for (const event of ['login', 'login_failed', 'signup', 'payment_attempt', 'mfa_challenge', 'email_change']) {
    assert.deepEqual(issues(await server.event(server.keys.test.public, { event })), ['/account required'], event);
  }
  for (const event of ['page_view', 'logout', 'a', `a${'b'.repeat(63)}`, 'cart.item_added']) {
    const response = await server.event(server.keys.test.public, { event });
    assert.equal(response.statusCode, 201, response.body);
    assert.equal(response.json().data.external_account_id, null);
  }
});

test('reports every issue, coerces nothing, rejects unknown fields', async () => {
  const cases: [unknown, string[]][] = [
    [[], [' wrong_type']],
    ['"text"', [' wrong_type']],
    ['null', [' wrong_type']],
    [{}, ['/event required']],
    [
      { event: 123, account: 'u', extra: 1, 'a/b~c': 2 },
      ['/account wrong_type', '/a~1b~0c unknown_field', '/event wrong_type', '/extra unknown_field'],
    ],
    [{ event: ['login'], account: { id: 1 } }, ['/account/id wrong_type', '/event wrong_type']],
    [
      { event: null, account: null, signals: null },
      ['/account wrong_type', '/event wrong_type', '/signals wrong_type'],
    ],
    [
      { event: 'Login', account: { id: '', name: 'x' } },
      ['/account/id too_short', '/account/name unknown_field', '/event bad_format'],
    ],
    [{ event: 'login', account: { id: 'u' }, signals: [] }, ['/signals wrong_type']],
    [{ event: 'login', account: { id: 'u' }, occurred_at: 5 }, ['/occurred_at wrong_type']],
  ];
  for (const [body, expected] of cases) {
    const response = await server.event(server.keys.test.secret, body);
    assert.equal(response.statusCode, 422, response.body);
    assert.equal(response.json().code, 'invalid_input');
    assert.deepEqual(issues(response), expected, JSON.stringify(body));
  }
});

test('a limit of one is worded in the singular', async () => {
  const { errors } = (await server.event(server.keys.test.secret, { ...LOGIN, account: { id: '' } })).json();
  assert.equal(errors[0].detail, 'Must have at least 1 character.');
  const long = { ...LOGIN, account: { id: 'u'.repeat(256) } };
  const { errors: others } = (await server.event(server.keys.test.secret, long)).json();
  assert.equal(others[0].detail, 'Must have at most 255 characters.');
});

test('an unknown field is told which one it resembles, or which ones there are', async () => {
  const details = async (body: unknown) =>
    (await server.event(server.keys.test.secret, body)).json().errors.map(({ detail }: { detail: string }) => detail);
  assert.deepEqual(await details({ ...LOGIN, ip_adress: '203.0.113.7' }), ['Unknown field. Did you mean ip_address?']);
  assert.deepEqual(await details({ ...LOGIN, context: {} }), [
    'Unknown field. Known fields: event, account, signals, ip_address, user_agent, occurred_at.',
  ]);
  assert.deepEqual(await details({ ...LOGIN, ['ip_address'.repeat(5_000)]: 1 }), [
    'Unknown field. Known fields: event, account, signals, ip_address, user_agent, occurred_at.',
  ]);
});

test('counts account ids in code points: accepts 255 emoji, rejects 256', async () => {
  for (const sign of ['x', '😀', 'é', '한']) {
    const fits = await server.event(server.keys.test.public, { ...LOGIN, account: { id: sign.repeat(255) } });
    assert.equal(fits.statusCode, 201, fits.body);
    assert.equal(fits.json().data.external_account_id, sign.repeat(255));
    const over = await server.event(server.keys.test.public, { ...LOGIN, account: { id: sign.repeat(256) } });
    assert.deepEqual(issues(over), ['/account/id too_long'], sign);
  }
  // A letter and its combining mark are two code points.
  assert.equal(
    (await server.event(server.keys.test.public, { ...LOGIN, account: { id: 'e\u0301'.repeat(128) } })).statusCode,
    422,
  );
});

test('limits signals and accepts unknown keys of newer SDKs within the limits', async () => {
  const keys = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`key_${n}`, n]));
  const send = (signals: unknown) => server.event(server.keys.test.secret, { ...LOGIN, signals });
  assert.equal((await send(keys(200))).statusCode, 201);
  assert.deepEqual(issues(await send(keys(201))), ['/signals too_many']);
  assert.deepEqual(issues(await send({ deep: keys(201) })), ['/signals/deep too_many']);
  assert.equal((await send({ a: '😀'.repeat(4_096), b: ['x'.repeat(4_096)] })).statusCode, 201);
  assert.deepEqual(
    issues(await send({ a: '😀'.repeat(4_097), b: { c: ['x'.repeat(4_097)] }, ['k'.repeat(4_097)]: 1 })).length,
    3,
  );
  assert.equal(
    (await send({ future: { nested: [null, true, 1.5, { x: {} }] }, toString: 'x', constructor: {} })).statusCode,
    201,
  );
});

test('replays a repeated idempotency key, rejects another body and malformed keys', async () => {
  const headers = { 'idempotency-key': 'order 4711/a' };
  const first = await server.event(server.keys.test.public, LOGIN, { headers });
  assert.equal(first.statusCode, 201);
  const again = await server.event(server.keys.test.public, LOGIN, { headers });
  assert.equal(again.statusCode, 200);
  assert.equal(again.headers['idempotent-replayed'], 'true');
  assert.deepEqual(again.json(), first.json());
  const other = await server.event(server.keys.test.public, { ...LOGIN, event: 'signup' }, { headers });
  assert.equal(other.statusCode, 409);
  assert.equal(other.json().code, 'idempotency_key_reused');
  assert.equal(
    (await server.event(server.keys.live.public, { ...LOGIN, event: 'signup' }, { headers })).statusCode,
    201,
  );
  for (const key of ['', 'x'.repeat(256), 'é', 'a\tb']) {
    const wrong = await server.event(server.keys.test.public, LOGIN, { headers: { 'idempotency-key': key } });
    assert.deepEqual(issues(wrong), ['Idempotency-Key bad_format'], JSON.stringify(key));
  }
});

test('idempotency keys of public and secret keys are independent', async () => {
  const headers = { 'idempotency-key': 'order 4712' };
  const forged = await server.event(server.keys.test.public, LOGIN, { headers });
  for (const body of [LOGIN, { ...LOGIN, event: 'signup' }]) {
    const own = { headers: { 'idempotency-key': `order 4712${body === LOGIN ? '' : ' b'}` } };
    if (body !== LOGIN) await server.event(server.keys.test.public, LOGIN, own);
    const backend = await server.event(server.keys.test.secret, body, own);
    assert.equal(backend.statusCode, 201, backend.body);
    assert.notEqual(backend.json().data.id, forged.json().data.id);
    assert.equal((await server.event(server.keys.test.secret, body, own)).json().data.id, backend.json().data.id);
  }
  assert.equal((await server.event(server.keys.test.public, LOGIN, { headers })).json().data.id, forged.json().data.id);
});

test('twenty concurrent requests with one idempotency key create one event', async () => {
  const headers = { 'idempotency-key': 'at once' };
  const responses = await Promise.all(
    Array.from({ length: 20 }, () => server.event(server.keys.test.secret, LOGIN, { headers })),
  );
  const ids = new Set(
    responses.filter(({ statusCode }) => statusCode < 300).map((response) => response.json().data.id),
  );
  assert.equal(ids.size, 1);
  assert.equal(responses.filter(({ statusCode }) => statusCode === 201).length, 1);
  for (const response of responses.filter(({ statusCode }) => statusCode >= 300)) {
    assert.equal(response.json().code, 'idempotency_key_in_flight');
    assert.equal(response.headers['retry-after'], '1');
  }
});

test('force_ accounts decide in a test environment and are marked as forced', async () => {
  for (const decision of ['allow', 'monitor', 'challenge', 'block']) {
    const sent = await server.event(server.keys.test.public, { ...LOGIN, account: { id: `force_${decision}_x` } });
    assert.equal(sent.json().data.risk.decision, decision);
    const read = await server.request({
      url: `/v1/events/${sent.json().data.id}`,
      headers: bearer(server.keys.test.secret),
    });
    assert.equal(read.json().data.risk.forced, true);
  }
});

test('a foreign event is 403, an unknown or malformed id 404', async () => {
  const { id } = (await server.event(server.keys.test.public, LOGIN)).json().data;
  for (const token of [server.keys.live.secret, server.foreign.test.secret]) {
    const response = await server.request({ url: `/v1/events/${id}`, headers: bearer(token) });
    assert.equal(response.statusCode, 403);
    assert.ok(!response.body.includes('u_1'));
  }
  for (const name of [
    id.slice(0, -1),
    `${id}0`,
    id.toUpperCase(),
    'evt_',
    'x',
    '%20',
    encodeURIComponent(`${id}'--`),
    'x'.repeat(5_000),
    '%00',
    '%F0%9F%98%80',
  ]) {
    const response = await server.request({ url: `/v1/events/${name}`, headers: bearer(server.keys.test.secret) });
    assert.equal(response.statusCode, 404, name);
  }
});

test('with public_risk none, a public key receives no risk', async () => {
  const reduced = await startTestServer({ settings: { publicRisk: 'none' } });
  try {
    const seen = await reduced.event(reduced.keys.live.public, LOGIN, { headers: { 'idempotency-key': 'k' } });
    assert.deepEqual(Object.keys(seen.json().data), ['id', 'created_at']);
    const again = await reduced.event(reduced.keys.live.public, LOGIN, { headers: { 'idempotency-key': 'k' } });
    assert.deepEqual(again.json(), seen.json());
    const full = await reduced.event(reduced.keys.live.secret, LOGIN);
    assert.equal(typeof full.json().data.risk.score, 'number');
  } finally {
    await reduced.close();
  }
});

test('a type near to the catalog is named in a header, and counted once however often it is sent', async () => {
  const nearMisses = async () => {
    const { body } = await server.request({ url: '/metrics' });
    return Number(/assay_event_type_near_misses_total\{read_as="phone_change"\} (\d+)/.exec(body)?.[1] ?? 0);
  };
  const before = await nearMisses();
  const sent = { event: 'phone_changed', account: { id: 'near' } };
  for (const status of [201, 200]) {
    const headers = { 'idempotency-key': 'near-miss' };
    const response = await server.event(server.keys.test.secret, sent, { headers });
    assert.equal(response.statusCode, status);
    assert.equal(response.headers['assay-notice'], 'event type "phone_changed" read as "phone_change"');
  }
  assert.equal(await nearMisses(), before + 1);
});

test('a secret key reads itself and its environment', async () => {
  const headers = { authorization: `Bearer ${server.keys.test.secret}` };
  const { data } = (await server.request({ url: '/v1/auth/key', headers })).json();
  assert.deepEqual([data.kind, data.environment.id], ['secret', server.environments.test.id]);
  assert.equal(data.last_four, server.keys.test.secret.slice(-4));
  assert.ok(!JSON.stringify(data).includes(server.keys.test.secret));
});
