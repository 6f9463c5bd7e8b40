// A shop that one browser attacks, for the tests of the dashboard's reads.
import assert from 'node:assert/strict';
import { after } from 'node:test';
import type { Store } from '../../src/records/store.ts';
import { desktop } from '../devices/machines.ts';
import { startTestServer } from '../http/test-server.ts';
import { apiCaller } from './api-caller.ts';

const NOON = Date.UTC(2026, 2, 1, 12);

export interface Sent {
  id: string;
  external_account_id: string;
  device: { id: string };
  session: { id: string };
  risk: { score: number; decision: string };
}

/** A server that has recorded the events `sent`, oldest first, a minute apart, and the owner's client of its API. */
export async function attackedShop(store: Store) {
  let now = NOON;
  const server = await startTestServer({ store, clock: () => now });
  after(() => server.app.close());
  const sent: Sent[] = [];
  const send = async (account: string, address: string, canvas: string, event = 'login_failed') => {
    now += 60_000;
    const signals = { ...desktop(canvas), canvas_hash: canvas };
    const body = { event, account: { id: account }, ip_address: address, signals };
    const response = await server.event(server.keys.test.secret, body);
    assert.equal(response.statusCode, 201, response.body);
    sent.push(response.json().data);
  };
  // One attacker with one address and one browser against twelve accounts, and an unrelated customer.
  for (let victim = 0; victim < 12; victim += 1) await send(`force_block_${victim}`, '45.83.1.20', 'attacker');
  for (let visit = 0; visit < 3; visit += 1) await send('u_%', '81.2.69.142', 'owner', 'login');
  await send('U_1', '2001:4860:4860::8888', 'phone', 'login');
  await send('=1+1', '10.0.0.9', 'sheet', 'login');
  return { server, sent, ...apiCaller(server, server.sessions.owner) };
}
