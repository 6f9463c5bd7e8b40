// Two processes that delete unused client signals at once on PostgreSQL: none deletes what an event stores meanwhile.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { openPostgres } from '../../src/storage/postgres/open.ts';
import { startTestServer } from '../http/test-server.ts';
import { freshDatabase } from '../postgres.ts';

const STORED = 'SELECT 1 FROM client_signals';
/** The last statement of a process. */
const OF = (name: string, condition: string) =>
  `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND application_name = '${name}' AND ${condition}`;
const WAITS_FOR_WRITERS = `query LIKE '%AS ended%'`;
const WAITS_FOR_LOCK = `wait_event_type = 'Lock'`;
/** The second process waits before it moves signals aside. */
const HOLD_SECOND = `CREATE FUNCTION hold_second() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    IF current_setting('application_name') = 'second' THEN PERFORM pg_advisory_xact_lock(77); END IF;
    RETURN NULL;
  END $$;
  CREATE TRIGGER hold_second BEFORE UPDATE ON unused_signals EXECUTE FUNCTION hold_second()`;

test('an event keeps signals that it stores after one process has searched and before the other deletes', async () => {
  const database = await freshDatabase();
  const server = await startTestServer({ store: await openPostgres({ url: database.url }) });
  const sweeper = (name: string) => openPostgres({ url: `${database.url}?application_name=${name}` });
  const [first, second] = [await sweeper('first'), await sweeper('second')];
  const clients = Array.from({ length: 4 }, () => new pg.Client(database.url));
  const [watcher, hold, writer, blocker] = clients as [pg.Client, pg.Client, pg.Client, pg.Client];
  for (const client of clients) await client.connect();
  const until = async (sql: string, count: number) => {
    while ((await watcher.query(sql)).rowCount !== count) await pause(5);
  };
  try {
    const { number } = server.environments.test;
    const login = (id: string) =>
      server.event(server.keys.test.secret, {
        event: 'login',
        account: { id },
        signals: { timezone: 'Europe/Andorra' },
      });
    assert.equal((await login('ann')).statusCode, 201);
    await server.context.store.privacy.forgetBefore(number, Date.now() + 1_000, 1);
    await watcher.query(HOLD_SECOND);
    await hold.query('SELECT pg_advisory_lock(77)');
    await writer.query('BEGIN; SELECT pg_current_xact_id()');
    const sweeps = [first.privacy.dropUnusedSignals(number)];
    await until(OF('first', WAITS_FOR_WRITERS), 1);
    sweeps.push(second.privacy.dropUnusedSignals(number));
    await until(OF('second', WAITS_FOR_LOCK), 1);
    await blocker.query('BEGIN; SELECT 1 FROM unused_signals FOR UPDATE');
    await writer.query('COMMIT');
    // It has searched all events, and found none with these signals.
    await until(OF('first', WAITS_FOR_LOCK), 1);
    const { id } = (await login('bob')).json().data;
    await hold.query('SELECT pg_advisory_unlock(77)');
    await until(OF('second', `(${WAITS_FOR_WRITERS} OR ${WAITS_FOR_LOCK} AND wait_event <> 'advisory')`), 1);
    await blocker.query('COMMIT');
    await Promise.all(sweeps);
    const stored = await server.context.store.events.event(number, id);
    assert.match(stored?.event.stableSignals?.body ?? '', /Andorra/);
    assert.equal((await watcher.query(STORED)).rowCount, 1);
    assert.equal((await watcher.query('SELECT 1 FROM unused_signals')).rowCount, 0);
  } finally {
    for (const client of clients) await client.end();
    await Promise.all([first.close(), second.close()]);
    await server.close();
    await database.drop();
  }
});
