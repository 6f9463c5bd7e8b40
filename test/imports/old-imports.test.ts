// Tests that retention also cleans imported events that are older than those it has cleaned before, on both engines.
import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { auditSigner } from '../../src/access/audit-signature.ts';
import { type EventLine, importEvents } from '../../src/flows/imports/import-events.ts';
import { applyRetention } from '../../src/flows/privacy/apply-retention.ts';
import { DAY } from '../../src/vocabulary/clock.ts';
import { onBothEngines } from '../engines.ts';
import { startTestServer } from '../http/test-server.ts';

const NOON = Date.UTC(2026, 2, 1, 12);

await onBothEngines(async ({ store }) => {
  const server = await startTestServer({ store, clock: () => NOON });
  const environment = server.environments.test;

  /** Imports a login for each number of days before noon. */
  async function importDays(source: string, days: readonly number[]): Promise<string[]> {
    const ids: string[] = [];
    const unused = { userAgent: null, credential: 'secret', idempotency: null };
    await importEvents(server.context, {
      environment,
      source,
      lines: Readable.from(days.map((day, index) => ({ number: index + 1, bytes: Buffer.from(`${day}`) }))),
      read: (bytes) => ({
        input: {
          ...{ type: 'login', accountId: 'ann', occurredAt: NOON - Number(bytes) * DAY },
          ...{ signals: { timezone: `Zone/${bytes}` }, address: '81.2.69.142', ...unused },
        } as EventLine['input'],
        outcome: null,
      }),
      strict: true,
      onResult: async ({ id }) => {
        ids.push(id);
      },
      onBadLine: () => {},
      onProgress: () => {},
      stopped: () => false,
    });
    return ids;
  }

  /** Which of the events still have an address, and which client signals. */
  async function stored(ids: readonly string[]): Promise<boolean[][]> {
    const events = await Promise.all(ids.map((id) => store.events.event(environment.number, id)));
    return [
      events.map((found) => found?.event.address != null),
      events.map((found) => found?.event.stableSignals != null),
    ];
  }

  const retain = async () => (await applyRetention(server.context)).map(({ cleanedEvents }) => cleanedEvents);

  test('retention returns to events imported behind the point that it has reached', async () => {
    await store.tenants.updateEnvironment(environment.id, { retentionDays: 10 }, () => ({
      ...{ id: server.context.newId('audit', NOON), organizationId: environment.organizationId, at: NOON },
      ...{ actor: { type: 'cli', id: 'cli', name: 'test' }, address: null, action: 'environment.updated' },
      ...{ target: { type: 'environment', id: environment.id }, environmentId: environment.id },
      ...{ before: null, after: null, signer: auditSigner(server.context.webhooks.keys) },
    }));
    const newer = await importDays('newer', [15, 14, 5]);
    assert.deepEqual(await retain(), [2]);
    assert.deepEqual(await stored(newer), Array(2).fill([false, false, true]));
    // The oldest is not the last line, and the retention period has not ended for all.
    const older = await importDays('older', [40, 60, 20, 9]);
    assert.deepEqual(await retain(), [3]);
    assert.deepEqual(await stored(older), Array(2).fill([false, false, false, true]));
    assert.deepEqual(await retain(), [0]);
    // A run that continues its file, and one of another file, between two runs of retention.
    const more = [...(await importDays('older', [40, 60, 20, 9, 70])), ...(await importDays('third', [30]))];
    assert.deepEqual(await retain(), [2]);
    assert.deepEqual(await stored(more), Array(2).fill([false, false, false, true, false, false]));
  });
});
