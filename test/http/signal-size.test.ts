// Tests events with more signals than are stored: they are never rejected, and dropped signals are named.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MAX_STORED_BYTES } from '../../src/devices/client-signals.ts';
import { onBothEngines } from '../engines.ts';
import { startTestServer } from './test-server.ts';

await onBothEngines(({ store }) => {
  test('S1: an event of 245 KB of junk keys is accepted, and 16 KiB of it are stored', async () => {
    const server = await startTestServer({ store });
    const junk = Object.fromEntries(Array.from({ length: 60 }, (_, n) => [`junk_${n}`, `${n} ${'x'.repeat(4_000)}`]));
    const signals = { ...junk, platform: 'Linux x86_64', timezone: 'Europe/Berlin' };
    const created = await server.event(server.keys.test.public, { event: 'login', account: { id: 'u_1' }, signals });
    assert.equal(created.statusCode, 201, created.body);
    const headers = { authorization: `Bearer ${server.keys.test.secret}` };
    const { id, device } = created.json().data;
    const detail = (await server.request({ url: `/v1/events/${id}`, headers })).json().data;
    const dropped = detail.resolution.unknown_signals.filter((name: string) => name.startsWith('junk_'));
    assert.ok(dropped.length >= 50, String(dropped.length));
    const stored = (await store.events.event(server.environments.test.number, id))?.event;
    const bytes = Buffer.byteLength(`${stored?.stableSignals?.body}${stored?.volatileSignals ?? ''}`);
    assert.ok(bytes > 0 && bytes <= MAX_STORED_BYTES, `${bytes} bytes are stored`);
    assert.ok(device.id.startsWith('dev_'));
    await server.app.close();
  });

  test('a list that is over its limit, and not stored for its size, is named once', async () => {
    const server = await startTestServer({ store });
    const fonts = Array.from({ length: 600 }, (_, n) => `A font with a long name, number ${n}`);
    const signals = { platform: 'Linux x86_64', fonts };
    const { data } = (await server.event(server.keys.test.public, { event: 'page_view', signals })).json();
    const headers = { authorization: `Bearer ${server.keys.test.secret}` };
    const { resolution } = (await server.request({ url: `/v1/events/${data.id}`, headers })).json().data;
    assert.deepEqual(
      resolution.unknown_signals.filter((name: string) => name === 'fonts'),
      ['fonts'],
    );
    await server.app.close();
  });
});
