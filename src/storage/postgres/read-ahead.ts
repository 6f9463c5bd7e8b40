// A connection for many events: their reads were made ahead, and their writes wait until a read or the commit needs them.
import type { Batcher, Row, Value } from '../engine.ts';
import { SAVE_IMPORT_POSITION } from '../events/event-statements.ts';
import { EVENT_WRITES } from '../events/event-writes.ts';
import { READ_DEVICES } from '../events/ingest-reads.ts';
import type { Statement, Write } from '../sql.ts';
import { learnTypes } from './array-statements.ts';
import { keyOf, readArray, sendArrays, type WrittenRows } from './batch-connection.ts';
import { handled } from './commit.ts';
import type { PostgresConnection } from './connection.ts';
import { CountsSince } from './counts-since.ts';
import { KnownDevices } from './known-devices.ts';
import {
  changedDevice,
  changesOf,
  type Dependency,
  dependenciesOf,
  isKeyedRead,
  isKeyedWrite,
} from './read-dependencies.ts';

/** Changed results of this many events are read again together. */
const EVENTS_AHEAD = 32;

/** A result with the number of writes before it. */
interface KnownResult {
  statement: Statement;
  values: readonly Value[];
  rows: readonly Row[];
  dependencies: readonly Dependency[];
  readAt: number;
}

/**
 * Reads return what was read ahead unless a later write of the transaction has changed it; other reads reach the database after
 * the writes that they may see. Events are recorded one after the other, so the results are those of a plain connection.
 */
export class ReadAheadConnection implements Batcher {
  readonly readsAhead = true;
  /** Candidate devices, which many events have in common. */
  readonly devices = new KnownDevices();
  readonly #connection: PostgresConnection;
  /** Results by statement and values. */
  readonly #known = new Map<string, Map<string, KnownResult>>();
  /** The results that each event is expected to use, in the order of the events. */
  readonly #byEvent: KnownResult[][] = [];
  /** The event that is being recorded, as a position in `#byEvent`. */
  #event = -1;
  #environmentNumber = 0;
  /** What writes have changed: the number of the last such write, and the earliest time that any of them is dated. */
  readonly #changed = new Map<string, { write: number; at: number }>();
  /** Writes so far. */
  #writes = 0;
  readonly #counts = new CountsSince();
  /** Writes that were not sent yet, by statement. */
  readonly #waiting = new Map<string, WrittenRows>();
  /** The rows that the waiting writes change: one array statement would change a row only once. */
  readonly #waitingRows = new Set<string>();
  #refreshing: Promise<void> | null = null;
  /** The list of writes in flight; null while writes are not deferred. */
  #sent: Promise<unknown>[] | null = null;

  constructor(connection: PostgresConnection) {
    this.#connection = connection;
  }

  /** Called once, before anything is read ahead: from then on, writes are deferred, and listed in `sent` when they are sent. */
  async defer(sent: Promise<unknown>[]): Promise<void> {
    await learnTypes(this.#connection, EVENT_WRITES);
    this.#sent = sent;
  }

  get isDeferred(): boolean {
    return this.#sent !== null;
  }

  /** Stores a result that was read before any write of this transaction, for an event by its position. */
  know(event: number, statement: Statement, values: readonly Value[], rows: readonly Row[]): void {
    const dependencies = dependenciesOf(statement, values, rows);
    if (dependencies === null) return;
    const results = this.#known.get(statement.text) ?? new Map<string, KnownResult>();
    this.#known.set(statement.text, results);
    const key = keyOf(values);
    const result = results.get(key) ?? { statement, values, rows, dependencies, readAt: this.#writes };
    results.set(key, result);
    const ofEvent = this.#byEvent[event] ?? [];
    ofEvent.push(result);
    this.#byEvent[event] = ofEvent;
  }

  /** Called before each event is recorded. @throws Error for an event of another environment: keys are compared without it. */
  nextEvent(environmentNumber: number): void {
    if (this.#event >= 0 && environmentNumber !== this.#environmentNumber)
      throw new Error('events of two environments');
    this.#environmentNumber = environmentNumber;
    this.#event += 1;
  }

  async all<R>(statement: Statement, ...values: Value[]): Promise<R[]> {
    if (statement === READ_DEVICES && this.#sent !== null) {
      const rows = await this.devices.current(JSON.parse(values[1] as string), this.#readDevices);
      return rows as R[];
    }
    const known = this.#known.get(statement.text)?.get(keyOf(values));
    if (known !== undefined) {
      if (this.#hasChanged(known) && isKeyedRead(statement)) {
        this.#refreshing ??= this.#refresh().finally(() => {
          this.#refreshing = null;
        });
        await this.#refreshing;
      }
      if (!this.#hasChanged(known)) return this.#counts.addTo(statement, values, known.rows) as R[];
    }
    this.#send(isKeyedRead(statement) ? isKeyedWrite : () => true);
    return this.#connection.all<R>(statement, ...values);
  }

  async send(statement: Write, ...values: Value[]): Promise<void> {
    if (this.#sent === null) return this.#connection.send(statement, ...values);
    const changes = changesOf(statement, values);
    const deviceId = changedDevice(statement, values);
    if (deviceId !== null) this.devices.change(deviceId);
    if (isKeyedWrite(statement)) {
      const row = `${statement.text} ${changes.map(({ name }) => name).join()}`;
      if (this.#waitingRows.has(row)) this.#send(isKeyedWrite);
      this.#waitingRows.add(row);
    }
    this.#writes += 1;
    for (const { name, at = Number.NEGATIVE_INFINITY } of changes) {
      const earliest = Math.min(at, this.#changed.get(name)?.at ?? Number.POSITIVE_INFINITY);
      this.#changed.set(name, { write: this.#writes, at: earliest });
    }
    this.#counts.add(statement, values);
    const waiting = this.#waiting.get(statement.text);
    if (waiting === undefined) this.#waiting.set(statement.text, { statement, rows: [values] });
    else if (statement.text === SAVE_IMPORT_POSITION.text) waiting.rows = [laterPosition(waiting.rows[0], values)];
    else waiting.rows.push(values);
  }

  async run(statement: Write, ...values: Value[]): Promise<number> {
    this.sendAll();
    return this.#connection.run(statement, ...values);
  }

  /** Sends the waiting writes, before the commit. */
  sendAll(): void {
    this.#send(() => true);
  }

  /**
   * Reads the changed results of this event again, together with those of the next events, unless an event in between is about to
   * change them once more.
   */
  async #refresh(): Promise<void> {
    const byStatement = new Map<Statement, KnownResult[]>();
    const claimed = new Set<string>();
    for (const results of this.#byEvent.slice(this.#event, this.#event + EVENTS_AHEAD)) {
      const changed = results.filter((result) => isKeyedRead(result.statement) && this.#hasChanged(result));
      const names = changed.map((result) => this.#changesIn(result));
      for (const [index, result] of changed.entries()) {
        if (names[index]?.some((name) => claimed.has(name))) continue;
        const others = byStatement.get(result.statement);
        if (others === undefined) byStatement.set(result.statement, [result]);
        else others.push(result);
      }
      for (const name of names.flat()) claimed.add(name);
    }
    this.#send(isKeyedWrite);
    await Promise.all(
      [...byStatement].map(([statement, results]) => this.#readAgain(statement, [...new Set(results)])),
    );
  }

  readonly #readDevices = (ids: readonly string[]): Promise<Row[]> => {
    this.#send(isKeyedWrite);
    return this.#connection.all(READ_DEVICES, this.#environmentNumber, JSON.stringify(ids));
  };

  async #readAgain(statement: Statement, results: readonly KnownResult[]): Promise<void> {
    const readAt = this.#writes;
    const values = results.map((result) => result.values);
    const found = (await readArray(this.#connection, statement, values)) as Row[][];
    for (const [index, result] of results.entries()) {
      result.rows = found[index] ?? [];
      result.dependencies = dependenciesOf(statement, result.values, result.rows) ?? [];
      result.readAt = readAt;
    }
  }

  #hasChanged(result: KnownResult): boolean {
    return result.dependencies.some((dependency) => this.#isChanged(dependency, result.readAt));
  }

  #changesIn(result: KnownResult): string[] {
    return result.dependencies.flatMap((dependency) =>
      this.#isChanged(dependency, result.readAt) ? [dependency.name] : [],
    );
  }

  #isChanged({ name, until = Number.POSITIVE_INFINITY }: Dependency, readAt: number): boolean {
    const change = this.#changed.get(name);
    return change !== undefined && change.write > readAt && change.at <= until;
  }

  #send(isNeeded: (statement: Write) => boolean): void {
    const needed = [...this.#waiting.values()].filter(({ statement }) => isNeeded(statement));
    if (needed.length === 0) return;
    for (const { statement } of needed) this.#waiting.delete(statement.text);
    this.#waitingRows.clear();
    // Reads of one event can be merged into fewer statements.
    const isOneEvent = needed.every(({ rows }) => rows.length === 1);
    this.#sent?.push(...(isOneEvent ? this.#sendSingly(needed) : sendArrays(this.#connection, needed)));
  }

  #sendSingly(writes: readonly WrittenRows[]): Promise<unknown>[] {
    return writes.flatMap(({ statement, rows }) =>
      rows.map((values) => handled(this.#connection.send(statement, ...values))),
    );
  }
}

/** The position of an import only moves forward, and has the time of its oldest event. */
function laterPosition(earlier: readonly Value[] | undefined, later: readonly Value[]): Value[] {
  const oldest = Math.min(Number(later.at(-1)), Number(earlier?.at(-1) ?? Number.POSITIVE_INFINITY));
  return [...later.slice(0, -1), oldest];
}
