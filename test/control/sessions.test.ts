// Log-in, log-out and the end of sessions, through the front door on both engines (contract 2; faults A07).
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HOUR } from '../../src/vocabulary/clock.ts';
import { onBothEngines } from '../engines.ts';
import { startTestServer, type TestServer } from '../http/test-server.ts';

await onBothEngines(async ({ store }) => {
  let now = Date.UTC(2026, 2, 1, 12);
  const door = await startTestServer({ store, clock: () => now });
  const email = `ann.${door.environments.test.organizationId}@example.com`;
  const { passwords, people } = { passwords: door.context.passwords, people: store.sessions };
  const member = {
    id: door.context.newId('user', now),
    organizationId: door.environments.test.organizationId,
    email,
    role: 'admin',
    createdAt: now,
  } as const;
  await people.createMember(member, await passwords.hash('correct horse'));

  test('the right password begins a session that says who it is, and ends at log-out', async () => {
    const { token, ...shown } = await begin(door, email.toUpperCase());
    assert.match(token, /^dash_/);
    const session = await ask(door, 'GET', '/v1/auth/session', token);
    assert.deepEqual(session.json().data, shown);
    assert.equal(session.json().data.user.role, 'admin');
    assert.equal((await ask(door, 'POST', '/v1/auth/logout', token)).statusCode, 204);
    assert.equal((await ask(door, 'GET', '/v1/auth/session', token)).statusCode, 401);
  });

  test('an unknown e-mail and a wrong password get one and the same answer', async () => {
    now += HOUR;
    const [wrong, unknown] = [await logIn(door, email, 'wrong'), await logIn(door, 'nobody@example.com', 'wrong')];
    const same = ({ request_id: _, ...problem }: Record<string, unknown>) => problem;
    assert.equal(wrong.statusCode, 401);
    assert.deepEqual(same(unknown.json()), same(wrong.json()));
  });

  test('open doors take no query parameters either', async () => {
    for (const url of ['/v1/auth/login?password=x', '/v1/invitations/accept?token=x']) {
      const headers = { 'content-type': 'application/json' };
      const payload = JSON.stringify({ email, token: 'x', password: 'correct horse' });
      const answer = await door.ask({ method: 'POST', url, headers, payload });
      assert.equal(answer.statusCode, 422, answer.body);
      assert.equal(answer.json().errors[0].code, 'unknown_parameter');
    }
  });

  test('a session ends when it is idle for too long, and at its absolute end however busy', async () => {
    now += HOUR;
    const idle = await begin(door, email);
    const busy = await begin(door, email);
    const { sessionIdle, sessionAbsolute } = door.context.limits;
    now += sessionIdle - 1;
    assert.equal((await ask(door, 'GET', '/v1/auth/session', busy.token)).statusCode, 200);
    now += 1;
    assert.equal((await ask(door, 'GET', '/v1/auth/session', idle.token)).statusCode, 401);
    for (let spent = sessionIdle; spent < sessionAbsolute - sessionIdle; spent += sessionIdle / 2) {
      now += sessionIdle / 2;
      assert.equal((await ask(door, 'GET', '/v1/auth/session', busy.token)).statusCode, 200);
    }
    now += sessionIdle;
    assert.equal((await ask(door, 'GET', '/v1/auth/session', busy.token)).statusCode, 401);
  });

  test('the sixth attempt for one e-mail within a minute is put off, the right password too', async () => {
    now += HOUR;
    for (let attempt = 0; attempt < 5; attempt++) assert.equal((await logIn(door, email, 'wrong')).statusCode, 401);
    const late = await logIn(door, email, 'correct horse');
    assert.equal(late.statusCode, 429);
    assert.ok(Number(late.headers['retry-after']) > 0);
    now += Number(late.headers['retry-after']) * 1_000;
    assert.equal((await logIn(door, email, 'correct horse')).statusCode, 200);
  });
});

async function begin(door: TestServer, email: string) {
  const answer = await logIn(door, email, 'correct horse');
  assert.equal(answer.statusCode, 200, answer.body);
  return answer.json().data;
}

function logIn(door: TestServer, email: string, password: string) {
  return door.ask({
    method: 'POST',
    url: '/v1/auth/login',
    headers: { 'content-type': 'application/json' },
    payload: JSON.stringify({ email, password }),
  });
}

function ask(door: TestServer, method: 'GET' | 'POST', url: string, token: string) {
  return door.ask({ method, url, headers: { authorization: `Bearer ${token}` } });
}
