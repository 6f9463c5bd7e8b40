// Contract: members and their dashboard sessions.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DEFAULT_THRESHOLDS } from '../../../src/policy/policy.ts';
import type { Member, Session } from '../../../src/records/sessions.ts';
import { DAY } from '../../../src/vocabulary/clock.ts';
import { environment, id, NOON, organization } from '../sample.ts';
import type { EngineUnderTest } from './engine-under-test.ts';

const HASH = '$argon2id$v=19$m=19456$abc$def';

export function peopleContract(engine: EngineUnderTest): void {
  const { sessions, tenants } = engine.store;

  async function newMember(): Promise<Member> {
    const owner = organization();
    await tenants.createOrganization(owner, [environment(owner.id), environment(owner.id, { kind: 'live' })], [], {
      thresholds: DEFAULT_THRESHOLDS,
    });
    const member: Member = {
      id: id('user'),
      organizationId: owner.id,
      email: `${id('user')}@example.com`,
      role: 'admin',
      createdAt: NOON,
    };
    await sessions.createMember(member, HASH);
    return member;
  }
  const session = (member: Member): Session => ({
    id: id('session'),
    userId: member.id,
    createdAt: NOON,
    lastUsedAt: NOON,
    expiresAt: NOON + DAY,
  });

  test('a member is found by e-mail and among those of the organization', async () => {
    const member = await newMember();
    assert.deepEqual(await sessions.memberByEmail(member.email), { member, passwordHash: HASH });
    assert.deepEqual(await sessions.members(member.organizationId), [member]);
    assert.equal(await sessions.memberByEmail('nobody@example.com'), null);
    assert.deepEqual(await sessions.members(id('organization')), []);
  });

  test('an e-mail is taken once', async () => {
    const member = await newMember();
    const again = sessions.createMember({ ...member, id: id('user') }, HASH);
    await assert.rejects(again, { name: 'Failure', kind: 'conflict', code: 'email_taken' });
    assert.equal((await sessions.members(member.organizationId)).length, 1);
  });

  test('a session leads to its member and all environments of the organization until it ends', async () => {
    const member = await newMember();
    const made = session(member);
    const digest = id('session');
    assert.equal(await sessions.createSession(made, digest, HASH), true);
    const environments = await tenants.environments(member.organizationId);
    assert.deepEqual(await sessions.findSession(digest), { session: made, member, environments });
    await sessions.touchSession(made.id, NOON + 1);
    assert.equal((await sessions.findSession(digest))?.session.lastUsedAt, NOON + 1);
    await sessions.endSession(made.id);
    assert.equal(await sessions.findSession(digest), null);
    assert.equal(await sessions.findSession('unknown'), null);
  });

  test('a session begins only with the password that the member has now', async () => {
    const member = await newMember();
    const digest = id('session');
    assert.equal(await sessions.createSession(session(member), digest, `${HASH}x`), false);
    assert.equal(await sessions.createSession({ ...session(member), userId: id('user') }, digest, HASH), false);
    assert.equal(await sessions.findSession(digest), null);
  });
}
