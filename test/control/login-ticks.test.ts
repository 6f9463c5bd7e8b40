// Tests that the time of a rejected login depends on a timer that starts with it and on its place in the queue of checks, not on whether the
// email belongs to a member.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { operatorActor } from '../../src/flows/audit/audit-event.ts';
import { acceptInvitation } from '../../src/flows/auth/accept-invitation.ts';
import { logIn } from '../../src/flows/auth/log-in.ts';
import { REJECTION_INTERVAL } from '../../src/flows/auth/rejection-ticks.ts';
import { inviteMember } from '../../src/flows/members/invite-member.ts';
import { startTestServer } from '../http/test-server.ts';

const PASSWORD = 'the sentence of the member';
const { context, environments } = await startTestServer({});
const actor = operatorActor(environments.test.organizationId, 'operator');
const email = 'member@example.com';
const { token } = await inviteMember(context, actor, { email, role: 'analyst' });
await acceptInvitation(context, { token, password: PASSWORD, address: null });

/** Resolves when the password was checked, and all that follows without a timer was done. */
async function checked(email: string, password: string) {
  let state = 'pending';
  let verified: () => void;
  const verification = new Promise<void>((resolve) => (verified = resolve));
  const { passwords } = context;
  const verify = async (hash: string, given: string) => {
    const matches = await passwords.verify(hash, given);
    verified();
    return matches;
  };
  const login = logIn({ ...context, passwords: { ...passwords, verify } }, { email, password });
  const settled = login.then(
    () => (state = 'started'),
    ({ code }) => (state = code),
  );
  await verification;
  for (let turn = 0; turn < 20; turn++) await nextTurn();
  return { state: () => state, settled };
}

for (const who of [email, 'nobody@example.com']) {
  test(`reports a wrong password for ${who} at the next tick`, async ({ mock }) => {
    mock.timers.enable({ apis: ['setInterval'] });
    const { state, settled } = await checked(who, 'not the sentence of the member');
    mock.timers.tick(REJECTION_INTERVAL - 1);
    await nextTurn();
    assert.equal(state(), 'pending');
    mock.timers.tick(1);
    assert.equal(await settled, 'wrong_credentials');
  });
}

test('waits for the tick after a check that took longer than one', async ({ mock }) => {
  mock.timers.enable({ apis: ['setInterval'] });
  const verify = async () => {
    mock.timers.tick(REJECTION_INTERVAL * 1.5);
    return false;
  };
  let state = 'pending';
  const slow = { ...context, passwords: { ...context.passwords, verify } };
  const settled = logIn(slow, { email, password: PASSWORD }).catch(() => (state = 'rejected'));
  for (let turn = 0; turn < 20; turn++) await nextTurn();
  assert.equal(state, 'pending');
  mock.timers.tick(REJECTION_INTERVAL / 2);
  await settled;
  assert.equal(state, 'rejected');
});

test('does not delay a login with the right password', async ({ mock }) => {
  mock.timers.enable({ apis: ['setInterval'] });
  const { settled } = await checked(email, PASSWORD);
  assert.equal(await settled, 'started');
});

test('checks passwords that arrive at the same moment in their order, whoever they are for', async () => {
  const order: string[] = [];
  const { passwords } = context;
  const verify = (hash: string, password: string) => {
    order.push(password);
    return passwords.verify(hash, password);
  };
  const emails = ['one@example.com', email, 'two@example.com', email, 'three@example.com'];
  const sent = emails.map((one, at) => ({ email: one, password: `wrong password ${at}` }));
  const watched = { ...context, passwords: { ...passwords, verify } };
  await Promise.allSettled(sent.map((attempt) => logIn(watched, attempt)));
  assert.deepEqual(
    order,
    sent.map(({ password }) => password),
  );
});
