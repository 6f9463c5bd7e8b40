// Tests that password checks are bounded, ordered, and released after failures.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Failure } from '../vocabulary/failure.ts';
import { boundedPasswords, MAX_RUNNING, MAX_WAITING } from './bounded-passwords.ts';

/** Checks that end when told to, and the number that are running. */
function controlled() {
  const running: { password: string; end: (matches: boolean) => void; fail: (error: Error) => void }[] = [];
  const passwords = boundedPasswords({
    isCommon: async () => false,
    hash: async (password) => password,
    verify: (_hashed, password) =>
      new Promise((end, fail) => {
        running.push({ password, end, fail });
      }),
  });
  return { running, passwords };
}

test('F3: at most two checks run, others wait in order, and those beyond the queue are unavailable', async () => {
  const { running, passwords } = controlled();
  const checks = Array.from({ length: MAX_RUNNING + MAX_WAITING }, (_, n) => passwords.verify('', String(n)));
  assert.throws(() => passwords.requireCapacity?.(), { code: 'password_checks_busy' });
  await assert.rejects(
    passwords.verify('', 'one too many'),
    (error) => error instanceof Failure && error.kind === 'unavailable' && error.retryAfter === 1,
  );
  for (let n = 0; n < checks.length; n += 1) {
    assert.ok(running.length <= MAX_RUNNING, `${running.length} run at once`);
    const first = running.shift();
    assert.equal(first?.password, String(n));
    first?.end(true);
    assert.equal(await checks[n], true);
  }
  passwords.requireCapacity?.();
});

test('F3: a check that throws releases its place', async () => {
  const { running, passwords } = controlled();
  for (let n = 0; n < 3 * MAX_RUNNING; n += 1) {
    const check = passwords.verify('', 'x');
    running.shift()?.fail(new Error('broken'));
    await assert.rejects(check, /broken/);
  }
  assert.equal(await passwords.hash('x'), 'x');
});
