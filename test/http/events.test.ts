// POST /v1/events and GET /v1/events/{event} over HTTP.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { recordOutcome } from '../../src/flows/outcomes/record-outcome.ts';
import { SIGNALS } from '../../src/scoring/signals/index.ts';
import { DAY } from '../../src/vocabulary/clock.ts';
import { bearer, issues, LOGIN } from './requests.ts';
import { startTestServer, type TestServer } from './test-server.ts';

let server: TestServer;
before(async () => {
  server = await startTestServer();
});
after(() => server.close());

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

test('the evidence of a signal has times like those of the rest of the detail', async () => {
  const signals = { ...LOGIN.signals, persistent_id: 'f1c0a7d2e94b4b7d8a3e5c6f' };
  const visit = async (event: string, at: number) => {
    const place = { account: { id: 'u_times' }, ip_address: '8.8.8.8' };
    const body = { event, ...place, signals, occurred_at: new Date(at).toISOString() };
    const { id } = (await server.event(server.keys.test.secret, body)).json().data;
    const read = await server.request({ url: `/v1/events/${id}`, headers: bearer(server.keys.test.secret) });
    return read.json().data.risk.signals.find(({ code }: { code: string }) => code === 'KNOWN_DEVICE')?.metadata;
  };
  const first = Date.now() - 3 * DAY;
  await visit('mfa_passed', first);
  const proven = { first_proven_at: new Date(first).toISOString(), proven_for_ms: 2 * DAY };
  assert.deepEqual(await visit('login', first + 2 * DAY), proven);
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

test('an idempotency key is free again after a day, also for another body', async () => {
  let now = Date.UTC(2026, 2, 1, 12);
  const later = await startTestServer({ clock: () => now });
  const send = async (body: unknown) => {
    const headers = { 'idempotency-key': 'order 4713' };
    const { data, code } = (await later.event(later.keys.test.secret, body, { headers })).json();
    return data?.id ?? code;
  };
  const first = await send(LOGIN);
  now += DAY - 1;
  assert.equal(await send(LOGIN), first);
  assert.equal(await send({ ...LOGIN, event: 'signup' }), 'idempotency_key_reused');
  now += 1;
  const second = await send({ ...LOGIN, event: 'signup' });
  assert.match(second, /^evt_/);
  assert.notEqual(second, first);
  assert.equal(await send({ ...LOGIN, event: 'signup' }), second);
  await later.close();
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
