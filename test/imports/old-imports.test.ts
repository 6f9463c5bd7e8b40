// Tests what retention does to imported events, and after a clock was corrected: it also cleans events older than those it has cleaned.
import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { auditSigner } from '../../src/access/audit-signature.ts';
import { idSource } from '../../src/compose/id-source.ts';
import { type EventLine, importEvents } from '../../src/flows/imports/import-events.ts';
import { applyRetention } from '../../src/flows/privacy/apply-retention.ts';
import { MIGRATIONS_DIR } from '../../src/storage/migrate.ts';
import { SqliteConnection } from '../../src/storage/sqlite/connection.ts';
import { openSqlite } from '../../src/storage/sqlite/open.ts';
import { DAY } from '../../src/vocabulary/clock.ts';
import { onBothEngines } from '../engines.ts';
import { startTestServer } from '../http/test-server.ts';
import { newEnvironment, saveEvent } from '../storage/contract/engine-under-test.ts';
import { eventKeys, NOON } from '../storage/sample.ts';

await onBothEngines(async ({ store }) => {
  let now = NOON;
  const server = await startTestServer({ store, clock: () => now });
  const environment = server.environments.test;

  /** Imports a login, or a failed one, for each number of days before noon. */
  async function importDays(source: string, days: readonly number[], type = 'login'): Promise<string[]> {
    const ids: string[] = [];
    const unused = { userAgent: null, credential: 'secret', idempotency: null };
    await importEvents(server.context, {
      environment,
      source,
      lines: Readable.from(days.map((day, index) => ({ number: index + 1, bytes: Buffer.from(`${day}`) }))),
      read: (bytes) => ({
        input: {
          ...{ type, accountId: type === 'login' ? 'ann' : 'stranger', occurredAt: NOON - Number(bytes) * DAY },
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

  test('retention starts over after a clock that was ahead for longer than the retention period', async () => {
    const send = async () => {
      const login = {
        event: 'login',
        account: { id: 'bob' },
        ip_address: '81.2.69.143',
        signals: { timezone: 'Zone/now' },
      };
      return (await server.event(server.keys.test.secret, login)).json().data.id as string;
    };
    now = NOON + 40 * DAY;
    await send();
    now += 11 * DAY;
    assert.equal((await retain())[0], 3, 'with the two newest of the imported events');
    now = NOON + DAY;
    const after = await send();
    await retain();
    now += 11 * DAY;
    assert.deepEqual(await retain(), [1]);
    assert.deepEqual(await stored([after]), [[false], [false]]);
  });

  test('an import that was interrupted finds its failures for a week', async () => {
    const failuresLeft = async () => {
      await retain();
      const everything = { now, before: now + DAY, importing: now };
      return store.privacy.forgetFailures(environment.number, everything, 100);
    };
    for (const [source, days, isLeft] of [
      ['interrupted', 6, true],
      ['given up', 8, false],
    ] as const) {
      await importDays(source, [40, 39], 'login_failed');
      now += days * DAY;
      assert.equal((await failuresLeft()) > 0, isLeft, source);
    }
  });
});

test('after an upgrade, and one after a rollback, retention finds what earlier versions passed over', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-upgrade-'));
  const path = join(folder, 'assay.db');
  const migrationsDir = join(folder, 'migrations');
  const isEarlier = (file: string) => !(Number.parseInt(basename(file), 10) > 23);
  cpSync(MIGRATIONS_DIR, migrationsDir, { recursive: true, filter: isEarlier });
  const newId = idSource();
  try {
    const old = await openSqlite({ path, migrationsDir });
    const { number } = await newEnvironment(old);
    const save = (at: number, into = old) =>
      saveEvent(into, { ...eventKeys(number), at }, { event: { id: newId('event', at), createdAt: at } });
    await save(NOON - 40 * DAY);
    assert.equal((await old.privacy.forgetBefore(number, NOON, 9)).cleaned, 1);
    await save(NOON - 90 * DAY);
    assert.equal((await old.privacy.forgetBefore(number, NOON, 9)).passed, 0);
    await old.close();
    const store = await openSqlite({ path });
    assert.deepEqual(await store.privacy.forgetBefore(number, NOON, 9), { passed: 2, cleaned: 1 });
    // Back to 0.1.0, which imports another file, and to this version again.
    await save(NOON - 80 * DAY, store);
    const connection = new SqliteConnection(path, { readOnly: false });
    connection.exec(`INSERT INTO import_positions (environment_id, source, line) VALUES (${number}, 'file', 1)`);
    connection.close();
    assert.equal((await store.privacy.forgetBefore(number, NOON, 9)).passed, 0);
    await store.privacy.forgetFailures(number, { now: NOON, before: NOON, importing: NOON }, 9);
    await store.privacy.returnToMissed(number, NOON);
    assert.deepEqual(await store.privacy.forgetBefore(number, NOON, 9), { passed: 3, cleaned: 1 });
    await store.close();
  } finally {
    rmSync(folder, { recursive: true });
  }
});
