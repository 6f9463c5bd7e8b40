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
