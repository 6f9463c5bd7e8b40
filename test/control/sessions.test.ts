// Login, logout and the expiry of sessions through the API, on both engines.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { operatorActor } from '../../src/flows/audit/audit-event.ts';
import { inviteMember } from '../../src/flows/members/invite-member.ts';
import { DAY, HOUR, isoTime, MINUTE } from '../../src/vocabulary/clock.ts';
import { onBothEngines } from '../engines.ts';
import { startTestServer, type TestServer } from '../http/test-server.ts';

await onBothEngines(async ({ store }) => {
  let now = Date.UTC(2026, 2, 1, 12);
  const server = await startTestServer({ store, clock: () => now });
  const email = `ann.${server.environments.test.organizationId}@example.com`;
  const passwordHash = await server.context.passwords.hash('correct horse');
  const member = {
    id: server.context.newId('user', now),
    organizationId: server.environments.test.organizationId,
    email,
    role: 'admin',
    createdAt: now,
  } as const;
  await store.members.create(member, passwordHash);

  test('starts a session for the right password and ends it at logout', async () => {
    const { token, ...body } = await startSession(server, email.toUpperCase());
    assert.match(token, /^dash_/);
    const session = await request(server, 'GET', '/v1/auth/session', token);
    assert.deepEqual(session.json().data, body);
    assert.equal(session.json().data.user.role, 'admin');
    assert.equal((await request(server, 'POST', '/v1/auth/logout', token)).statusCode, 204);
    assert.equal((await request(server, 'GET', '/v1/auth/session', token)).statusCode, 401);
  });

  test('returns the same response for an unknown email and a wrong password', async () => {
    now += HOUR;
    const [wrong, unknown] = [await logIn(server, email, 'wrong'), await logIn(server, 'nobody@example.com', 'wrong')];
    const withoutId = ({ request_id: _, ...problem }: Record<string, unknown>) => problem;
    assert.equal(wrong.statusCode, 401);
    assert.deepEqual(withoutId(unknown.json()), withoutId(wrong.json()));
  });

  test('checks a password for every email, so that the time does not tell who is a member', async () => {
    now += HOUR;
    const { passwords } = server.context;
    const { verify } = passwords;
    let checks = 0;
    passwords.verify = (...check) => {
      checks += 1;
      return verify(...check);
    };
    const invited = `ben.${member.organizationId}@example.com`;
    const operator = operatorActor(member.organizationId, 'operator');
    await inviteMember(server.context, operator, { email: invited, role: 'viewer' });
    for (const one of [email, invited, 'nobody@example.com']) await logIn(server, one, 'wrong');
    passwords.verify = verify;
    assert.equal(checks, 3);
  });

  test('rejects query parameters on unauthenticated endpoints', async () => {
    for (const url of ['/v1/auth/login?password=x', '/v1/invitations/accept?token=x']) {
      const headers = { 'content-type': 'application/json' };
      const payload = JSON.stringify({ email, token: 'x', password: 'correct horse' });
      const response = await server.request({ method: 'POST', url, headers, payload });
      assert.equal(response.statusCode, 422, response.body);
      assert.equal(response.json().errors[0].code, 'unknown_parameter');
    }
  });

  test('ends a session after the idle timeout and at its absolute expiry', async () => {
    now += HOUR;
    const idle = await startSession(server, email);
    const active = await startSession(server, email);
    const { sessionIdle, sessionAbsolute } = server.context.limits;
    const expiry = now + sessionAbsolute;
    now += sessionIdle - 1;
    assert.equal((await request(server, 'GET', '/v1/auth/session', active.token)).statusCode, 200);
    now += 1;
    assert.equal((await request(server, 'GET', '/v1/auth/session', idle.token)).statusCode, 401);
    while (now + sessionIdle / 2 < expiry) {
      now += sessionIdle / 2;
      assert.equal((await request(server, 'GET', '/v1/auth/session', active.token)).statusCode, 200);
    }
    now = expiry - 1;
    assert.equal((await request(server, 'GET', '/v1/auth/session', active.token)).statusCode, 200);
    now = expiry;
    assert.equal((await request(server, 'GET', '/v1/auth/session', active.token)).statusCode, 401);
    const latest = await startSession(server, email);
    const { data } = (await request(server, 'GET', '/v1/auth/sessions', latest.token)).json();
    assert.equal(data.length, 1, 'a session that has ended is not listed, even while it is stored');
  });

  test('keeps a session in use alive when it may be idle for a minute only', async () => {
    now += HOUR;
    const { limits } = server.context;
    const { sessionIdle } = limits;
    limits.sessionIdle = MINUTE;
    try {
      const { token } = await startSession(server, email);
      for (let use = 0; use < 4; use += 1) {
        now += (MINUTE * 2) / 3;
        assert.equal((await request(server, 'GET', '/v1/auth/session', token)).statusCode, 200, `use ${use}`);
      }
      now += MINUTE;
      assert.equal((await request(server, 'GET', '/v1/auth/session', token)).statusCode, 401);
    } finally {
      limits.sessionIdle = sessionIdle;
    }
  });

  test('shows when a key was last used, to the minute', async () => {
    const { token } = await startSession(server, email);
    const { id } = server.environments.test;
    const lastUse = async () => {
      const { data } = (await request(server, 'GET', `/v1/environments/${id}/keys`, token)).json();
      return data.find(({ kind }: { kind: string }) => kind === 'secret').last_used_at;
    };
    for (let use = 0; use < 2; use += 1) {
      now += MINUTE + 1;
      await request(server, 'GET', '/v1/events/evt_x', server.keys.test.secret);
      // Recorded without delaying the response.
      const deadline = Date.now() + 60_000;
      while ((await lastUse()) !== isoTime(now) && Date.now() < deadline) await new Promise(setImmediate);
      assert.equal(await lastUse(), isoTime(now), `use ${use}`);
    }
  });

  test('shows when a key was last used after a clock was corrected that was years ahead', async () => {
    const { id } = server.environments.test;
    const lastUse = async () => (await store.tenants.keys(id)).find(({ kind }) => kind === 'secret')?.lastUsedAt;
    for (const change of [900 * DAY, -900 * DAY]) {
      now += change;
      await request(server, 'GET', '/v1/events/evt_x', server.keys.test.secret);
      const deadline = Date.now() + 10_000;
      while ((await lastUse()) !== now && Date.now() < deadline) await new Promise(setImmediate);
      assert.equal(await lastUse(), now, `changed by ${change} ms`);
    }
  });

  test('rejects the sixth login within a minute, even with the right password', async () => {
    now += HOUR;
    for (let attempt = 0; attempt < 5; attempt++) assert.equal((await logIn(server, email, 'wrong')).statusCode, 401);
    const late = await logIn(server, email, 'correct horse');
    assert.equal(late.statusCode, 429);
    assert.ok(Number(late.headers['retry-after']) > 0);
    now += Number(late.headers['retry-after']) * 1_000;
    assert.equal((await logIn(server, email, 'correct horse')).statusCode, 200);
  });
});

async function startSession(server: TestServer, email: string) {
  const response = await logIn(server, email, 'correct horse');
  assert.equal(response.statusCode, 200, response.body);
  return response.json().data;
}

function logIn(server: TestServer, email: string, password: string) {
  return server.request({
    method: 'POST',
    url: '/v1/auth/login',
    headers: { 'content-type': 'application/json' },
    payload: JSON.stringify({ email, password }),
  });
}

function request(server: TestServer, method: 'GET' | 'POST', url: string, token: string) {
  return server.request({ method, url, headers: { authorization: `Bearer ${token}` } });
}
