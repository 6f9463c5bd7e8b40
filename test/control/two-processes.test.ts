// Tests that a revocation in one process applies to the next request to another, even on an open connection.
import assert from 'node:assert/strict';
import { Agent, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, test } from 'node:test';
import { openPostgres } from '../../src/storage/postgres/open.ts';
import { startTestServer } from '../http/test-server.ts';
import { freshDatabase } from '../postgres.ts';
import { memberClient } from './member-client.ts';

const database = await freshDatabase();
const first = await startTestServer({ store: await openPostgres({ url: database.url }) });
const second = await startTestServer({ store: await openPostgres({ url: database.url, poolSize: 2 }) });
const request = memberClient(first);
await second.app.listen({ port: 0, host: '127.0.0.1' });
const { port } = second.app.server.address() as AddressInfo;
const agents: Agent[] = [];
after(async () => {
  for (const agent of agents) agent.destroy();
  await second.close();
  await first.close();
  await database.drop();
});

const { id: environmentId, organizationId } = first.environments.test;
const post = (url: string, body: unknown) =>
  first.request({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/json' },
    payload: JSON.stringify(body),
  });
const PASSWORD = 'a long sentence about nothing';
let members = 0;

/** A member with a password and a session, created through the first process. */
async function member(role: string) {
  const email = `m${++members}.${organizationId}@shop.example`;
  const { id, invitation_token } = (await request('POST', '/v1/members', { email, role })).json().data;
  const started = await post('/v1/invitations/accept', { token: invitation_token, password: PASSWORD });
  return { id, token: started.json().data.token as string };
}

/** A keep-alive connection to the second process; `reused` says whether a request reused it. */
function connect(token: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  agents.push(agent);
  return (method: string, path: string, body?: unknown): Promise<{ status: number; reused: boolean }> =>
    new Promise((resolve, reject) => {
      const headers = {
        authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      };
      const sent = httpRequest({ host: '127.0.0.1', port, method, path, agent, headers }, (response) => {
        response.resume();
        response.on('end', () => resolve({ status: response.statusCode ?? 0, reused: sent.reusedSocket }));
      });
      sent.on('error', reject);
      sent.end(body === undefined ? undefined : JSON.stringify(body));
    });
}

const READ = ['GET', `/v1/environments/${environmentId}/events`] as const;
const CHANGE = ['PATCH', `/v1/environments/${environmentId}`, { name: 'Test' }] as const;

test('rejects a revoked key', async () => {
  for (const kind of ['secret', 'public'] as const) {
    const key = (await request('POST', `/v1/environments/${environmentId}/keys`, { kind })).json().data;
    const send = connect(key.key);
    const event = ['POST', '/v1/events', { event: 'login', account: { id: 'ann' }, signals: {} }] as const;
    assert.equal((await send(...event)).status, 201);
    assert.deepEqual(await send(...event), { status: 201, reused: true });
    assert.equal((await request('DELETE', `/v1/keys/${key.id}`)).statusCode, 204);
    assert.deepEqual(await send(...event), { status: 401, reused: true });
  }
});

test('rejects a removed member on every connection', async () => {
  const { id, token } = await member('admin');
  const connections = [connect(token), connect(token)];
  for (const send of connections) assert.equal((await send(...READ)).status, 200);
  assert.equal((await request('DELETE', `/v1/members/${id}`)).statusCode, 204);
  for (const send of connections) assert.deepEqual(await send(...READ), { status: 401, reused: true });
});

test('applies a changed role', async () => {
  const { id, token } = await member('admin');
  const send = connect(token);
  assert.equal((await send(...CHANGE)).status, 200);
  assert.equal((await request('PATCH', `/v1/members/${id}`, { role: 'viewer' })).statusCode, 200);
  assert.deepEqual(await send(...CHANGE), { status: 403, reused: true });
  assert.deepEqual(await send(...READ), { status: 200, reused: true });
});

test('rejects a session ended by logout, revocation or a new password', async () => {
  const ends: ((token: string) => Promise<{ statusCode: number }>)[] = [
    (token) => request('POST', '/v1/auth/logout', undefined, token),
    async (token) => {
      const sessions = (await request('GET', '/v1/auth/sessions', undefined, token)).json().data;
      return request('DELETE', `/v1/auth/sessions/${sessions[0].id}`, undefined, token);
    },
    (token) => {
      const body = { current_password: PASSWORD, new_password: `${PASSWORD}, really` };
      return request('POST', '/v1/auth/password', body, token);
    },
  ];
  for (const end of ends) {
    const { token } = await member('analyst');
    const send = connect(token);
    assert.equal((await send(...READ)).status, 200);
    assert.ok((await end(token)).statusCode < 300);
    assert.deepEqual(await send(...READ), { status: 401, reused: true });
  }
});
