// What one process takes away the other refuses on the very next request, on connections that stay open (faults A07).
import assert from 'node:assert/strict';
import { Agent, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, test } from 'node:test';
import { openPostgres } from '../../src/storage/postgres/open.ts';
import { startTestServer } from '../http/test-server.ts';
import { freshDatabase } from '../postgres.ts';
import { asker } from './asking.ts';

const database = await freshDatabase();
const here = await startTestServer({ store: await openPostgres({ url: database.url }) });
const there = await startTestServer({ store: await openPostgres({ url: database.url, poolSize: 2 }) });
const ask = asker(here);
await there.app.listen({ port: 0, host: '127.0.0.1' });
const { port } = there.app.server.address() as AddressInfo;
const agents: Agent[] = [];
after(async () => {
  for (const agent of agents) agent.destroy();
  await there.close();
  await here.close();
  await database.drop();
});

const { id: environmentId, organizationId } = here.environments.test;
const post = (url: string, body: unknown) =>
  here.ask({ method: 'POST', url, headers: { 'content-type': 'application/json' }, payload: JSON.stringify(body) });
const PASSWORD = 'a long sentence about nothing';
let made = 0;

/** A member with a password and a session, begun in the first process. */
async function member(role: string) {
  const email = `m${++made}.${organizationId}@shop.example`;
  const { id, invitation_token } = (await ask('POST', '/v1/members', { email, role })).json().data;
  const begun = await post('/v1/invitations/accept', { token: invitation_token, password: PASSWORD });
  return { id, token: begun.json().data.token as string };
}

/** One connection to the second process, kept open; says whether a request came over the same one. */
function line(token: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  agents.push(agent);
  return (method: string, path: string, body?: unknown): Promise<{ status: number; reused: boolean }> =>
    new Promise((resolve, reject) => {
      const headers = {
        authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      };
      const asked = request({ host: '127.0.0.1', port, method, path, agent, headers }, (answer) => {
        answer.resume();
        answer.on('end', () => resolve({ status: answer.statusCode ?? 0, reused: asked.reusedSocket }));
      });
      asked.on('error', reject);
      asked.end(body === undefined ? undefined : JSON.stringify(body));
    });
}

const READ = ['GET', `/v1/environments/${environmentId}/events`] as const;
const CHANGE = ['PATCH', `/v1/environments/${environmentId}`, { name: 'Test' }] as const;

test('a revoked key', async () => {
  for (const kind of ['secret', 'public'] as const) {
    const key = (await ask('POST', `/v1/environments/${environmentId}/keys`, { kind })).json().data;
    const send = line(key.key);
    const event = ['POST', '/v1/events', { event: 'login', account: { id: 'ann' }, signals: {} }] as const;
    assert.equal((await send(...event)).status, 201);
    assert.deepEqual(await send(...event), { status: 201, reused: true });
    assert.equal((await ask('DELETE', `/v1/keys/${key.id}`)).statusCode, 204);
    assert.deepEqual(await send(...event), { status: 401, reused: true });
  }
});

test('a removed member, on every connection', async () => {
  const { id, token } = await member('admin');
  const lines = [line(token), line(token)];
  for (const send of lines) assert.equal((await send(...READ)).status, 200);
  assert.equal((await ask('DELETE', `/v1/members/${id}`)).statusCode, 204);
  for (const send of lines) assert.deepEqual(await send(...READ), { status: 401, reused: true });
});

test('a changed role', async () => {
  const { id, token } = await member('admin');
  const send = line(token);
  assert.equal((await send(...CHANGE)).status, 200);
  assert.equal((await ask('PATCH', `/v1/members/${id}`, { role: 'viewer' })).statusCode, 200);
  assert.deepEqual(await send(...CHANGE), { status: 403, reused: true });
  assert.deepEqual(await send(...READ), { status: 200, reused: true });
});

test('a session that was ended: by log-out, by hand, by a new password', async () => {
  const ends: ((token: string) => Promise<{ statusCode: number }>)[] = [
    (token) => ask('POST', '/v1/auth/logout', undefined, token),
    async (token) => {
      const sessions = (await ask('GET', '/v1/auth/sessions', undefined, token)).json().data;
      return ask('DELETE', `/v1/auth/sessions/${sessions[0].id}`, undefined, token);
    },
    (token) => {
      const body = { current_password: PASSWORD, new_password: `${PASSWORD}, really` };
      return ask('POST', '/v1/auth/password', body, token);
    },
  ];
  for (const end of ends) {
    const { token } = await member('analyst');
    const send = line(token);
    assert.equal((await send(...READ)).status, 200);
    assert.ok((await end(token)).statusCode < 300);
    assert.deepEqual(await send(...READ), { status: 401, reused: true });
  }
});
