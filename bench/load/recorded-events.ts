// Events of a made-up population as the flows keep them, and the very statements that keeping each of them took.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { composeContext } from '../../src/compose/context.ts';
import { loadConfig } from '../../src/config/config.ts';
import type { Context } from '../../src/flows/context.ts';
import { observeEvent } from '../../src/flows/events/observe-event.ts';
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
import { SqliteConnection } from '../../src/storage/sqlite/connection.ts';
import { openSqlite } from '../../src/storage/sqlite/open.ts';
import { environment, organization } from '../../test/storage/sample.ts';
import { bodies, type Mix } from './population.ts';

export interface RecordedStatement {
  sql: string;
  values: Value[];
  write: boolean;
}

/** What is needed to keep the events of a mix in a store. */
export interface Prepared {
  environment: Environment;
  policy: Policy;
  context: Context;
  inputs: ReturnType<typeof parseEventBody>[];
}

/** A new environment in `store` and `count` events for it, parsed as the door would. */
export async function prepare(store: Store, mix: Mix, count: number): Promise<Prepared> {
  const owner = organization();
  const made = environment(owner.id);
  await store.tenants.createOrganization(owner, [made], [], { thresholds: DEFAULT_THRESHOLDS });
  const kept = (await store.tenants.environment(made.id)) as Environment;
  const policy = (await store.tenants.policy(kept.number, 1)) as Policy;
  const source = bodies(mix);
  const connection = { address: null, userAgent: null };
  const inputs = Array.from({ length: count }, () =>
    parseEventBody(JSON.parse(source.next().value) as EventBody, 'secret', connection, null, Date.now()),
  );
  const context = composeContext(store, loadConfig({}));
  return { environment: kept, policy, context, inputs };
}

/** Keeps the events of a mix in a database of its own and returns the statements of each. */
export async function recordStatements(mix: Mix, count: number): Promise<RecordedStatement[][]> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-record-'));
  const path = join(folder, 'assay.db');
  const store = await openSqlite({ path });
  const prepared = await prepare(store, mix, count);
  await store.close();
  const connection = new SqliteConnection(path, { readOnly: false });
  connection.exec('PRAGMA synchronous = OFF');
  const recorder = new Recorder(connection);
  const parts = { querier: recorder, failures: new FailureHistory(Date.now), texts: new TextDedupCache(), slot: 0 };
  const recorded: RecordedStatement[][] = [];
  for (const input of prepared.inputs) {
    const windows = new QueriedWindows(recorder);
    const transaction = new EventTransaction({ ...parts, windows, begin: () => {} });
    const { environment, policy, context } = prepared;
    const now = Date.now();
    const observed = observeEvent(environment, input, now);
    await recordEventWithin(transaction, context, { environment, policy, subscribers: [], input, observed, now });
    for (const [number, digest] of transaction.offered) parts.texts.add(number, digest);
    recorded.push(recorder.take());
  }
  connection.close();
  rmSync(folder, { recursive: true });
  return recorded;
}

class Recorder {
  readonly #connection: SqliteConnection;
  #taken: RecordedStatement[] = [];

  constructor(connection: SqliteConnection) {
    this.#connection = connection;
  }

  take(): RecordedStatement[] {
    const taken = this.#taken;
    this.#taken = [];
    return taken;
  }

  all<R>(sql: string, ...values: Value[]): Promise<R[]> {
    this.#taken.push({ sql, values, write: false });
    return this.#connection.all(sql, ...values);
  }

  run(sql: string, ...values: Value[]): Promise<number> {
    this.#taken.push({ sql, values, write: true });
    return this.#connection.run(sql, ...values);
  }

  send(sql: string, ...values: Value[]): Promise<void> {
    this.#taken.push({ sql, values, write: true });
    return this.#connection.send(sql, ...values);
  }
}
