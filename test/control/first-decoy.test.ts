// Tests the first login after a start at a moment when too many passwords are being checked.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { logIn } from '../../src/flows/auth/log-in.ts';
import { Failure } from '../../src/vocabulary/failure.ts';
import { startTestServer } from '../http/test-server.ts';

test('a login that is refused because the service is busy does not refuse all that follow', async () => {
  const { context, close } = await startTestServer();
  const busy = async () => {
    throw new Failure('unavailable', 'password_checks_busy', 'Too many passwords are being checked.');
  };
  const attempt = { email: 'nobody@example.com', password: 'a sentence of nobody' };
  const refused = logIn({ ...context, passwords: { ...context.passwords, hash: busy } }, attempt);
  await assert.rejects(refused, { code: 'password_checks_busy' });
  await assert.rejects(logIn(context, attempt), { code: 'wrong_credentials' });
  await close();
});
