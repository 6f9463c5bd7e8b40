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

test('the stack of an error is formatted for the log of server errors alone', async () => {
  const rejected = failing(new Failure('invalid', 'invalid_input', 'wrong'));
  const busy = failing(new Failure('unavailable', 'password_checks_busy', 'later'));
  const broken = failing(new Error('broken'));
  const errors = { rejected, busy, broken };
  const declare = (name: keyof typeof errors) =>
    route({
      method: 'GET',
      path: `/v1/${name}`,
      operationId: name,
      tag: 'Service',
      summary: name,
      credentials: 'none',
      errorStatuses: [422],
      responses: { 200: { description: name, body: closed({ a: Type.String() }) } },
      handler: () => Promise.reject(errors[name].error),
    });
  const server = await startTestServer({
    routes: () => Object.keys(errors).map((name) => declare(name as never)),
  });
  after(() => server.close());
  const statuses: number[] = [];
  for (const name of Object.keys(errors)) {
    statuses.push((await server.request({ method: 'GET', url: `/v1/${name}` })).statusCode);
  }
  assert.deepEqual(statuses, [422, 503, 500]);
  assert.deepEqual([rejected.formatted, busy.formatted], [0, 0]);
  assert.ok(broken.formatted > 0);
});
