// Tests that an import of outcomes goes on after storage could not accept lines for a moment, and when it gives up.
import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { importOutcomes, type OutcomeEffect } from '../../src/flows/imports/import-outcomes.ts';
import type { Store } from '../../src/records/store.ts';
import type { Environment } from '../../src/records/tenants.ts';
import type { Label } from '../../src/vocabulary/words.ts';
import { contextOver } from '../context.ts';
import { newEnvironment, saveEvent } from '../storage/contract/engine-under-test.ts';
import { eventKeys, NOON } from '../storage/sample.ts';
import { onRelayedPostgres, onSharedSqlite, recordWaits } from './unavailable-storage.ts';

/** With two lines for each, more than a batch. */
const EVENTS = 30;

async function savedEvents(store: Store): Promise<{ environment: Environment; ids: string[] }> {
  const environment = await newEnvironment(store);
  const ids: string[] = [];
  for (let at = NOON; ids.length < EVENTS; at += 1) {
    const { event } = await saveEvent(store, { ...eventKeys(environment.number), at });
    ids.push(event.id);
  }
  return { environment, ids };
}

/** Labels each event as legitimate and then as fraud. */
function importLabels(store: Store, environment: Environment, ids: readonly string[], onWait: (wait: number) => void) {
  const { failures, waiting } = recordWaits(onWait);
  const effects: OutcomeEffect[] = [];
  const labels = ids.flatMap((id) =>
    (['legitimate', 'payment_fraud'] as const).map((label): [string, Label] => [id, label]),
  );
  const importing = importOutcomes(contextOver(store, { clock: () => NOON }), {
    environment,
    lines: Readable.from(labels.map(([id, label], at) => ({ number: at + 1, id, label }))),
    read: ({ id, label }) => ({
      event: { id },
      submission: { label, authenticationOutcome: null, reason: null, metadata: null },
    }),
    within: 0,
    importedBy: 'test',
    dryRun: false,
    strict: false,
    onEffect: (effect) => effects.push(effect),
    onBadLine: () => assert.fail('a line is bad'),
    onProgress: () => {},
    ...waiting,
  });
  return { importing, failures, effects };
}

test('SQLite: an import of outcomes goes on after another process has held the write lock', () =>
  onSharedSqlite(async (store, other) => {
    const { environment, ids } = await savedEvents(store);
    other.exec('BEGIN IMMEDIATE');
    const blocked = importLabels(store, environment, ids, () => {});
    await assert.rejects(blocked.importing, { kind: 'unavailable' });
    assert.deepEqual(blocked.failures, ['unavailable 1', 'unavailable 2', 'unavailable 3']);
    const waiting = importLabels(store, environment, ids, (wait) => void (wait === 2 && other.exec('ROLLBACK')));
    const { complete, created, updated } = await waiting.importing;
    assert.deepEqual([complete, created, updated, waiting.failures.length], [true, EVENTS, EVENTS, 2]);
  }));

test('PostgreSQL: an import of outcomes goes on after the server was gone before it confirmed a commit', () =>
  onRelayedPostgres(async (store, relay) => {
    const { environment, ids } = await savedEvents(store);
    relay.cut('gone', 1);
    const { importing, failures, effects } = importLabels(store, environment, ids, () => relay.cut(null, 0));
    assert.deepEqual(await importing, { ...COUNTS, created: EVENTS, updated: EVENTS });
    assert.deepEqual(failures, ['unavailable 1']);
    assert.deepEqual(
      effects.map(({ line }) => line),
      Array.from({ length: COUNTS.lines }, (_, at) => at + 1),
    );
    for (const id of ids) {
      const rows = await store.outcomes.history(environment.number, id, 9, null);
      assert.deepEqual(
        rows.map(({ label }) => label),
        ['legitimate', 'payment_fraud'],
      );
    }
    const again = importLabels(store, environment, ids, () => {});
    assert.deepEqual(await again.importing, { ...COUNTS, standing: EVENTS, repeated: EVENTS });
  }));

const COUNTS = { lines: 2 * EVENTS, created: 0, updated: 0, standing: 0, repeated: 0, bad: 0, complete: true };
