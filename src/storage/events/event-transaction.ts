// One event's transaction, for both engines: all reads are sent together, then all writes.
import type { CandidateKey, CandidatePool, DeviceRecord } from '../../devices/observation.ts';
import type {
  DeviceHistory,
  EventHistory,
  EventKeys,
  EventReads,
  EventWrites,
  IngestTransaction,
  Replay,
} from '../../records/ingest.ts';
import type { Pair, PastEvent } from '../../scoring/history.ts';
import { DAY } from '../../vocabulary/clock.ts';
import type { WindowName } from '../../vocabulary/windows.ts';
import type { Batcher, Value } from '../engine.ts';
import type { Write } from '../sql.ts';
import { type AlreadyStored, type Texts, writeEvent } from './event-writes.ts';
import type { FailureHistory } from './failure-history.ts';
import {
  type AccountFacts,
  type AccountRow,
  accountFacts,
  CANDIDATE_CAP,
  DEVICE_COUNT_KEY,
  type DeviceRow,
  deviceRecord,
  type IdOwnerRow,
  idOwner,
  isTrue,
  KEY_CAP,
  type OwnDeviceRow,
  type PairRow,
  pair,
  READ_ACCOUNT,
  READ_ACCOUNT_DEVICES,
  READ_DEVICES,
  READ_FINGERPRINT,
  READ_FREQUENCIES,
  READ_ID_OWNER,
  READ_KEY_DEVICES,
  READ_PAIR,
  READ_REPLAY,
  type SessionRow,
  sessionRead,
  sessionRecord,
} from './ingest-reads.ts';
import { type TextDedupCache, textsOfTransaction } from './text-dedup-cache.ts';
import { NO_EVENTS, type Windows } from './windows.ts';

const NOTHING_STORED: AlreadyStored = Object.freeze({
  idOwner: null,
  ownFingerprint: null,
  network: null,
  provenPair: null,
});

export interface TransactionParts {
  querier: Batcher;
  windows: Windows;
  failures: FailureHistory;
  texts: TextDedupCache;
  /** Digests of stored client signals. Absent where other processes (erasure, retention) may delete the signals. */
  signals?: TextDedupCache;
  /** Selects the counter rows of this writer. */
  shard: number;
  /** Locks an event's keys; the first call begins the transaction. */
  begin: (eventKeys: EventKeys) => void;
}

export class EventTransaction implements IngestTransaction {
  /** Digests of the texts that this transaction sent: certainly stored once it has committed. */
  readonly sentTexts: [environmentNumber: number, digest: string][] = [];
  /** Writes in flight; the engine awaits them with the commit. */
  readonly sent: Promise<unknown>[] = [];
  /** The first event saved: if a commit's response is lost, the engine checks it to learn whether all were stored or none. */
  firstSaved: EventWrites | null = null;
  /** The event saved last. A caller that records several sets it to null before each. */
  lastSaved: EventWrites | null = null;
  readonly #querier: Batcher;
  readonly #windows: Windows;
  readonly #texts: Texts;
  readonly #failures: FailureHistory;
  readonly #shard: number;
  readonly #begin: (eventKeys: EventKeys) => void;
  #stored: AlreadyStored = { ...NOTHING_STORED };
  /** Adds the failures that this process has counted since the last history was read. */
  #withAddedFailures = (environment: EventHistory['environment']) => environment;

  constructor({ querier, windows, failures, texts, signals, shard, begin }: TransactionParts) {
    this.#querier = querier;
    this.#windows = windows;
    this.#failures = failures;
    this.#texts = textsOfTransaction(texts, this.sentTexts, signals);
    this.#shard = shard;
    this.#begin = begin;
  }

  /** Does nothing: where a read is a call within the process, reading ahead saves nothing. */
  async readAhead(_events: readonly EventReads[]): Promise<void> {}

  async loadHistory(eventKeys: EventKeys): Promise<EventHistory> {
    this.#begin(eventKeys);
    this.#stored = { ...NOTHING_STORED };
    const { environmentNumber, at, persistentId } = eventKeys;
    this.#withAddedFailures = this.#failures.addedFromNow(environmentNumber, at);
    const facts = this.#accountFacts(eventKeys);
    const all = await Promise.all([
      this.#replay(eventKeys),
      persistentId === null ? null : this.#idOwner(eventKeys, persistentId),
      this.#window('address', eventKeys.counterAddress, eventKeys),
      this.#window('fingerprint', eventKeys.fingerprint, eventKeys),
      this.#window('session', eventKeys.sessionToken, eventKeys),
      this.#accountWindow(eventKeys, facts),
      this.#seenFingerprint(eventKeys),
      this.#failures.read(this.#querier, environmentNumber, at),
      facts,
    ]);
    const [replay, idOwner, address, fingerprint, session, account, seenFingerprint, environment, ofAccount] = all;
    return { replay, idOwner, account, address, fingerprint, session, ...ofAccount, seenFingerprint, environment };
  }

  async loadCandidates(
    eventKeys: EventKeys,
    keys: readonly CandidateKey[],
    frequencyKeys: readonly string[],
  ): Promise<CandidatePool> {
    const { environmentNumber, accountKey } = eventKeys;
    const owners = keys.map((key) =>
      this.#querier.all<{ device_id: string }>(READ_KEY_DEVICES, environmentNumber, key.kind, key.digest),
    );
    const own =
      accountKey === null ? [] : this.#querier.all<OwnDeviceRow>(READ_ACCOUNT_DEVICES, environmentNumber, accountKey);
    const counts = this.#querier.all<{ key: string; count: number }>(
      READ_FREQUENCIES,
      environmentNumber,
      JSON.stringify([DEVICE_COUNT_KEY, ...frequencyKeys]),
    );
    const [ownRows, countRows, ...keyRows] = await Promise.all([own, counts, ...owners]);
    const proofs = new Map(ownRows.map((row) => [row.device_id, row]));
    const found = new Map<string, number[]>(ownRows.map(({ device_id }) => [device_id, []]));
    const crowdedKeys: number[] = [];
    keyRows.forEach((rows, index) => {
      const kind = (keys[index] as CandidateKey).kind;
      if (rows.length > KEY_CAP) crowdedKeys.push(kind);
      else for (const { device_id } of rows) addCandidate(found, device_id, kind);
    });
    const devices = await this.#devices(environmentNumber, [...found.keys()]);
    const frequencies = new Map(countRows.map((row) => [row.key, row.count]));
    const deviceCount = Math.max(1, frequencies.get(DEVICE_COUNT_KEY) ?? 0);
    frequencies.delete(DEVICE_COUNT_KEY);
    const candidates = [...found].flatMap(([id, keys]) => {
      const device = devices.get(id);
      if (device === undefined) return [];
      const proof = proofs.get(id);
      const accountServerProofAt = proof?.first_server_proof_at ?? null;
      return [{ device, accountProofAt: proof?.first_proof_at, accountServerProofAt, keys }];
    });
    return { candidates, crowdedKeys, deviceCount, frequencies };
  }

  async loadDeviceHistory(eventKeys: EventKeys, deviceId: string): Promise<DeviceHistory> {
    const { environmentNumber, at, accountKey } = eventKeys;
    const [pairs, window, sessions] = await Promise.all([
      accountKey === null ? [] : this.#querier.all<PairRow>(READ_PAIR, environmentNumber, accountKey, deviceId),
      this.#windows.read('device', environmentNumber, deviceId, at),
      this.#querier.all<SessionRow>(...sessionRead(eventKeys, deviceId)),
    ]);
    const stored = this.#rememberPair(deviceId, pair(pairs[0]));
    return { pair: stored, window, session: sessionRecord(sessions[0]) };
  }

  withAssessed(history: EventHistory): EventHistory {
    const environment = this.#withAddedFailures(history.environment);
    return environment === history.environment ? history : { ...history, environment };
  }

  async save(writes: EventWrites): Promise<void> {
    this.firstSaved ??= writes;
    this.lastSaved = writes;
    writeEvent(writes, this.#stored, this.#shard, this.#texts, (statement, ...values) => this.#send(statement, values));
    this.#windows.add(writes.event);
    const { environmentNumber, at } = writes.event;
    if (writes.failure !== null) this.#failures.add(environmentNumber, at, writes.failure);
    for (const time of writes.corrects) this.#failures.add(environmentNumber, time, 'corrected_login');
  }

  #send(statement: Write, values: Value[]): void {
    const sent = this.#querier.send(statement, ...values);
    // The engine awaits it together with the commit; until then its rejection must not count as unhandled.
    sent.catch(() => {});
    this.sent.push(sent);
  }

  async #replay(eventKeys: EventKeys): Promise<Replay | null> {
    if (eventKeys.idempotencyKey === null) return null;
    const rows = await this.#querier.all<{
      request_digest: string;
      event_id: string;
      created_at: number;
      answer: string;
    }>(READ_REPLAY, eventKeys.environmentNumber, eventKeys.idempotencyKey);
    const row = rows[0];
    if (row === undefined) return null;
    const { request_digest: requestDigest, event_id: eventId, created_at: createdAt, answer: response } = row;
    return { requestDigest, eventId, createdAt, response };
  }

  async #idOwner(eventKeys: EventKeys, persistentId: string): Promise<EventHistory['idOwner']> {
    const id = [eventKeys.environmentNumber, persistentId];
    const owners = this.#querier.all<IdOwnerRow>(READ_ID_OWNER, eventKeys.accountKey, ...id, ...id);
    const known = this.#querier.readsAhead ? null : ((await owners)[0]?.id ?? null);
    if (!this.#querier.readsAhead && known === null) return null;
    const [rows, window, sessions] = await Promise.all([
      owners,
      // A function, called only where needed: a promise that nothing awaits crashes the process if the connection dies.
      this.#windows.ofIdOwner(eventKeys, persistentId, async () => (await owners)[0]?.id ?? null),
      this.#querier.all<SessionRow>(...sessionRead(eventKeys, known)),
    ]);
    const row = rows[0];
    if (row === undefined) return null;
    this.#stored.idOwner = { persistentId, deviceId: row.id, lastSeenAt: row.id_last_seen_at };
    const stored = this.#rememberPair(row.id, pair(row));
    const history = { pair: stored, window, session: sessionRecord(sessions[0]) };
    return { id: idOwner(row), device: deviceRecord(row), history };
  }

  /** The account's window; empty without a read if the account is not stored, because it then has no events either. */
  async #accountWindow(
    eventKeys: EventKeys,
    facts: Promise<Pick<EventHistory, 'accountFirstSeenAt'>>,
  ): Promise<readonly PastEvent[]> {
    const isNew = !this.#querier.readsAhead && (await facts).accountFirstSeenAt === null;
    return isNew ? NO_EVENTS : this.#window('account', eventKeys.accountKey, eventKeys);
  }

  async #window(name: WindowName, key: string | null, eventKeys: EventKeys): Promise<readonly PastEvent[]> {
    return key === null ? NO_EVENTS : this.#windows.read(name, eventKeys.environmentNumber, key, eventKeys.at);
  }

  async #seenFingerprint({
    environmentNumber,
    fingerprint,
    accountKey,
  }: EventKeys): Promise<EventHistory['seenFingerprint']> {
    if (fingerprint === null) return { own: false, ownServer: false, settled: false, elsewhere: false };
    const account = accountKey ?? '';
    const rows = await this.#querier.all(
      READ_FINGERPRINT,
      environmentNumber,
      fingerprint,
      account,
      environmentNumber,
      fingerprint,
      account,
    );
    const own = Number(rows[0]?.own ?? 0);
    const stored = { ownServer: own > 0 && own % 2 === 0, settled: own > 2 };
    this.#stored.ownFingerprint = own > 0 ? stored : null;
    return { own: own > 0, ...stored, elsewhere: isTrue(rows[0]?.elsewhere) };
  }

  async #accountFacts(eventKeys: EventKeys): Promise<AccountFacts> {
    const { environmentNumber, accountKey, at, wideNetwork: wide, narrowNetwork: narrow } = eventKeys;
    if (accountKey === null) return accountFacts(undefined);
    const rows = await this.#querier.all<AccountRow>(
      READ_ACCOUNT,
      ...[wide, narrow, wide, wide, narrow, wide, at - DAY],
      environmentNumber,
      accountKey,
    );
    const facts = accountFacts(rows[0]);
    this.#stored.network = facts.networks.narrow;
    return facts;
  }

  #rememberPair(deviceId: string, stored: Pair | null): Pair | null {
    const lastProofAt = stored?.lastProofAt ?? null;
    this.#stored.provenPair = lastProofAt === null ? null : { deviceId, lastProofAt };
    return stored;
  }

  async #devices(environmentNumber: number, ids: readonly string[]): Promise<Map<string, DeviceRecord>> {
    if (ids.length === 0) return new Map();
    const rows = await this.#querier.all<DeviceRow>(READ_DEVICES, environmentNumber, JSON.stringify(ids));
    return new Map(rows.map((row) => [row.id, deviceRecord(row)]));
  }
}

/** Adds a device found by a key, up to the overall cap; the account's own devices were added first. */
function addCandidate(found: Map<string, number[]>, deviceId: string, kind: number): void {
  const known = found.get(deviceId);
  if (known !== undefined) known.push(kind);
  else if (found.size < CANDIDATE_CAP) found.set(deviceId, [kind]);
}
