// Tests what the log contains of an error.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import pg from 'pg';
import { LogOutput } from './log-output.ts';
import { createLogger } from './logger.ts';

/** As PostgreSQL reports it: the detail quotes the row. */
function duplicateAccount(): Error {
  const error = new pg.DatabaseError('duplicate key value violates unique constraint', 100, 'error');
  return Object.assign(error, { code: '23505', detail: 'Key (account)=(u_4711) already exists.' });
}

function logged(logFormat: 'json' | 'text', error: unknown): string {
  let text = '';
  const output = new LogOutput((bytes) => {
    text += bytes;
    return bytes.length;
  });
  createLogger({ logLevel: 'info', logFormat }, output).logger.error({ err: error }, 'updating rollups failed');
  return text;
}

test('an error has its code, its stack and its causes, but no values of a statement', () => {
  const error = new Error('the rollups are behind', { cause: duplicateAccount() });
  const { msg, err } = JSON.parse(logged('json', error));
  assert.equal(msg, 'updating rollups failed');
  assert.match(err.stack, /^Error: the rollups are behind\n +at /);
  assert.deepEqual([err.cause.code, Object.keys(err.cause)], ['23505', ['name', 'code', 'stack']]);
  assert.match(logged('text', error), /rollups failed\nError: the rollups .*\ncaused by: error: duplicate key/s);
  for (const format of ['json', 'text'] as const) assert.ok(!logged(format, error).includes('u_4711'), format);
});

test('a value that is no error says only that', () => {
  assert.deepEqual(JSON.parse(logged('json', { account: 'u_4711' })).err, {
    message: 'a value that is not an Error was thrown',
  });
});
