// Tests what a password check returns when the thread that runs it ends, or cannot start.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Worker } from 'node:worker_threads';
import { runOnPasswordThread } from './password-thread.ts';
import { passwords } from './passwords.ts';

const isUnavailable = { kind: 'unavailable', code: 'password_check_failed', retryAfter: 1 };

test('a check for which the system refuses a thread is unavailable', async () => {
  const refuse = () => {
    throw Object.assign(new Error('EAGAIN'), { code: 'ERR_WORKER_INIT_FAILED' });
  };
  await assert.rejects(async () => runOnPasswordThread({ verify: ['$argon2id$any', 'right'] }, refuse), isUnavailable);
});

test('a check whose thread ends is unavailable, not a wrong password, and the next one runs', async () => {
  const end = (thread: Worker) => void thread.terminate();
  process.on('worker', end);
  const hashed = passwords.hash('right');
  await assert.rejects(hashed, isUnavailable);
  await assert.rejects(passwords.verify('$argon2id$any', 'right'), isUnavailable);
  process.off('worker', end);
  assert.equal(await passwords.verify(await passwords.hash('right'), 'right'), true);
  assert.equal(await passwords.verify(await passwords.hash('right'), 'wrong'), false);
});

test('an invalid hash matches no password', async () => {
  assert.equal(await passwords.verify('$argon2id$none', 'right'), false);
});
