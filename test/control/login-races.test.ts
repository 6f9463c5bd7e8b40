// Verifying a password takes long: what happens to the member meanwhile counts, not what was true when it began.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { operatorActor } from '../../src/flows/audit/audit-actor.ts';
import { acceptInvitation } from '../../src/flows/auth/accept-invitation.ts';
import { changePassword } from '../../src/flows/auth/change-password.ts';
import { logIn } from '../../src/flows/auth/log-in.ts';
import { setPassword } from '../../src/flows/auth/set-password.ts';
import type { Context } from '../../src/flows/context.ts';
import { removeMember } from '../../src/flows/members/change-member.ts';
import { inviteMember, issueLink } from '../../src/flows/members/invite-member.ts';
import { onBothEngines } from '../engines.ts';
import { startTestServer } from '../http/test-server.ts';

const OLD = 'the old sentence of words';
const NEW = 'a new sentence of words';
const refused = (code: string) => (error: unknown) => (error as { code?: string }).code === code;

await onBothEngines(async ({ store }) => {
  const { context, environments } = await startTestServer({ store });
  const author = operatorActor(environments.test.organizationId, 'operator');
  let invited = 0;

  async function newMember() {
    invited += 1;
    const email = `racer.${invited}@example.com`;
    const { member, token } = await inviteMember(context, author, { email, role: 'analyst' });
    const begun = await acceptInvitation(context, { token, password: OLD, address: null });
    return { member, begun };
  }

  /** The same service, whose next password is verified and then waits for `meanwhile`. */
  function interrupted(meanwhile: () => Promise<unknown>): Context {
    const { passwords } = context;
    const verify = async (hash: string, password: string) => {
      const matches = await passwords.verify(hash, password);
      await meanwhile();
      return matches;
    };
    return { ...context, passwords: { ...passwords, verify } };
  }

  test('a log-in with the old password begins no session once there is a new one', async () => {
    const { member } = await newMember();
    const slow = interrupted(() => setPassword(context, author, member.id, NEW));
    await assert.rejects(logIn(slow, member.email, OLD), refused('wrong_credentials'));
    assert.deepEqual(await store.members.sessions(member.id), []);
    await logIn(context, member.email, NEW);
  });

  test('a log-in of a member who is removed meanwhile is refused like any other', async () => {
    const { member } = await newMember();
    const slow = interrupted(() => removeMember(context, author, member.id));
    await assert.rejects(logIn(slow, member.email, OLD), refused('wrong_credentials'));
  });

  test('whoever knows the old password does not overwrite one that was set meanwhile', async () => {
    const { member, begun } = await newMember();
    const caller = { kind: 'session', session: begun.session, member, environments: [] } as const;
    const slow = interrupted(() => setPassword(context, author, member.id, NEW));
    const change = changePassword(slow, author, caller, { current: OLD, next: 'what the thief would like' });
    await assert.rejects(change, refused('invalid_input'));
    assert.deepEqual(await store.members.sessions(member.id), []);
    await logIn(context, member.email, NEW);
  });

  test('of two links, log-ins and changes at once at most those with the last password leave a session', async () => {
    const { member } = await newMember();
    const { token } = await issueLink(context, author, member.id);
    const attempts = await Promise.allSettled([
      ...Array.from({ length: 10 }, () => logIn(context, member.email, OLD)),
      acceptInvitation(context, { token, password: NEW, address: null }),
      ...Array.from({ length: 10 }, () => logIn(context, member.email, OLD)),
    ]);
    assert.equal(attempts[10]?.status, 'fulfilled');
    const left = (await store.members.sessions(member.id)).map(({ id }) => id);
    const ofTheLink = attempts[10]?.status === 'fulfilled' ? attempts[10].value.session.id : '';
    assert.deepEqual(left, [ofTheLink]);
  });
});
