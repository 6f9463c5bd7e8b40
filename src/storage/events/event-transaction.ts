// One event's transaction, written once for both engines: all reads go out together, all writes go out together.
import type { CandidateKey, CandidatePool, DeviceRecord } from '../../devices/observation.ts';
import type {
  DeviceContext,
  EventWrites,
  IngestTransaction,
  Replay,
  Subject,
  SubjectContext,
} from '../../records/ingest.ts';
import type { PastEvent } from '../../scoring/history.ts';
import type { Batcher, Value } from '../engine.ts';
import { type Seen, type Texts, writeEvent } from './event-writes.ts';
import type { FailureHistory } from './failure-history.ts';
import {
  CANDIDATE_CAP,
  DEVICE_COUNT_KEY,
  type DeviceRow,
  deviceRecord,
  type HolderRow,
  idHolder,
  KEY_CAP,
  type PairRow,
  pair,
  READ_ACCOUNT,
  READ_ACCOUNT_DEVICES,
  READ_DEVICES,
  READ_FINGERPRINT,
  READ_FREQUENCIES,
  READ_HOLDER,
  READ_KEY_HOLDERS,
  READ_PAIR,
  READ_REPLAY,
  type SessionRow,
  sessionRead,
  sessionRecord,
} from './ingest-reads.ts';
import type { KnownTexts } from './text-dedup-cache.ts';
import type { WindowName, Windows } from './windows.ts';

const NOTHING: readonly PastEvent[] = Object.freeze([]);
const NOTHING_SEEN: Seen = Object.freeze({ holder: null, ownFingerprint: false });

interface AccountRow {
  first_seen_at: number;
  proof_count: number;
  first_proof_at: number | null;
  last_proof_at: number | null;
  any_proven: number;
  narrow_proven: number;
  narrow_in_wide: number;
}

export interface TransactionParts {
  querier: Batcher;
  windows: Windows;
  failures: FailureHistory;
  texts: KnownTexts;
  /** Spreads counters over writers. */
  slot: number;
  /** Takes the turn of a subject. */
  begin: (subject: Subject) => void;
}

/** `true` and 1 both mean yes: the engines answer EXISTS differently. */
const yes = (value: unknown): boolean => value === true || value === 1;

export class EventTransaction implements IngestTransaction {
  /** Digests of texts that this transaction offered: known to be kept once it is committed. */
  readonly offered: [environmentId: number, digest: string][] = [];
  /** Writes on their way; the engine awaits them with the commit. */
  readonly sent: Promise<unknown>[] = [];
  /** The first event written, for the engine to settle a commit whose answer was lost: all are kept or none. */
  firstSaved: EventWrites | null = null;
  readonly #querier: Batcher;
  readonly #windows: Windows;
  readonly #texts: Texts;
  readonly #failures: FailureHistory;
  readonly #slot: number;
  readonly #begin: (subject: Subject) => void;
  #seen: Seen = NOTHING_SEEN;

  constructor({ querier, windows, failures, texts, slot, begin }: TransactionParts) {
    this.#querier = querier;
    this.#windows = windows;
    this.#failures = failures;
    this.#texts = {
      has: (environmentId, digest) => texts.has(environmentId, digest),
      offered: (environmentId, digest) => this.offered.push([environmentId, digest]),
    };
    this.#slot = slot;
    this.#begin = begin;
  }

  async loadSubject(subject: Subject): Promise<SubjectContext> {
    this.#begin(subject);
    this.#seen = { ...NOTHING_SEEN };
    const { environmentId: env, at, persistentId } = subject;
    const replay = this.#replay(subject);
    const holder = persistentId === null ? null : this.#holder(subject, persistentId);
    const account = this.#window('account', subject.accountKey, subject);
    const address = this.#window('address', subject.counterAddress, subject);
    const fingerprint = this.#window('fingerprint', subject.fingerprint, subject);
    const session = this.#window('session', subject.sessionToken, subject);
    const facts = this.#accountFacts(subject);
    const shown = this.#shown(subject);
    const environment = this.#failures.read(this.#querier, env, at);
    const all = await Promise.all([
      ...([replay, holder, account, address, fingerprint, session, facts, shown, environment] as const),
    ]);
    return {
      replay: all[0],
      holder: all[1],
      account: all[2],
      address: all[3],
      fingerprint: all[4],
      session: all[5],
      ...all[6],
      shown: all[7],
      environment: all[8],
    };
  }

  async loadCandidates(
    subject: Subject,
    keys: readonly CandidateKey[],
    frequencyKeys: readonly string[],
  ): Promise<CandidatePool> {
    const { environmentId: env, accountKey } = subject;
    const holders = keys.map((key) =>
      this.#querier.all<{ device_id: string }>(READ_KEY_HOLDERS, env, key.kind, key.digest),
    );
    const own =
      accountKey === null ? [] : this.#querier.all<{ device_id: string }>(READ_ACCOUNT_DEVICES, env, accountKey);
    const counts = this.#querier.all<{ key: string; count: number }>(
      READ_FREQUENCIES,
      env,
      JSON.stringify([DEVICE_COUNT_KEY, ...frequencyKeys]),
    );
    const [ownRows, countRows, ...keyRows] = await Promise.all([own, counts, ...holders]);
    const found = new Map<string, { fromAccount: boolean; keys: number[] }>();
    for (const { device_id } of ownRows) found.set(device_id, { fromAccount: true, keys: [] });
    const crowdedKeys: number[] = [];
    keyRows.forEach((rows, index) => {
      const kind = (keys[index] as CandidateKey).kind;
      if (rows.length > KEY_CAP) crowdedKeys.push(kind);
      else for (const { device_id } of rows) note(found, device_id, kind);
    });
    const devices = await this.#devices(env, [...found.keys()]);
    const frequencies = new Map(countRows.map((row) => [row.key, row.count]));
    const deviceCount = Math.max(1, frequencies.get(DEVICE_COUNT_KEY) ?? 0);
    frequencies.delete(DEVICE_COUNT_KEY);
    const candidates = [...found].flatMap(([id, how]) => {
      const device = devices.get(id);
      return device === undefined ? [] : [{ device, ...how }];
    });
    return { candidates, crowdedKeys, deviceCount, frequencies };
  }

  async loadDevice(subject: Subject, deviceId: string): Promise<DeviceContext> {
    const { environmentId: env, at, accountKey } = subject;
    const [pairs, window, sessions] = await Promise.all([
      accountKey === null ? [] : this.#querier.all<PairRow>(READ_PAIR, env, accountKey, deviceId),
      this.#windows.read('device', env, deviceId, at),
      this.#querier.all<SessionRow>(...sessionRead(subject, deviceId)),
    ]);
    return { pair: pair(pairs[0]), window, session: sessionRecord(sessions[0]) };
  }

  async save(writes: EventWrites): Promise<void> {
    this.firstSaved ??= writes;
    writeEvent(writes, this.#seen, this.#slot, this.#texts, (sql, ...values) => this.#send(sql, values));
    this.#windows.keep(writes.event);
    if (writes.unrecognisedFailure) this.#failures.forget(writes.event.environmentId, writes.event.at);
  }

  #send(sql: string, values: Value[]): void {
    const sent = this.#querier.send(sql, ...values);
    // Awaited by the engine together with the commit; until then nobody else may call the rejection unhandled.
    sent.catch(() => {});
    this.sent.push(sent);
  }

  async #replay(subject: Subject): Promise<Replay | null> {
    if (subject.idempotencyKey === null) return null;
    const rows = await this.#querier.all<{
      request_digest: string;
      event_id: string;
      created_at: number;
      answer: string;
    }>(READ_REPLAY, subject.environmentId, subject.idempotencyKey);
    const row = rows[0];
    if (row === undefined) return null;
    const { request_digest: requestDigest, event_id: eventId, created_at: createdAt, answer } = row;
    return { requestDigest, eventId, createdAt, answer };
  }

  async #holder(subject: Subject, persistentId: string): Promise<SubjectContext['holder']> {
    const holders = this.#querier.all<HolderRow>(READ_HOLDER, subject.accountKey, subject.environmentId, persistentId);
    const [rows, window, sessions] = await Promise.all([
      holders,
      // Asked for only where it is needed: a promise that nobody waits for would end the process when the connection dies.
      this.#windows.ofHolder(subject, persistentId, async () => (await holders)[0]?.id ?? null),
      this.#querier.all<SessionRow>(...sessionRead(subject, null)),
    ]);
    const row = rows[0];
    if (row === undefined) return null;
    this.#seen.holder = { persistentId, deviceId: row.id, lastSeenAt: row.id_last_seen_at };
    const context = { pair: pair(row), window, session: sessionRecord(sessions[0]) };
    return { id: idHolder(row), device: deviceRecord(row), context };
  }

  async #window(name: WindowName, key: string | null, subject: Subject): Promise<readonly PastEvent[]> {
    return key === null ? NOTHING : this.#windows.read(name, subject.environmentId, key, subject.at);
  }

  async #shown({ environmentId: env, fingerprint, accountKey }: Subject): Promise<SubjectContext['shown']> {
    if (fingerprint === null) return { own: false, elsewhere: false };
    const account = accountKey ?? '';
    const rows = await this.#querier.all(READ_FINGERPRINT, env, fingerprint, account, env, fingerprint, account);
    const shown = { own: yes(rows[0]?.own), elsewhere: yes(rows[0]?.elsewhere) };
    this.#seen.ownFingerprint = shown.own;
    return shown;
  }

  async #accountFacts(subject: Subject): Promise<Pick<SubjectContext, 'accountFirstSeenAt' | 'proofs' | 'networks'>> {
    const { environmentId: env, accountKey, wideNetwork: wide, narrowNetwork: narrow } = subject;
    const rows =
      accountKey === null ? [] : await this.#querier.all<AccountRow>(READ_ACCOUNT, wide, narrow, wide, env, accountKey);
    const row = rows[0];
    return {
      accountFirstSeenAt: row?.first_seen_at ?? null,
      proofs: {
        count: row?.proof_count ?? 0,
        firstAt: row?.first_proof_at ?? null,
        lastAt: row?.last_proof_at ?? null,
      },
      networks: {
        narrowProven: yes(row?.narrow_proven),
        narrowInWide: row?.narrow_in_wide ?? 0,
        anyProven: yes(row?.any_proven),
      },
    };
  }

  async #devices(environmentId: number, ids: readonly string[]): Promise<Map<string, DeviceRecord>> {
    if (ids.length === 0) return new Map();
    const rows = await this.#querier.all<DeviceRow>(READ_DEVICES, environmentId, JSON.stringify(ids));
    return new Map(rows.map((row) => [row.id, deviceRecord(row)]));
  }
}

/** Adds a device found by a key, the account's own devices first, up to the cap in all. */
function note(found: Map<string, { fromAccount: boolean; keys: number[] }>, deviceId: string, kind: number): void {
  const known = found.get(deviceId);
  if (known !== undefined) known.keys.push(kind);
  else if (found.size < CANDIDATE_CAP) found.set(deviceId, { fromAccount: false, keys: [kind] });
}
