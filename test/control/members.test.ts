// Members, invitations, passwords and sessions through the API, on both engines.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { auditSigner } from '../../src/access/audit-signature.ts';
import { startSession } from '../../src/flows/auth/log-in.ts';
import { DAY, MINUTE } from '../../src/vocabulary/clock.ts';
import { onBothEngines } from '../engines.ts';
import { startTestServer } from '../http/test-server.ts';
import { memberClient } from './member-client.ts';

await onBothEngines(async ({ store, openSecondStore }) => {
  let now = Date.UTC(2026, 2, 1, 12);
  const server = await startTestServer({ store, clock: () => now });
  const signer = auditSigner(server.context.webhooks.keys);
  const secondServer =
    openSecondStore === null ? server : await startTestServer({ store: await openSecondStore(), clock: () => now });
  const request = memberClient(server);
  const requestSecond = memberClient(secondServer);
  const { organizationId } = server.environments.test;
  const password = 'a long sentence about nothing';
  let number = 0;
  const post = (url: string, body: unknown) =>
    server.request({
      method: 'POST',
      url,
      headers: { 'content-type': 'application/json' },
      payload: JSON.stringify(body),
    });
  const accept = (token: string, newPassword = password) =>
    post('/v1/invitations/accept', { token, password: newPassword });
  const logIn = (email: string, tried = password) => post('/v1/auth/login', { email, password: tried });

  /** A member who accepted an invitation. */
  async function member(role: string) {
    now += 2 * MINUTE;
    const email = `${role}${++number}.${organizationId}@shop.example`;
    const invited = (await request('POST', '/v1/members', { email, role })).json().data;
    const joined = await accept(invited.invitation_token);
    assert.equal(joined.statusCode, 200, joined.body);
    return { id: invited.id as string, email, token: joined.json().data.token as string };
  }

  /** The token of an owner's session in the organization. */
  async function sessionIn(organization: string): Promise<string> {
    const [owner] = (await store.members.list(organization)).filter(({ role }) => role === 'owner');
    const member = owner ?? {
      id: server.context.newId('user', now),
      organizationId: organization,
      email: `owner@${organization}.example`,
      role: 'owner' as const,
      createdAt: now,
    };
    if (owner === undefined) await store.members.create(member, 'no password');
    const hash = (await store.members.passwordHash(member.id)) ?? '';
    return (await startSession(server.context, member, hash))?.token ?? '';
  }

  test('accepts an invitation once and starts a session with its role', async () => {
    const email = `Bob.${organizationId}@shop.example`;
    const created = await request('POST', '/v1/members', { email, role: 'analyst' });
    assert.equal(created.statusCode, 201, created.body);
    const { id, invitation_token: token, invitation_url: url, ...rest } = created.json().data;
    assert.deepEqual(rest, { email: email.toLowerCase(), role: 'analyst' });
    assert.ok(url.endsWith(`/#/invitation?token=${token}`));
    assert.equal((await logIn(email)).statusCode, 401, 'no password yet');
    assert.equal((await request('POST', '/v1/members', { email, role: 'owner' })).statusCode, 409);
    assert.equal((await accept(token, 'short')).statusCode, 422);
    const both = await Promise.all([accept(token), accept(token)]);
    assert.deepEqual(both.map(({ statusCode }) => statusCode).sort(), [200, 422]);
    const session = both.find(({ statusCode }) => statusCode === 200)?.json().data;
    assert.deepEqual([session.user.id, session.user.role], [id, 'analyst']);
    assert.equal((await requestSecond('GET', '/v1/auth/session', undefined, session.token)).statusCode, 200);
    assert.equal((await logIn(email)).statusCode, 200);
    const listed = (await request('GET', '/v1/members?limit=100')).json().data;
    assert.equal(listed.find((one: { id: string }) => one.id === id).status, 'active');
    const trail = (await request('GET', '/v1/audit')).body + server.log.join();
    assert.ok(!trail.includes(token) && !trail.includes(password) && !trail.includes('argon2'));
  });

  test('S8: an invitation says nothing about members of other organizations, who keep their own password', async () => {
    const { email: known, id } = await member('analyst');
    const foreign = server.context.newId('organization', now);
    const { organizationId: otherOrganization } = (await store.tenants.environments(null)).find(
      (one) => one.organizationId !== organizationId,
    ) ?? { organizationId: foreign };
    const token = await sessionIn(otherOrganization);
    const invite = (email: string) => request('POST', '/v1/members', { email, role: 'viewer' }, token);
    const answers = [await invite(known), await invite(`nobody.${known}`)];
    const shapes = answers.map(({ statusCode, json }) => [statusCode, Object.keys(json().data), json().data.role]);
    assert.deepEqual(shapes[0], shapes[1]);
    assert.equal(answers[0]?.json().data.email, known);
    assert.equal((await invite(known)).json().code, 'email_taken', 'a member of the own organization');
    assert.equal((await request('POST', '/v1/members', { email: known, role: 'viewer' })).statusCode, 409);
    const other = 'another sentence about nothing';
    const accepted = await accept(answers[0]?.json().data.invitation_token, other);
    assert.equal(accepted.statusCode, 200, accepted.body);
    assert.equal(accepted.json().data.user.email, known);
    now += 2 * MINUTE;
    const sessions = [await logIn(known), await logIn(known, other)].map((one) => one.json().data.user);
    assert.deepEqual(
      sessions.map(({ organization_id: organization }) => organization),
      [organizationId, otherOrganization],
    );
    assert.equal(sessions[0].id, id);
    assert.equal((await logIn(known, 'a third sentence about nothing')).statusCode, 401);
    // Neither can hide wrong passwords from the other by inviting the person first.
    for (const reader of [undefined, token]) {
      const rejected = async () => {
        const { data } = (
          await request('GET', '/v1/audit?action=session.rejected&limit=100', undefined, reader)
        ).json();
        return data.filter(({ actor }: { actor: { name: string } }) => actor.name === known).length;
      };
      // Recorded after the response.
      const deadline = Date.now() + 60_000;
      while ((await rejected()) === 0 && Date.now() < deadline) await new Promise(setImmediate);
      assert.equal(await rejected(), 1);
    }
  });

  test('rejects an email with characters that nobody sees', async () => {
    for (const sign of ['\u0001', '\u001b', '\u0085', '\u200b', '\u202e', '\u2066', '\ufeff']) {
      for (const email of [`a${sign}b@shop.example`, `ab@shop${sign}.example`]) {
        const response = await request('POST', '/v1/members', { email, role: 'viewer' });
        assert.equal(response.statusCode, 422, JSON.stringify(email));
        assert.equal(response.json().errors[0].pointer, '/email');
      }
    }
    const email = `ünï.${organizationId}@ドメイン.example`;
    assert.equal((await request('POST', '/v1/members', { email, role: 'viewer' })).statusCode, 201);
  });

  test('rejects an invitation after seven days, with the same error as an unknown one', async () => {
    const email = `late.${organizationId}@shop.example`;
    const { invitation_token: token } = (await request('POST', '/v1/members', { email, role: 'viewer' })).json().data;
    now += 7 * DAY;
    const late = await accept(token);
    assert.equal(late.statusCode, 422);
    const { request_id: _, ...expired } = late.json();
    const { request_id: __, ...unknown } = (await accept('inv_nothing')).json();
    assert.deepEqual(unknown, expired);
    now -= 7 * DAY;
  });

  test('limits how often one address may try invitations', async () => {
    await accept('inv_unknown');
    now += MINUTE;
    const statuses = [];
    for (let n = 0; n < 11; n += 1) statuses.push((await accept(`inv_${n}`)).statusCode);
    assert.deepEqual(statuses, [...Array(10).fill(422), 429]);
    now += 2 * MINUTE;
  });

  test('applies role changes and removals to the next request on every process', async () => {
    const eve = await member('admin');
    const rename = { name: 'Renamed' };
    const path = `/v1/environments/${server.environments.live.id}`;
    assert.equal((await requestSecond('PATCH', path, rename, eve.token)).statusCode, 200);
    const changed = await request('PATCH', `/v1/members/${eve.id}`, { role: 'viewer' });
    assert.deepEqual([changed.statusCode, changed.json().data.role], [200, 'viewer']);
    assert.equal((await requestSecond('PATCH', path, rename, eve.token)).statusCode, 403);
    assert.equal((await request('DELETE', `/v1/members/${eve.id}`)).statusCode, 204);
    assert.equal((await requestSecond('GET', '/v1/auth/session', undefined, eve.token)).statusCode, 401);
    assert.equal((await logIn(eve.email)).statusCode, 401);
    assert.equal((await request('DELETE', `/v1/members/${eve.id}`)).statusCode, 404);
    const [removed, role] = (await request('GET', `/v1/audit?target_id=${eve.id}`)).json().data;
    assert.deepEqual([removed.action, removed.before], ['member.removed', { email: eve.email, role: 'viewer' }]);
    assert.deepEqual([role.action, role.after.role], ['member.role_changed', 'viewer']);
  });

  test('audits concurrent role changes as a gapless sequence', async () => {
    const finn = await member('viewer');
    const roles = ['admin', 'analyst', 'owner', 'viewer', 'admin', 'analyst'];
    const responses = await Promise.all([
      ...roles.map((role, index) =>
        (index % 2 === 0 ? request : requestSecond)('PATCH', `/v1/members/${finn.id}`, { role }, server.sessions.owner),
      ),
      request('DELETE', `/v1/members/${finn.id}`),
    ]);
    const statuses = responses.map(({ statusCode }) => statusCode);
    assert.ok(
      statuses.every((status) => [200, 204, 404].includes(status)),
      responses.map(({ body }) => body).join(),
    );
    const trail = (
      await request('GET', `/v1/audit?target_id=${finn.id}&action=member.role_changed&action=member.removed`)
    )
      .json()
      .data.reverse();
    const changes = trail.map(({ before, after }: Record<string, { role: string } | null>) => [
      before?.role,
      after?.role,
    ]);
    let role = 'viewer';
    for (const [before, after] of changes) {
      assert.equal(before, role, JSON.stringify(changes));
      role = after;
    }
    assert.equal(trail.at(-1).action, 'member.removed');
  });

  test('never removes or demotes the last owner who can log in, even concurrently', async () => {
    const owners = (await request('GET', '/v1/members?limit=100'))
      .json()
      .data.filter(({ role }: { role: string }) => role === 'owner');
    assert.equal(owners.length, 1);
    const first = owners[0].id;
    assert.equal((await request('DELETE', `/v1/members/${first}`)).json().code, 'last_owner');
    assert.equal((await request('PATCH', `/v1/members/${first}`, { role: 'admin' })).statusCode, 409);
    await request('POST', '/v1/members', { email: `idle.${organizationId}@shop.example`, role: 'owner' });
    assert.equal((await request('DELETE', `/v1/members/${first}`)).statusCode, 409, 'an invited owner cannot log in');
    const second = await member('owner');
    const demotions = await Promise.all([
      request('PATCH', `/v1/members/${first}`, { role: 'admin' }, second.token),
      requestSecond('PATCH', `/v1/members/${second.id}`, { role: 'admin' }, server.sessions.owner),
    ]);
    const statuses = demotions.map(({ statusCode }) => statusCode);
    assert.equal(statuses.filter((status) => status === 200).length, 1, String(statuses));
    const restore = statuses[0] === 200 ? [first, second.token] : [second.id, server.sessions.owner];
    assert.equal((await request('PATCH', `/v1/members/${restore[0]}`, { role: 'owner' }, restore[1])).statusCode, 200);
  });

  test('allows only owners to manage members, and only of their own organization', async () => {
    const { id } = await member('viewer');
    for (const role of ['admin', 'analyst', 'viewer'] as const) {
      const token = server.sessions[role];
      const invite = { email: 'x@shop.example', role: 'owner' };
      assert.equal((await request('POST', '/v1/members', invite, token)).statusCode, 403);
      assert.equal((await request('PATCH', `/v1/members/${id}`, { role: 'owner' }, token)).statusCode, 403);
      assert.equal((await request('POST', `/v1/members/${id}/link`, undefined, token)).statusCode, 403);
      assert.equal((await request('DELETE', `/v1/members/${id}`, undefined, token)).statusCode, 403);
    }
    const stranger = {
      id: server.context.newId('user', now),
      organizationId: (await store.tenants.organizations()).find((one) => one.id !== organizationId)?.id ?? '',
      email: `stranger.${organizationId}@shop.example`,
      role: 'owner',
      createdAt: now,
    } as const;
    await store.members.create(stranger, 'x');
    assert.equal((await request('DELETE', `/v1/members/${stranger.id}`)).statusCode, 403);
    assert.equal((await request('POST', `/v1/members/${stranger.id}/link`)).statusCode, 403);
    assert.equal((await request('PATCH', '/v1/members/usr_x', { role: 'viewer' })).statusCode, 404);
    assert.equal((await request('POST', '/v1/members', { email: 'not an address', role: 'viewer' })).statusCode, 422);
  });

  test('requires the old password to change it, replaces all sessions by a new one and voids an unused link', async () => {
    const { id, email, token } = await member('analyst');
    const link = (await request('POST', `/v1/members/${id}/link`)).json().data.invitation_token;
    const other = (await logIn(email)).json().data.token;
    const change = (current: string, next: string, by = token) =>
      request('POST', '/v1/auth/password', { current_password: current, new_password: next }, by);
    const wrong = await change('not it', 'another long sentence');
    assert.deepEqual([wrong.statusCode, wrong.json().errors[0].pointer], [422, '/current_password']);
    assert.equal((await change(password, 'short')).json().errors[0].pointer, '/new_password');
    const changed = await change(password, 'another long sentence');
    assert.equal(changed.statusCode, 200, changed.body);
    for (const old of [token, other]) {
      assert.equal((await requestSecond('GET', '/v1/auth/session', undefined, old)).statusCode, 401);
    }
    assert.equal((await accept(link, 'a third long sentence')).statusCode, 422, 'it cannot undo the change');
    const { token: started } = changed.json().data;
    assert.equal((await requestSecond('GET', '/v1/auth/session', undefined, started)).statusCode, 200);
    assert.equal((await logIn(email)).statusCode, 401);
    for (let attempt = 0; attempt < 3; attempt++) await change('not it', 'another long sentence', started);
    assert.equal((await change('not it', 'another long sentence', started)).statusCode, 429);
  });

  test('lists and revokes only the sessions of the caller', async () => {
    const { email, token } = await member('viewer');
    const second = (await logIn(email)).json().data.token;
    const listed = (await request('GET', '/v1/auth/sessions', undefined, token)).json().data;
    assert.equal(listed.length, 2);
    const [ending] = listed.filter((one: { is_current: boolean }) => !one.is_current);
    assert.equal((await request('DELETE', `/v1/auth/sessions/${ending.id}`)).statusCode, 403, 'not even an owner');
    assert.equal((await request('DELETE', `/v1/auth/sessions/${ending.id}`, undefined, token)).statusCode, 204);
    assert.equal((await requestSecond('GET', '/v1/auth/session', undefined, second)).statusCode, 401);
    assert.equal((await request('DELETE', `/v1/auth/sessions/${ending.id}`, undefined, token)).statusCode, 404);
    assert.equal((await request('GET', '/v1/auth/sessions', undefined, token)).json().data.length, 1);
  });

  test("resets a lost password by an owner's link; the old one works until then", async () => {
    const { id, email, token } = await member('analyst');
    const first = (await request('POST', `/v1/members/${id}/link`)).json().data.invitation_token;
    const created = await request('POST', `/v1/members/${id}/link`);
    assert.equal(created.statusCode, 201, created.body);
    assert.equal((await logIn(email)).statusCode, 200);
    now += 2 * MINUTE;
    assert.equal((await accept(first, 'a third long sentence')).statusCode, 422, 'a newer link voids the older one');
    assert.equal((await accept(created.json().data.invitation_token, 'a third long sentence')).statusCode, 200);
    assert.equal((await logIn(email)).statusCode, 401);
    assert.equal((await logIn(email, 'a third long sentence')).statusCode, 200);
    assert.equal((await request('GET', '/v1/auth/session', undefined, token)).statusCode, 401);
    assert.equal((await store.audit.verify(organizationId, signer)).broken, null);
  });
});
