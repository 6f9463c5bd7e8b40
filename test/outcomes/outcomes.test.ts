// POST and GET outcomes through the front door, on both engines (specification 2.1, 3.1, 4.2, 8; contract 5 and 10).
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AUTHENTICATION_OUTCOMES, DECISIONS, type Decision, LABELS } from '../../src/vocabulary/words.ts';
import { onBothEngines } from '../engines.ts';
import { startTestServer, type TestServer } from '../http/test-server.ts';

/** The table of specification 2.1: for a label that is no fraud, and for every other. */
const EVALUATED: Record<Decision, [benign: string, fraud: string]> = {
  allow: ['correct_allow', 'potential_false_negative'],
  monitor: ['correct_monitor', 'potential_false_negative'],
  challenge: ['correct_challenge', 'correct_challenge'],
  block: ['potential_false_positive', 'correct_block'],
};
const BENIGN = ['legitimate', 'automation_legitimate', 'unknown'];

await onBothEngines(async ({ store, another }) => {
  const door = await startTestServer({ store });
  const key = door.keys.test.secret;

  test('every decision by every label and none is evaluated as the specification says', async () => {
    for (const decision of DECISIONS) {
      const id = await newEvent(door, `force_${decision}_1`);
      const unlabeled = await submit(door, id, { authentication_outcome: 'login_failed' });
      assert.deepEqual([unlabeled.status, unlabeled.data.evaluation], [201, 'inconclusive']);
      for (const label of LABELS) {
        const { status, data } = await submit(door, id, { label });
        const expected = EVALUATED[decision][BENIGN.includes(label) ? 0 : 1];
        assert.deepEqual([status, data.decision, data.evaluation], [201, decision, expected], label);
      }
    }
  });

  test('the two verdicts are independent, and every word of both lists is taken', async () => {
    const id = await newEvent(door, 'u_words');
    for (const word of AUTHENTICATION_OUTCOMES) {
      const { data } = await submit(door, id, { authentication_outcome: word });
      assert.deepEqual([data.authentication_outcome, data.label], [word, null]);
    }
    const both = await submit(door, id, { label: 'unknown', authentication_outcome: 'mfa_passed' });
    assert.deepEqual([both.data.label, both.data.authentication_outcome], ['unknown', 'mfa_passed']);
  });

  test('an identical resubmission returns the standing row, whatever its reason says', async () => {
    const id = await newEvent(door, 'u_same');
    const first = await submit(door, id, { label: 'legitimate', reason: 'called the customer', metadata: { n: 1 } });
    const again = await submit(door, id, { label: 'legitimate', authentication_outcome: null, reason: 'other words' });
    assert.equal(again.status, 200);
    assert.deepEqual(again.data, first.data);
    const changed = await submit(door, id, { label: 'legitimate', authentication_outcome: 'login_success' });
    assert.equal(changed.status, 201);
    assert.deepEqual(
      (await history(door, id)).map((row) => [row.id, row.is_current]),
      [
        [first.data.id, false],
        [changed.data.id, true],
      ],
    );
    const detail = await door.ask({ url: `/v1/events/${id}`, headers: { authorization: `Bearer ${key}` } });
    assert.deepEqual(detail.json().data.outcome, changed.data);
  });

  test('lengths are counted in code points and held at their edges', async () => {
    const id = await newEvent(door, 'u_edges');
    let label = 0;
    for (const unit of ['a', '\u{1F600}', 'e\u0301']) {
      const points = [...unit].length;
      const reason = (length: number) => unit.repeat(Math.floor(length / points)) + 'a'.repeat(length % points);
      const fine = await submit(door, id, { label: LABELS[label++ % LABELS.length], reason: reason(500) });
      assert.equal(fine.data.reason, reason(500));
      await refused(door, id, { label: 'unknown', reason: reason(501) }, '/reason');
      const kept = await submit(door, id, { label: LABELS[label++ % LABELS.length], metadata: { m: reason(200) } });
      assert.deepEqual(kept.data.metadata, { m: reason(200) });
      await refused(door, id, { label: 'unknown', metadata: { m: reason(201) } }, '/metadata/m');
    }
    const keys = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${at}`, at]));
    assert.equal((await submit(door, id, { label: 'bot_confirmed', metadata: keys(10) })).status, 201);
    await refused(door, id, { label: 'unknown', metadata: keys(11) }, '/metadata');
    const types = { text: 'x', number: -1.5, yes: true, no: false, empty: '' };
    assert.deepEqual((await submit(door, id, { label: 'unknown', metadata: types })).data.metadata, types);
  });

  test('wrong types and unknown words are refused with their place, and nothing is coerced', async () => {
    const id = await newEvent(door, 'u_types');
    for (const wrong of [1, true, ['legitimate'], {}, 'LEGITIMATE', '']) {
      await refused(door, id, { label: wrong }, '/label');
      await refused(door, id, { authentication_outcome: wrong }, '/authentication_outcome');
    }
    for (const wrong of [1, true, [], {}]) await refused(door, id, { label: 'unknown', reason: wrong }, '/reason');
    for (const wrong of ['x', 1, true, []]) await refused(door, id, { label: 'unknown', metadata: wrong }, '/metadata');
    for (const wrong of [null, [], {}]) {
      await refused(door, id, { label: 'unknown', metadata: { a: wrong } }, '/metadata/a');
    }
    await refused(door, id, { label: 'unknown', lable: 'x' }, '/lable');
    for (const none of [{}, { label: null }, { label: null, authentication_outcome: null, reason: 'x' }]) {
      await refused(door, id, none, '');
    }
    assert.deepEqual(await history(door, id), []);
  });

  test('fifty identical submissions at once make one row; fifty different ones keep one current', async () => {
    const doors = [door, ...(another === null ? [] : [await doorBeside(door, await another())])];
    const send = (id: string) => (body: object, at: number) => submit(doors[at % doors.length] as TestServer, id, body);
    const endpoint = await newEndpoint(door);
    const alike = await newEvent(door, 'u_alike');
    const same = await Promise.all(Array.from({ length: 50 }, () => ({ label: 'brute_force' })).map(send(alike)));
    assert.equal(same.filter(({ status }) => status === 201).length, 1);
    assert.equal(new Set(same.map(({ data }) => data.id)).size, 1);
    assert.equal((await history(door, alike)).length, 1);
    assert.deepEqual(await announced(door, endpoint, alike), { 'outcome.created': 1 });

    const apart = await newEvent(door, 'u_apart');
    const bodies = LABELS.flatMap((label) =>
      AUTHENTICATION_OUTCOMES.map((authentication_outcome) => ({ label, authentication_outcome })),
    ).slice(0, 50);
    const different = await Promise.all(bodies.map(send(apart)));
    assert.ok(different.every(({ status }) => status === 201));
    const rows = await history(door, apart);
    assert.equal(rows.length, 50);
    assert.deepEqual(
      rows.map((row) => row.is_current),
      rows.map((_, at) => at === rows.length - 1),
    );
    assert.deepEqual(await announced(door, endpoint, apart), { 'outcome.created': 1, 'outcome.updated': 49 });
  });

  test('a session is named as the submitter; a viewer and a public key may not submit', async () => {
    const id = await newEvent(door, 'u_who');
    const asked = (token: string) =>
      door.ask({
        method: 'POST',
        url: `/v1/events/${id}/outcome`,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        payload: JSON.stringify({ label: 'unknown' }),
      });
    assert.equal((await asked(door.sessions.viewer)).statusCode, 403);
    assert.equal((await asked(door.keys.test.public)).statusCode, 401);
    assert.equal((await asked(door.keys.live.secret)).statusCode, 403);
    assert.equal((await asked(door.foreign.test.secret)).statusCode, 403);
    const made = await asked(door.sessions.analyst);
    assert.equal(made.statusCode, 201);
    assert.equal(made.json().data.submitted_by.type, 'user');
  });
});

async function doorBeside(door: TestServer, store: TestServer['context']['store']): Promise<TestServer> {
  const beside = await startTestServer({ store });
  return { ...beside, keys: door.keys };
}

async function newEvent(door: TestServer, account: string): Promise<string> {
  const answer = await door.event(door.keys.test.secret, { event: 'login', account: { id: account } });
  return answer.json().data.id;
}

/** An endpoint that hears of outcomes alone; nothing is delivered to it. */
async function newEndpoint(door: TestServer): Promise<string> {
  const headers = { authorization: `Bearer ${door.sessions.owner}`, 'content-type': 'application/json' };
  const body = { url: 'https://receiver.example.com/', event_types: ['outcome.created', 'outcome.updated'] };
  const url = `/v1/environments/${door.environments.test.id}/webhooks`;
  const answer = await door.ask({ method: 'POST', url, headers, payload: JSON.stringify(body) });
  assert.equal(answer.statusCode, 201, answer.body);
  return answer.json().data.id;
}

/** How many announcements of each type were recorded for the event. */
async function announced(door: TestServer, endpoint: string, event: string): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  let url: string | null = `/v1/webhooks/${endpoint}/deliveries?limit=100`;
  while (url !== null) {
    const answer = await door.ask({ url, headers: { authorization: `Bearer ${door.sessions.owner}` } });
    for (const { type, event_id } of answer.json().data) if (event_id === event) counts[type] = (counts[type] ?? 0) + 1;
    url = answer.json().links.next;
  }
  return counts;
}

async function send(door: TestServer, id: string, body: unknown) {
  return door.ask({
    method: 'POST',
    url: `/v1/events/${id}/outcome`,
    headers: { authorization: `Bearer ${door.keys.test.secret}`, 'content-type': 'application/json' },
    payload: JSON.stringify(body),
  });
}

async function submit(door: TestServer, id: string, body: unknown) {
  const answer = await send(door, id, body);
  assert.ok(answer.statusCode < 300, answer.body);
  return { status: answer.statusCode, data: answer.json().data };
}

async function refused(door: TestServer, id: string, body: unknown, pointer: string): Promise<void> {
  const answer = await send(door, id, body);
  assert.equal(answer.statusCode, 422, `${JSON.stringify(body)}: ${answer.body}`);
  const pointers = answer.json().errors.map((place: { pointer: string }) => place.pointer);
  assert.ok(pointers.includes(pointer), `${JSON.stringify(body)}: ${pointers} does not name ${pointer}`);
}

/** All rows, two to a page, so that paging is walked as well. */
async function history(door: TestServer, id: string) {
  const rows: { id: string; is_current: boolean }[] = [];
  let url: string | null = `/v1/events/${id}/outcomes?limit=20`;
  while (url !== null) {
    const answer = await door.ask({ url, headers: { authorization: `Bearer ${door.keys.test.secret}` } });
    assert.equal(answer.statusCode, 200, answer.body);
    rows.push(...answer.json().data);
    url = answer.json().links.next;
  }
  return rows;
}
