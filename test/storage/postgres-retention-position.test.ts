// Tests what retention needs on PostgreSQL to return to imported events: its own position and the times that imports save.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import pg from 'pg';
import { SAVE_IMPORT_POSITION } from '../../src/storage/events/event-statements.ts';
import { advanceRetention, retentionPosition } from '../../src/storage/events/retention-position.ts';
import { PostgresConnection } from '../../src/storage/postgres/connection.ts';
import { openPostgres } from '../../src/storage/postgres/open.ts';
import { ReadAheadConnection } from '../../src/storage/postgres/read-ahead.ts';
import { DAY } from '../../src/vocabulary/clock.ts';
import { idFloor } from '../../src/vocabulary/ids.ts';
import { freshDatabase } from '../postgres.ts';
import { newEnvironment, saveEvent } from './contract/engine-under-test.ts';
import { eventKeys, NOON } from './sample.ts';

test('lines that are written together save the time of the oldest', async () => {
  const { url, drop } = await freshDatabase();
  const store = await openPostgres({ url });
  const client = new pg.Client(url);
  await client.connect();
  try {
    const { number } = await newEnvironment(store);
    const sent: Promise<unknown>[] = [];
    const connection = new ReadAheadConnection(new PostgresConnection(client));
    await connection.defer(sent);
    for (const [line, at] of [NOON, NOON - DAY, NOON + DAY].entries()) {
      await connection.send(SAVE_IMPORT_POSITION, number, 'file', line, at, NOON, at);
    }
    connection.sendAll();
    await Promise.all(sent);
    const { rows } = await client.query('SELECT line, uncleaned_from AS oldest FROM import_positions');
    assert.deepEqual(rows, [{ line: '2', oldest: `${NOON - DAY}` }]);
  } finally {
    await client.end();
    await store.close();
    await drop();
  }
});

test('a step of retention does not advance past events that were imported while it ran', async () => {
  const { url, drop } = await freshDatabase();
  const store = await openPostgres({ url });
  const { number } = await newEnvironment(store);
  const [client, other] = [new pg.Client(url), new pg.Client(url)];
  await Promise.all([client.connect(), other.connect()]);
  const connection = new PostgresConnection(client);
  const positionNow = () => retentionPosition(new PostgresConnection(other), number);
  try {
    await advanceRetention(connection, number, await positionNow(), idFloor('event', NOON));
    const from = await retentionPosition(connection, number);
    assert.equal(from, idFloor('event', NOON));
    const at = NOON - 30 * DAY;
    const importPosition = { source: 'file', line: 1, savedAt: NOON };
    await saveEvent(store, { ...eventKeys(number), at }, { importPosition });
    await store.privacy.returnToMissed(number, NOON + DAY);
    const imported = await positionNow();
    assert.ok(imported < from);
    await advanceRetention(connection, number, from, idFloor('event', NOON + DAY));
    assert.equal(await positionNow(), imported);
  } finally {
    await Promise.all([client.end(), other.end()]);
    await store.close();
    await drop();
  }
});
