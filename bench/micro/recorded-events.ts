// Prepares synthetic events for the flows, and records the SQL statements that storing each event takes.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { composeContext } from '../../src/compose/context.ts';
import { loadConfig } from '../../src/config/config.ts';
import type { Context } from '../../src/flows/context.ts';
import { prepareEvent } from '../../src/flows/events/prepared-event.ts';
import { recordEventWithin } from '../../src/flows/events/record-event.ts';
import { type EventBody, parseEventBody } from '../../src/http/input/event-body.ts';
import { DEFAULT_THRESHOLDS, type Policy } from '../../src/policy/policy.ts';
import type { Store } from '../../src/records/store.ts';
import type { Environment } from '../../src/records/tenants.ts';
import type { Value } from '../../src/storage/engine.ts';
import { EventTransaction } from '../../src/storage/events/event-transaction.ts';
import { FailureHistory } from '../../src/storage/events/failure-history.ts';
import { TextDedupCache } from '../../src/storage/events/text-dedup-cache.ts';
import { QueriedWindows } from '../../src/storage/events/windows.ts';
import type { Statement, Write } from '../../src/storage/sql.ts';
import { SqliteConnection } from '../../src/storage/sqlite/connection.ts';
import { openSqlite } from '../../src/storage/sqlite/open.ts';
import { environment, organization } from '../../test/storage/sample.ts';
import { type EventMix, requestBodies } from '../simulate/request-bodies.ts';

export interface RecordedStatement {
  sql: Statement;
  values: Value[];
  write: boolean;
}

/** Everything needed to record the events of a mix in a store. */
export interface Prepared {
  environment: Environment;
  policy: Policy;
  context: Context;
  inputs: ReturnType<typeof parseEventBody>[];
}

/** Creates an environment in `store` and parses `count` events for it as the HTTP layer would. */
export async function prepare(store: Store, mix: EventMix, count: number): Promise<Prepared> {
  const owner = organization();
  const newEnvironment = environment(owner.id);
  await store.tenants.createOrganization(owner, [newEnvironment], [], { thresholds: DEFAULT_THRESHOLDS });
  const saved = (await store.tenants.environment(newEnvironment.id)) as Environment;
  const policy = (await store.tenants.policy(saved.number, 1)) as Policy;
  const source = requestBodies(mix);
  const connection = { address: null, userAgent: null };
  const inputs = Array.from({ length: count }, () =>
    parseEventBody(JSON.parse(source.next().value) as EventBody, 'secret', connection, null, Date.now()),
  );
  const context = composeContext(store, loadConfig({}));
  return { environment: saved, policy, context, inputs };
}

/** Stores the events of a mix in a temporary database and returns the statements of each. */
export async function recordStatements(mix: EventMix, count: number): Promise<RecordedStatement[][]> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-record-'));
  const path = join(folder, 'assay.db');
  const store = await openSqlite({ path });
  const prepared = await prepare(store, mix, count);
  await store.close();
  const connection = new SqliteConnection(path, { readOnly: false });
  connection.exec('PRAGMA synchronous = OFF');
  const recorder = new Recorder(connection);
  const parts = { querier: recorder, failures: new FailureHistory(Date.now), texts: new TextDedupCache(), shard: 0 };
  const recorded: RecordedStatement[][] = [];
  for (const input of prepared.inputs) {
    const windows = new QueriedWindows(recorder);
    const transaction = new EventTransaction({ ...parts, windows, begin: () => {} });
    const { environment, policy, context } = prepared;
    const event = prepareEvent(context, { environment, policy, subscribers: [] }, input, Date.now());
    await recordEventWithin(transaction, context, event);
    for (const [number, digest] of transaction.sentTexts) parts.texts.add(number, digest);
    recorded.push(recorder.take());
  }
  connection.close();
  rmSync(folder, { recursive: true });
  return recorded;
}

/** A connection that records every statement. */
class Recorder {
  readonly readsAhead = true;
  readonly #connection: SqliteConnection;
  #statements: RecordedStatement[] = [];

  constructor(connection: SqliteConnection) {
    this.#connection = connection;
  }

  /** Returns and clears the recorded statements. */
  take(): RecordedStatement[] {
    const statements = this.#statements;
    this.#statements = [];
    return statements;
  }

  all<R>(sql: Statement, ...values: Value[]): Promise<R[]> {
    this.#statements.push({ sql, values, write: false });
    return this.#connection.all(sql, ...values);
  }

  run(sql: Write, ...values: Value[]): Promise<number> {
    this.#statements.push({ sql, values, write: true });
    return this.#connection.run(sql, ...values);
  }

  send(sql: Write, ...values: Value[]): Promise<void> {
    this.#statements.push({ sql, values, write: true });
    return this.#connection.send(sql, ...values);
  }
}
