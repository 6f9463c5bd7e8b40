// Rejecting a request must be cheap: anyone can send requests that are rejected.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import Type from 'typebox';
import { closed } from '../../src/http/schemas/schema.ts';
import { route } from '../../src/http/server/route-table.ts';
import { Failure } from '../../src/vocabulary/failure.ts';
import { startTestServer } from './test-server.ts';

/** An error that counts how often its stack is formatted. */
function failing(error: Error) {
  const counted = { error, formatted: 0 };
  Object.defineProperty(error, 'stack', {
    get() {
      counted.formatted += 1;
      return 'the stack';
    },
  });
  return counted;
}

/** A server whose paths `/v1/NAME` reject each request with the error of this name. */
function serverOf(errors: Record<string, { error: Error }>) {
  const declare = (name: string) =>
    route({
      method: 'GET',
      path: `/v1/${name}`,
      operationId: name,
      tag: 'Service',
      summary: name,
      credentials: 'none',
      errorStatuses: [422],
      responses: { 200: { description: name, body: closed({ a: Type.String() }) } },
      handler: () => Promise.reject(errors[name]?.error),
    });
  return startTestServer({ routes: () => Object.keys(errors).map(declare) });
}

test('an outage is described in the log once a second, and each request has its line', async () => {
  const away = { error: new Failure('unavailable', 'storage_unavailable', 'the database is away') };
  const server = await serverOf({ away });
  after(() => server.close());
  const started = performance.now();
  for (let n = 0; n < 50; n += 1) await server.request({ method: 'GET', url: '/v1/away' });
  const seconds = Math.floor((performance.now() - started) / 1_000);
  const lines = server.log.map((line) => JSON.parse(line));
  const described = lines.filter(({ error }) => error?.stack.includes('the database is away')).length;
  assert.ok(described >= 1 && described <= seconds + 1, `${described} in ${seconds} s`);
  assert.equal(lines.filter(({ code, status }) => code === 'storage_unavailable' && status === 503).length, 50);
});

test('the stack of an error is formatted for the log of server errors alone', async () => {
  const rejected = failing(new Failure('invalid', 'invalid_input', 'wrong'));
  const busy = failing(new Failure('unavailable', 'password_checks_busy', 'later'));
  const broken = failing(new Error('broken'));
  const errors = { rejected, busy, broken };
  const server = await serverOf(errors);
  after(() => server.close());
  const statuses: number[] = [];
  for (const name of Object.keys(errors)) {
    statuses.push((await server.request({ method: 'GET', url: `/v1/${name}` })).statusCode);
  }
  assert.deepEqual(statuses, [422, 503, 500]);
  assert.deepEqual([rejected.formatted, busy.formatted], [0, 0]);
  assert.ok(broken.formatted > 0);
});

test('of an input with more than 2,000 values, only the first issue is looked for', async () => {
  const server = await startTestServer();
  after(() => server.close());
  const unknown = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`u${n}`, 1]));
  const issuesOf = async (body: object) => {
    const response = await server.event(server.keys.test.public, body);
    assert.equal(response.statusCode, 422);
    return response.json().errors.map(({ code }: { code: string }) => code);
  };
  assert.deepEqual(await issuesOf(unknown(30)), ['required', ...Array(30).fill('unknown_field')]);
  assert.equal((await issuesOf(unknown(1_900))).length, 50);
  assert.deepEqual(await issuesOf(unknown(2_100)), ['required']);
  assert.deepEqual(await issuesOf({ event: 'login', account: unknown(2_100) }), ['required']);
  assert.deepEqual(await issuesOf({ event: 'login', account: 1, signals: { list: Array(2_100).fill(0) } }), [
    'wrong_type',
  ]);
  const headers = { authorization: `Bearer ${server.sessions.owner}` };
  const url = `/v1/environments/${server.environments.test.id}/outcome-batches`;
  const payload = { label: 'fraud', event_ids: Array(2_100).fill(1) };
  const items = await server.request({ method: 'POST', url, headers, payload });
  assert.deepEqual(
    items.json().errors.map(({ pointer }: { pointer: string }) => pointer),
    ['/event_ids/0'],
  );
});
