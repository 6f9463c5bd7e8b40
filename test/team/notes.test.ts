// Notes on events, accounts and devices: who reads, writes, changes and deletes them, their erasure, and the export of a case.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { memberClient } from '../control/member-client.ts';
import { onBothEngines } from '../engines.ts';
import { startTestServer } from '../http/test-server.ts';

/** A browser that two accounts use. */
const SHARED = { persistent_id: 'b5d0a0de-0000-4000-8000-00000000b002', canvas_hash: 'shared', language: 'it' };

interface Note {
  id: string;
  on: string;
  text: string;
  created_by: { name: string };
  created_at: string;
  updated_at: string;
}

await onBothEngines(async ({ store }) => {
  const server = await startTestServer({ store });
  const request = memberClient(server);
  const { sessions } = server;
  const base = `/v1/environments/${server.environments.test.id}`;
  const send = async (id: string, more: Record<string, unknown> = {}) => {
    const signals = { persistent_id: `browser of ${id}`, canvas_hash: id, timezone: 'Europe/Oslo', ...more };
    const response = await server.event(server.keys.test.secret, { event: 'login', account: { id }, signals });
    assert.equal(response.statusCode, 201, response.body);
    return response.json().data as { id: string; device: { id: string } };
  };
  const write = async (path: string, text: string, token = sessions.analyst) => {
    const response = await request('POST', path, { text }, token);
    assert.equal(response.statusCode, 201, response.body);
    return response.json().data as Note;
  };
  const notesAt = async (path: string) =>
    (await request('GET', path, undefined, sessions.viewer)).json().data as Note[];
  const account = (id: string) => `${base}/accounts/${encodeURIComponent(id)}/notes`;

  test('are listed newest first where they were written, and nowhere else', async () => {
    const event = await send('ann');
    await write(`/v1/events/${event.id}/notes`, 'first');
    const second = await write(`/v1/events/${event.id}/notes`, '  <b>second</b>\nline \n');
    assert.deepEqual([second.on, second.text], ['event', '<b>second</b>\nline']);
    await write(account('ann'), 'on the account');
    await write(`/v1/devices/${event.device.id}/notes`, 'on the device');
    const texts = async (path: string) => (await notesAt(path)).map(({ text }) => text);
    assert.deepEqual(await texts(`/v1/events/${event.id}/notes`), ['<b>second</b>\nline', 'first']);
    assert.deepEqual(await texts(account('ann')), ['on the account']);
    assert.deepEqual(await texts(`/v1/devices/${event.device.id}/notes`), ['on the device']);
    const page = (await request('GET', `/v1/events/${event.id}/notes?limit=1`)).json();
    assert.deepEqual([page.data.length, page.data[0].text], [1, second.text]);
    assert.equal((await request('GET', page.links.next)).json().data[0].text, 'first');
  });

  test('are refused when blank, too long, or about something that is not there', async () => {
    const event = await send('ann');
    for (const text of ['', '  \n', 'x'.repeat(2_001)]) {
      const response = await request('POST', `/v1/events/${event.id}/notes`, { text });
      assert.equal(response.statusCode, 422, response.body);
      assert.equal(response.json().errors[0].pointer, '/text');
    }
    assert.equal((await write(`/v1/events/${event.id}/notes`, '☂'.repeat(2_000))).text.length, 2_000);
    assert.equal((await request('POST', account('never seen'), { text: 'x' })).json().code, 'account_not_found');
    assert.equal((await request('GET', account('never seen'))).statusCode, 404);
    const unknown = `/v1/events/evt_${'0'.repeat(26)}/notes`;
    assert.equal((await request('POST', unknown, { text: 'x' })).json().code, 'event_not_found');
  });

  test('are changed by their writer only, and deleted by their writer, admins and owners', async () => {
    const event = await send('bob');
    const path = `/v1/events/${event.id}/notes`;
    const note = await write(path, 'a guess');
    const one = `${base}/notes/${note.id}`;
    const denied = await request('PATCH', one, { text: 'mine now' }, sessions.admin);
    assert.deepEqual([denied.statusCode, denied.json().code], [403, 'not_your_note']);
    const changed = (await request('PATCH', one, { text: 'a fact' }, sessions.analyst)).json().data as Note;
    assert.equal(changed.text, 'a fact');
    assert.ok(changed.updated_at >= changed.created_at);
    const ownersNote = await write(path, 'by the owner', sessions.owner);
    const other = await request('DELETE', `${base}/notes/${ownersNote.id}`, undefined, sessions.analyst);
    assert.deepEqual([other.statusCode, other.json().code], [403, 'not_your_note']);
    assert.equal((await request('DELETE', one, undefined, sessions.admin)).statusCode, 204);
    assert.equal((await request('DELETE', one, undefined, sessions.admin)).json().code, 'note_not_found');
    assert.equal((await request('DELETE', `${base}/notes/${ownersNote.id}`)).statusCode, 204);
    const live = `/v1/environments/${server.environments.live.id}/notes`;
    const elsewhere = await write(path, 'elsewhere');
    assert.equal((await request('DELETE', `${live}/${elsewhere.id}`)).statusCode, 403);
  });

  test('leave neither their text nor the account in the audit log', async () => {
    await send('Carla Secret');
    await write(account('Carla Secret'), 'she called about a phone');
    const entries = (await request('GET', '/v1/audit?action=note.created&limit=100')).json().data;
    assert.equal(entries[0].target.type, 'note');
    assert.equal(entries[0].after.on, 'account');
    assert.ok(!JSON.stringify(entries).includes('Carla') && !JSON.stringify(entries).includes('phone'));
  });

  test('are erased with the account: on it, on its events and on devices of its own; not on shared ones', async () => {
    const own = await send('dora');
    const shared = await send('dora', SHARED);
    await send('emil', SHARED);
    const paths = {
      account: account('dora'),
      event: `/v1/events/${own.id}/notes`,
      device: `/v1/devices/${own.device.id}/notes`,
      shared: `/v1/devices/${shared.device.id}/notes`,
    };
    const notes = Object.fromEntries(
      await Promise.all(Object.entries(paths).map(async ([name, path]) => [name, (await write(path, name)).id])),
    );
    assert.equal((await request('POST', `${base}/accounts/dora/erase`)).statusCode, 200);
    for (const name of ['account', 'event', 'device']) {
      assert.equal(await store.notes.find(server.environments.test.number, notes[name]), null, name);
    }
    assert.equal((await notesAt(paths.shared)).length, 1);
    assert.equal((await request('POST', paths.account, { text: 'again' })).statusCode, 404);
    assert.equal((await write(paths.event, 'the event stays')).on, 'event');
  });

  test('do not outlive an erasure that runs beside them', async () => {
    await send('fred');
    const writes = Array.from({ length: 20 }, () => request('POST', account('fred'), { text: 'quick' }));
    const erased = request('POST', `${base}/accounts/fred/erase`);
    const statuses = (await Promise.all(writes)).map(({ statusCode }) => statusCode);
    assert.equal((await erased).statusCode, 200);
    assert.ok(statuses.every((status) => status === 201 || status === 404));
    await send('fred');
    assert.deepEqual(await notesAt(account('fred')), []);
  });

  test('are in the export of a case, beside each event', async () => {
    const event = await send('force_block_case');
    await write(`/v1/events/${event.id}/notes`, '=HYPERLINK("x")');
    await write(account('force_block_case'), 'known to us');
    await write(`/v1/devices/${event.device.id}/notes`, 'a rented phone');
    const path = `${base}/campaigns/cmp_${event.id.slice(-26)}/events`;
    const exported = async () => JSON.parse((await request('GET', path)).body.trim().split('\n')[0] ?? '');
    assert.equal((await exported()).reason, null);
    await request('POST', `/v1/events/${event.id}/outcome`, { label: 'account_takeover', reason: 'ticket 4711' });
    const item = await exported();
    assert.deepEqual([item.label, item.reason], ['account_takeover', 'ticket 4711']);
    assert.deepEqual(
      item.notes.map(({ on, text }: Note) => [on, text]),
      [
        ['event', '=HYPERLINK("x")'],
        ['account', 'known to us'],
        ['device', 'a rented phone'],
      ],
    );
    const csv = (await request('GET', `${path}?format=csv`)).body;
    assert.match(csv.split('\r\n')[0] ?? '', /,notes$/);
    assert.match(csv, /known to us/);
  });

  test('are limited to 200 on one event', async () => {
    const event = await send('gina');
    const target = { kind: 'event', key: event.id } as const;
    const now = Date.now();
    const { number } = server.environments.test;
    const createdBy = { id: 'usr_x', name: 'x' };
    const [entry] = await store.audit.list(
      server.environments.test.organizationId,
      { actions: [], actorId: null, environmentId: null, targetId: null, from: null, to: null },
      { limit: 1, from: null },
    );
    assert.ok(entry !== undefined);
    const newNote = () => ({
      id: server.context.newId('note', now),
      target,
      text: 'x',
      createdBy,
      createdAt: now,
      updatedAt: now,
    });
    await write(`/v1/events/${event.id}/notes`, 'one');
    await assert.rejects(
      store.notes.create(number, newNote(), null, 1, {
        ...entry,
        signer: { sign: () => '', isValid: () => true },
      }),
      { code: 'note_limit' },
    );
  });
});
