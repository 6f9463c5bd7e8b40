// POST and GET outcomes through the API, on both engines.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MINUTE } from '../../src/vocabulary/clock.ts';
import { AUTHENTICATION_OUTCOMES, DECISIONS, type Decision, LABELS } from '../../src/vocabulary/words.ts';
import { onBothEngines } from '../engines.ts';
import { startTestServer, type TestServer } from '../http/test-server.ts';

/** The evaluation of each decision, for benign labels and for fraud labels. */
const EVALUATED: Record<Decision, [benign: string, fraud: string]> = {
  allow: ['correct_allow', 'potential_false_negative'],
  monitor: ['correct_monitor', 'potential_false_negative'],
  challenge: ['correct_challenge', 'correct_challenge'],
  block: ['potential_false_positive', 'correct_block'],
};
const BENIGN = ['legitimate', 'automation_legitimate', 'unknown'];

await onBothEngines(async ({ store, openSecondStore }) => {
  const server = await startTestServer({ store });
  const key = server.keys.test.secret;

  test('evaluates every decision against every label and none', async () => {
    for (const decision of DECISIONS) {
      const id = await newEvent(server, `force_${decision}_1`);
      const unlabeled = await submit(server, id, { authentication_outcome: 'login_failed' });
      assert.deepEqual([unlabeled.status, unlabeled.data.evaluation], [201, 'inconclusive']);
      for (const label of LABELS) {
        const { status, data } = await submit(server, id, { label });
        const expected = EVALUATED[decision][BENIGN.includes(label) ? 0 : 1];
        assert.deepEqual([status, data.decision, data.evaluation], [201, decision, expected], label);
      }
    }
  });

  test('accepts label and authentication outcome independently, with all their values', async () => {
    const id = await newEvent(server, 'u_words');
    for (const word of AUTHENTICATION_OUTCOMES) {
      const { data } = await submit(server, id, { authentication_outcome: word });
      assert.deepEqual([data.authentication_outcome, data.label], [word, null]);
    }
    const both = await submit(server, id, { label: 'unknown', authentication_outcome: 'mfa_passed' });
    assert.deepEqual([both.data.label, both.data.authentication_outcome], ['unknown', 'mfa_passed']);
  });

  test('returns the current row for the same labels, whatever the reason', async () => {
    const id = await newEvent(server, 'u_same');
    const first = await submit(server, id, { label: 'legitimate', reason: 'called the customer', metadata: { n: 1 } });
    const again = await submit(server, id, {
      label: 'legitimate',
      authentication_outcome: null,
      reason: 'other words',
    });
    assert.equal(again.status, 200);
    assert.deepEqual(again.data, first.data);
    const changed = await submit(server, id, { label: 'legitimate', authentication_outcome: 'login_success' });
    assert.equal(changed.status, 201);
    assert.deepEqual(
      (await history(server, id)).map((row) => [row.id, row.is_current]),
      [
        [first.data.id, false],
        [changed.data.id, true],
      ],
    );
    const detail = await server.request({ url: `/v1/events/${id}`, headers: { authorization: `Bearer ${key}` } });
    assert.deepEqual(detail.json().data.outcome, changed.data);
  });

  test('counts lengths in code points and enforces the limits exactly', async () => {
    const id = await newEvent(server, 'u_edges');
    let label = 0;
    for (const unit of ['a', '\u{1F600}', 'e\u0301']) {
      const points = [...unit].length;
      const reason = (length: number) => unit.repeat(Math.floor(length / points)) + 'a'.repeat(length % points);
      const accepted = await submit(server, id, { label: LABELS[label++ % LABELS.length], reason: reason(500) });
      assert.equal(accepted.data.reason, reason(500));
      await assertRejected(server, id, { label: 'unknown', reason: reason(501) }, '/reason');
      const labeled = await submit(server, id, {
        label: LABELS[label++ % LABELS.length],
        metadata: { m: reason(200) },
      });
      assert.deepEqual(labeled.data.metadata, { m: reason(200) });
      await assertRejected(server, id, { label: 'unknown', metadata: { m: reason(201) } }, '/metadata/m');
    }
    const keys = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, index]));
    assert.equal((await submit(server, id, { label: 'bot_confirmed', metadata: keys(10) })).status, 201);
    await assertRejected(server, id, { label: 'unknown', metadata: keys(11) }, '/metadata');
    const types = { text: 'x', number: -1.5, yes: true, no: false, empty: '' };
    assert.deepEqual((await submit(server, id, { label: 'unknown', metadata: types })).data.metadata, types);
  });

  test('rejects wrong types and unknown values with a pointer, without coercion', async () => {
    const id = await newEvent(server, 'u_types');
    for (const wrong of [1, true, ['legitimate'], {}, 'LEGITIMATE', '']) {
      await assertRejected(server, id, { label: wrong }, '/label');
      await assertRejected(server, id, { authentication_outcome: wrong }, '/authentication_outcome');
    }
    for (const wrong of [1, true, [], {}])
      await assertRejected(server, id, { label: 'unknown', reason: wrong }, '/reason');
    for (const wrong of ['x', 1, true, []])
      await assertRejected(server, id, { label: 'unknown', metadata: wrong }, '/metadata');
    for (const wrong of [null, [], {}]) {
      await assertRejected(server, id, { label: 'unknown', metadata: { a: wrong } }, '/metadata/a');
    }
    await assertRejected(server, id, { label: 'unknown', lable: 'x' }, '/lable');
    for (const none of [{}, { label: null }, { label: null, authentication_outcome: null, reason: 'x' }]) {
      await assertRejected(server, id, none, '');
    }
    assert.deepEqual(await history(server, id), []);
  });

  test('creates one row for 50 identical concurrent submissions, 50 for different ones', async () => {
    const servers = [
      server,
      ...(openSecondStore === null ? [] : [await startSecondServer(server, await openSecondStore())]),
    ];
    const send = (id: string) => (body: object, at: number) =>
      submit(servers[at % servers.length] as TestServer, id, body);
    const endpoint = await newEndpoint(server);
    const alike = await newEvent(server, 'u_alike');
    const same = await Promise.all(Array.from({ length: 50 }, () => ({ label: 'brute_force' })).map(send(alike)));
    assert.equal(same.filter(({ status }) => status === 201).length, 1);
    assert.equal(new Set(same.map(({ data }) => data.id)).size, 1);
    assert.equal((await history(server, alike)).length, 1);
    assert.deepEqual(await announced(server, endpoint, alike), { 'outcome.created': 1 });

    const apart = await newEvent(server, 'u_apart');
    const bodies = LABELS.flatMap((label) =>
      AUTHENTICATION_OUTCOMES.map((authentication_outcome) => ({ label, authentication_outcome })),
    ).slice(0, 50);
    const different = await Promise.all(bodies.map(send(apart)));
    assert.ok(different.every(({ status }) => status === 201));
    const rows = await history(server, apart);
    assert.equal(rows.length, 50);
    assert.deepEqual(
      rows.map((row) => row.is_current),
      rows.map((_, at) => at === rows.length - 1),
    );
    assert.deepEqual(await announced(server, endpoint, apart), { 'outcome.created': 1, 'outcome.updated': 49 });
  });

  test('times order the history and its webhooks, even if clocks differ', async () => {
    const endpoint = await newEndpoint(server);
    const id = await newEvent(server, 'u_clocks');
    const ahead = await startSecondServer(server, store, () => Date.now() + MINUTE);
    for (const [index, label] of LABELS.entries()) await submit(index % 2 === 0 ? ahead : server, id, { label });
    const rows = await history(server, id);
    const times = rows.map((row) => row.submitted_at);
    assert.deepEqual(times, times.toSorted());
    assert.equal(new Set(times).size, LABELS.length);
    const { data } = (
      await server.request({
        url: `/v1/webhooks/${endpoint}/deliveries?limit=100`,
        headers: { authorization: `Bearer ${server.sessions.owner}` },
      })
    ).json();
    assert.equal(data.length, LABELS.length);
    const due = data.filter(
      (delivery: { next_attempt_at: string }) => Date.parse(delivery.next_attempt_at) <= Date.now(),
    );
    assert.equal(due.length, LABELS.length / 2, 'those of this clock are due at once');
  });

  test('records a session as submitter; rejects viewers, public and foreign keys', async () => {
    const id = await newEvent(server, 'u_who');
    const submitAs = (token: string) =>
      server.request({
        method: 'POST',
        url: `/v1/events/${id}/outcome`,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        payload: JSON.stringify({ label: 'unknown' }),
      });
    assert.equal((await submitAs(server.sessions.viewer)).statusCode, 403);
    assert.equal((await submitAs(server.keys.test.public)).statusCode, 401);
    assert.equal((await submitAs(server.keys.live.secret)).statusCode, 403);
    assert.equal((await submitAs(server.foreign.test.secret)).statusCode, 403);
    const created = await submitAs(server.sessions.analyst);
    assert.equal(created.statusCode, 201);
    assert.equal(created.json().data.submitted_by.type, 'user');
  });
});

async function startSecondServer(
  server: TestServer,
  store: TestServer['context']['store'],
  clock = Date.now,
): Promise<TestServer> {
  const second = await startTestServer({ store, clock });
  return { ...second, keys: server.keys };
}

async function newEvent(server: TestServer, account: string): Promise<string> {
  const response = await server.event(server.keys.test.secret, { event: 'login', account: { id: account } });
  return response.json().data.id;
}

/** An endpoint subscribed to outcome events only; nothing is delivered to it. */
async function newEndpoint(server: TestServer): Promise<string> {
  const headers = { authorization: `Bearer ${server.sessions.owner}`, 'content-type': 'application/json' };
  const body = { url: 'https://receiver.example.com/', event_types: ['outcome.created', 'outcome.updated'] };
  const url = `/v1/environments/${server.environments.test.id}/webhooks`;
  const response = await server.request({ method: 'POST', url, headers, payload: JSON.stringify(body) });
  assert.equal(response.statusCode, 201, response.body);
  return response.json().data.id;
}

/** Number of deliveries of each type queued for the event. */
async function announced(server: TestServer, endpoint: string, event: string): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  let url: string | null = `/v1/webhooks/${endpoint}/deliveries?limit=100`;
  while (url !== null) {
    const response = await server.request({ url, headers: { authorization: `Bearer ${server.sessions.owner}` } });
    for (const { type, event_id } of response.json().data)
      if (event_id === event) counts[type] = (counts[type] ?? 0) + 1;
    url = response.json().links.next;
  }
  return counts;
}

async function send(server: TestServer, id: string, body: unknown) {
  return server.request({
    method: 'POST',
    url: `/v1/events/${id}/outcome`,
    headers: { authorization: `Bearer ${server.keys.test.secret}`, 'content-type': 'application/json' },
    payload: JSON.stringify(body),
  });
}

async function submit(server: TestServer, id: string, body: unknown) {
  const response = await send(server, id, body);
  assert.ok(response.statusCode < 300, response.body);
  return { status: response.statusCode, data: response.json().data };
}

async function assertRejected(server: TestServer, id: string, body: unknown, pointer: string): Promise<void> {
  const response = await send(server, id, body);
  assert.equal(response.statusCode, 422, `${JSON.stringify(body)}: ${response.body}`);
  const pointers = response.json().errors.map((error: { pointer: string }) => error.pointer);
  assert.ok(pointers.includes(pointer), `${JSON.stringify(body)}: ${pointers} does not name ${pointer}`);
}

/** All rows, 20 per page, which also exercises paging. */
async function history(server: TestServer, id: string) {
  const rows: { id: string; is_current: boolean; submitted_at: string }[] = [];
  let url: string | null = `/v1/events/${id}/outcomes?limit=20`;
  while (url !== null) {
    const response = await server.request({ url, headers: { authorization: `Bearer ${server.keys.test.secret}` } });
    assert.equal(response.statusCode, 200, response.body);
    rows.push(...response.json().data);
    url = response.json().links.next;
  }
  return rows;
}
