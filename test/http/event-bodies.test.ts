// Tests the bodies that POST /v1/events accepts: each limit, and the issue with its position for each rejected body.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { bearer, issues, LOGIN } from './requests.ts';
import { startTestServer, type TestServer } from './test-server.ts';

let server: TestServer;
before(async () => {
  server = await startTestServer();
});
after(() => server.close());

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

test('rejects account ids that no URL can contain, and accepts those that only resemble them', async () => {
  const pathOf = (id: string) => new URL(`/accounts/${encodeURIComponent(id)}/erase`, 'http://localhost').pathname;
  for (const id of ['.', '..']) {
    assert.notEqual(pathOf(id), `/accounts/${id}/erase`, 'clients drop it');
    const rejected = await server.event(server.keys.test.public, { ...LOGIN, account: { id } });
    assert.deepEqual(issues(rejected), ['/account/id bad_format']);
    assert.match(rejected.json().errors[0].detail, /cannot be part of a URL/);
  }
  for (const id of ['...', '.a', '..a', 'a..', '..\n', '..😀', '/..', '%2e%2e', '%2E']) {
    assert.equal(pathOf(id), `/accounts/${encodeURIComponent(id)}/erase`);
    const accepted = await server.event(server.keys.test.public, { ...LOGIN, account: { id } });
    assert.equal(accepted.statusCode, 201, `${id} ${accepted.body}`);
  }
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
