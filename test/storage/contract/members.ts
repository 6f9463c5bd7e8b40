// Contract: members and their dashboard sessions.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DEFAULT_THRESHOLDS } from '../../../src/policy/policy.ts';
import type { Member } from '../../../src/records/member.ts';
import type { Session } from '../../../src/records/sessions.ts';
import { DAY } from '../../../src/vocabulary/clock.ts';
import { environment, id, NOON, organization } from '../sample.ts';
import type { EngineUnderTest } from './engine-under-test.ts';

const HASH = '$argon2id$v=19$m=19456$abc$def';

export function membersContract(engine: EngineUnderTest): void {
  const { members, sessions, tenants } = engine.store;

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
    await members.create(member, HASH);
    return member;
  }
  const session = (member: Member): Session => ({
    id: id('session'),
    memberId: member.id,
    createdAt: NOON,
    lastUsedAt: NOON,
    expiresAt: NOON + DAY,
  });

  test("finds a member by email and in the organization's list", async () => {
    const member = await newMember();
    assert.deepEqual(await members.findByEmail(member.email), [{ member, passwordHash: HASH }]);
    assert.deepEqual(await members.list(member.organizationId), [{ ...member, status: 'active' }]);
    assert.deepEqual(await members.findByEmail('nobody@example.com'), []);
    assert.deepEqual(await members.list(id('organization')), []);
  });

  test('rejects a second member with the same email', async () => {
    const member = await newMember();
    const again = members.create({ ...member, id: id('user') }, HASH);
    await assert.rejects(again, { name: 'Failure', kind: 'conflict', code: 'email_taken' });
    assert.equal((await members.list(member.organizationId)).length, 1);
  });

  test('finds a session with its member and environments until it ends', async () => {
    const member = await newMember();
    const started = session(member);
    const digest = id('session');
    assert.equal(await sessions.create(started, digest, HASH), true);
    const environments = await tenants.environments(member.organizationId);
    assert.deepEqual(await sessions.find(digest), { session: started, member, environments });
    await sessions.touch(started.id, NOON + 1);
    assert.equal((await sessions.find(digest))?.session.lastUsedAt, NOON + 1);
    assert.deepEqual(await sessions.list(member.id), [{ ...started, lastUsedAt: NOON + 1 }]);
    assert.equal(await sessions.owner(started.id), member.id);
    await sessions.end(started.id);
    assert.equal(await sessions.owner(started.id), null);
    assert.equal(await sessions.find(digest), null);
    assert.equal(await sessions.find('unknown'), null);
  });

  test('prunes the sessions that have expired', async () => {
    const member = await newMember();
    const [old, current] = [session(member), { ...session(member), expiresAt: NOON + DAY + 1 }];
    for (const each of [old, current]) await sessions.create(each, id('session'), HASH);
    await sessions.prune(NOON + DAY, DAY);
    assert.equal((await sessions.list(member.id)).length, 2);
    await sessions.prune(NOON + DAY + 1, DAY);
    assert.deepEqual(await sessions.list(member.id), [current]);
  });

  test("creates a session only with the member's current password hash", async () => {
    const member = await newMember();
    const digest = id('session');
    assert.equal(await sessions.create(session(member), digest, `${HASH}x`), false);
    assert.equal(await sessions.create({ ...session(member), memberId: id('user') }, digest, HASH), false);
    assert.equal(await sessions.find(digest), null);
  });
}
