// Tests that a change to a member during the slow verification of a password takes precedence over the login.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TOTP } from 'otpauth';
import { operatorActor } from '../../src/flows/audit/audit-event.ts';
import { acceptInvitation } from '../../src/flows/auth/accept-invitation.ts';
import { changePassword } from '../../src/flows/auth/change-password.ts';
import { logIn } from '../../src/flows/auth/log-in.ts';
import {
  beginSecondFactor,
  confirmSecondFactor,
  removeSecondFactor,
  resetSecondFactor,
} from '../../src/flows/auth/second-factor.ts';
import type { Context } from '../../src/flows/context.ts';
import { removeMember, setPassword } from '../../src/flows/members/change-member.ts';
import { inviteMember, issueLink } from '../../src/flows/members/invite-member.ts';
import { onBothEngines } from '../engines.ts';
import { startTestServer } from '../http/test-server.ts';

const OLD = 'the old sentence of words';
const NEW = 'a new sentence of words';
const failsWith = (code: string) => (error: unknown) => (error as { code?: string }).code === code;

await onBothEngines(async ({ store }) => {
  const { context, environments } = await startTestServer({ store });
  const actor = operatorActor(environments.test.organizationId, 'operator');
  let invited = 0;

  async function newMember() {
    invited += 1;
    const email = `racer.${invited}@example.com`;
    const { member, token } = await inviteMember(context, actor, { email, role: 'analyst' });
    const started = await acceptInvitation(context, { token, password: OLD, address: null });
    return { member, started };
  }

  /** The same context, except that verifying a password runs `change` before it returns. */
  function interrupted(change: () => Promise<unknown>): Context {
    const { passwords } = context;
    const verify = async (hash: string, password: string) => {
      const matches = await passwords.verify(hash, password);
      await change();
      return matches;
    };
    return { ...context, passwords: { ...passwords, verify } };
  }

  test('starts no session for a password that is replaced during verification', async () => {
    const { member } = await newMember();
    const slow = interrupted(() => setPassword(context, actor, member.id, NEW));
    await assert.rejects(logIn(slow, { email: member.email, password: OLD }), failsWith('wrong_credentials'));
    assert.deepEqual(await store.sessions.list(member.id), []);
    await logIn(context, { email: member.email, password: NEW });
  });

  test('rejects the login of a member who is removed during verification', async () => {
    const { member } = await newMember();
    const slow = interrupted(() => removeMember(context, actor, member.id));
    await assert.rejects(logIn(slow, { email: member.email, password: OLD }), failsWith('wrong_credentials'));
  });

  test('starts no session for the password of a link that is replaced right after it', async () => {
    const { member } = await newMember();
    const { token } = await issueLink(context, actor, member.id);
    const { members } = store;
    const redeemLink: typeof members.redeemLink = async (...values) => {
      const redeemed = await members.redeemLink(...values);
      await setPassword(context, actor, member.id, NEW);
      return redeemed;
    };
    const slow = { ...context, store: { ...store, members: { ...members, redeemLink } } };
    const accepted = acceptInvitation(slow, { token, password: 'a third sentence of words', address: null });
    await assert.rejects(accepted, failsWith('invalid_input'));
    assert.deepEqual(await store.sessions.list(member.id), []);
  });

  test('does not overwrite a password that is set during verification', async () => {
    const { member, started } = await newMember();
    const caller = { kind: 'session', session: started.session, member, environments: [] } as const;
    const slow = interrupted(() => setPassword(context, actor, member.id, NEW));
    const change = changePassword(slow, actor, caller, { current: OLD, next: 'a password of an attacker' });
    await assert.rejects(change, failsWith('invalid_input'));
    assert.deepEqual(await store.sessions.list(member.id), []);
    await logIn(context, { email: member.email, password: NEW });
  });

  test('does not enable a second factor whose secret is replaced while a code of the old one is checked', async () => {
    const { member } = await newMember();
    const { secret } = await beginSecondFactor(context, actor, member, OLD);
    const { secondFactors } = store;
    const find = async (memberId: string) => {
      const found = await secondFactors.find(memberId);
      await beginSecondFactor(context, actor, member, OLD);
      return found;
    };
    const slow = { ...context, store: { ...store, secondFactors: { ...secondFactors, find } } };
    const code = new TOTP({ secret }).generate();
    await assert.rejects(confirmSecondFactor(slow, actor, member, code), failsWith('second_factor_not_begun'));
    await logIn(context, { email: member.email, password: OLD });
  });

  test('does not disable a second factor that replaces another while a code of the other one is checked', async () => {
    const { member } = await newMember();
    const enable = async () => {
      const { secret } = await beginSecondFactor(context, actor, member, OLD);
      return confirmSecondFactor(context, actor, member, new TOTP({ secret }).generate());
    };
    const [code = ''] = await enable();
    const { secondFactors } = store;
    let newCodes: string[] = [];
    const spendCode: typeof secondFactors.spendCode = async (...used) => {
      const isValid = await secondFactors.spendCode(...used);
      await resetSecondFactor(context, actor, member);
      newCodes = await enable();
      return isValid;
    };
    const slow = { ...context, store: { ...store, secondFactors: { ...secondFactors, spendCode } } };
    const removed = removeSecondFactor(slow, actor, member, { password: OLD, code });
    await assert.rejects(removed, failsWith('second_factor_off'));
    await assert.rejects(logIn(context, { email: member.email, password: OLD }), failsWith('second_factor_required'));
    await logIn(context, { email: member.email, password: OLD, code: newCodes[0] as string });
  });

  test('leaves only sessions of the last password after concurrent logins and a link', async () => {
    const { member } = await newMember();
    const { token } = await issueLink(context, actor, member.id);
    const attempts = await Promise.allSettled([
      ...Array.from({ length: 10 }, () => logIn(context, { email: member.email, password: OLD })),
      acceptInvitation(context, { token, password: NEW, address: null }),
      ...Array.from({ length: 10 }, () => logIn(context, { email: member.email, password: OLD })),
    ]);
    assert.equal(attempts[10]?.status, 'fulfilled');
    const remaining = (await store.sessions.list(member.id)).map(({ id }) => id);
    const sessionOfLink = attempts[10]?.status === 'fulfilled' ? attempts[10].value.session.id : '';
    assert.deepEqual(remaining, [sessionOfLink]);
  });
});
