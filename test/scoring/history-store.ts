// An in-memory history store for property tests that run thousands of histories. Real storage has its own tests.
import type { Assessment } from '../../src/scoring/assessment.ts';
import {
  countedHistory,
  type StoredFingerprint,
  type StoredHistory,
  type StoredNetwork,
  type StoredProofs,
} from '../../src/scoring/counted-history.ts';
import type { ScoringInput } from '../../src/scoring/facts.ts';
import type { FailureCounts, History, Pair, PastEvent, ProofSpan } from '../../src/scoring/history.ts';
import { DAY, HOUR, MINUTE } from '../../src/vocabulary/clock.ts';
import { BASELINE_HOURS, type CountedFailureKind } from '../../src/vocabulary/failure-kinds.ts';
import { PARTITION_CAP, partitionOf, WINDOW_BIT } from '../../src/vocabulary/windows.ts';

/** An event before its history is loaded; `deviceId` is set for new devices too. */
export type Incoming = Omit<ScoringInput, 'history'> & { deviceId: string };

interface AccountState {
  firstSeenAt: number;
  proofs: StoredProofs;
  /** Networks by wide and narrow prefix. */
  networks: Map<string, Map<string, StoredNetwork>>;
}

const NO_PROOFS: ProofSpan = { count: 0, firstAt: null, lastAt: null };

function addProof({ count, firstAt }: ProofSpan, at: number): ProofSpan {
  return { count: count + 1, firstAt: firstAt ?? at, lastAt: at };
}

class Rows {
  readonly #byKey = new Map<string, PastEvent[]>();

  add(key: string | null, row: PastEvent): void {
    if (key === null) return;
    const rows = this.#byKey.get(key);
    if (rows === undefined) this.#byKey.set(key, [row]);
    else rows.push(row);
  }

  /** Rows newer than `since`, newest first, each partition capped. Events must be added in the order of their time. */
  since(key: string | null, since: number): PastEvent[] {
    const rows = key === null ? undefined : this.#byKey.get(key);
    const found: PastEvent[] = [];
    if (rows === undefined) return found;
    const counts = { failure: 0, attempt: 0, success: 0, rejection: 0, payment: 0 };
    for (let i = rows.length - 1; i >= 0; i -= 1) {
      const row = rows[i] as PastEvent;
      if (row.at <= since) break;
      const partition = partitionOf(row.type);
      counts[partition] += 1;
      if (counts[partition] <= PARTITION_CAP[partition]) found.push(row);
    }
    return found;
  }
}

/** Failures of one kind, by minute and by hour. */
class Failures {
  readonly #byMinute = new Map<number, number>();
  readonly #byHour = new Map<number, number>();

  add(at: number): void {
    const [minute, hour] = [Math.floor(at / MINUTE), Math.floor(at / HOUR)];
    this.#byMinute.set(minute, (this.#byMinute.get(minute) ?? 0) + 1);
    this.#byHour.set(hour, (this.#byHour.get(hour) ?? 0) + 1);
  }

  before(at: number): FailureCounts {
    const [minute, hour] = [Math.floor(at / MINUTE), Math.floor(at / HOUR)];
    let lastHour = 0;
    for (let i = minute - 59; i <= minute; i += 1) lastHour += this.#byMinute.get(i) ?? 0;
    const byHour: number[] = [];
    for (let i = hour - BASELINE_HOURS; i < hour; i += 1) {
      const failures = this.#byHour.get(i);
      if (failures !== undefined) byHour.push(failures);
    }
    const byDay: number[] = [];
    for (let day = 1; day <= 7; day += 1) {
      const start = hour - 24 * day;
      const failures = Math.max(this.#byHour.get(start) ?? 0, day < 7 ? (this.#byHour.get(start - 1) ?? 0) : 0);
      if (failures > 0) byDay.push(failures);
    }
    return { lastHour, byHour, byDay };
  }
}

/** The history of one environment. `history` reads it as storage does; `record` adds an assessed event. */
export class HistoryStore {
  readonly #account = new Rows();
  readonly #address = new Rows();
  readonly #device = new Rows();
  readonly #fingerprint = new Rows();
  readonly #session = new Rows();
  readonly #accounts = new Map<string, AccountState>();
  /** Whether the server reported the account, and whether the device had settled, by fingerprint and account. */
  readonly #accountsOfFingerprint = new Map<string, Map<string, Pick<StoredFingerprint, 'ownServer' | 'settled'>>>();
  readonly #pairs = new Map<string, Pair>();
  readonly #failures: Readonly<Record<CountedFailureKind, Failures>> = {
    login: new Failures(),
    payment: new Failures(),
    claimed_payment: new Failures(),
    corrected_login: new Failures(),
  };
  #firstEventAt: number | null = null;
  #serverLoginAt = Number.NEGATIVE_INFINITY;

  history(event: Incoming): History {
    const { at, device, resolution } = event;
    const { firstProofAt, replacedAt } = device;
    return countedHistory(this.#stored(event), at, {
      isById: resolution.method === 'persistent_id',
      firstProofAt,
      replacedAt,
    });
  }

  #stored(event: Incoming): StoredHistory {
    const account = event.accountKey === null ? undefined : this.#accounts.get(event.accountKey);
    const inWide = account?.networks.get(event.network.wide ?? '');
    return {
      account: this.#account.since(event.accountKey, event.at - DAY),
      address: this.#address.since(event.network.counterKey, event.at - DAY),
      device: this.#device.since(event.deviceId, event.at - DAY),
      fingerprint: this.#fingerprint.since(event.fingerprint, event.at - DAY),
      session: this.#session.since(event.sessionToken, event.at - 12 * HOUR),
      pair: this.#pairs.get(`${event.accountKey} ${event.deviceId}`) ?? null,
      seenFingerprint: this.#seenFingerprint(event),
      accountFirstSeenAt: account?.firstSeenAt ?? null,
      recoveredAt: null,
      proofs: account?.proofs ?? { ...NO_PROOFS, withSignals: false, fingerprinted: false, server: NO_PROOFS },
      networks: {
        narrow: inWide?.get(event.network.narrow ?? '') ?? null,
        inWide: [...(inWide?.values() ?? [])],
        anyProven: (account?.networks.size ?? 0) > 0,
        accountsInWide: null,
      },
      environment: this.#environment(event.at),
    };
  }

  #seenFingerprint({ fingerprint, accountKey }: Incoming): StoredFingerprint {
    const accounts = this.#accountsOfFingerprint.get(fingerprint ?? '');
    const stored = accounts?.get(accountKey ?? '');
    const own = stored !== undefined;
    return { own, ownServer: false, settled: false, ...stored, elsewhere: (accounts?.size ?? 0) > (own ? 1 : 0) };
  }

  #environment(at: number): History['environment'] {
    const { login, payment, claimed_payment: claimed, corrected_login: corrected } = this.#failures;
    return {
      failures: {
        login: login.before(at),
        payment: payment.before(at),
        claimed_payment: claimed.before(at),
        corrected_login: corrected.before(at),
      },
      firstEventAt: this.#firstEventAt,
      verified: this.#serverLoginAt > at - 7 * DAY,
    };
  }

  record(event: Incoming, assessment: Assessment): void {
    const row: PastEvent = {
      at: event.at,
      type: event.type,
      account: event.accountKey,
      device: event.deviceId,
      counterAddress: event.network.classification === 'public' ? event.network.counterKey : null,
      wideNetwork: event.network.classification === 'public' ? event.network.wide : null,
      fingerprint: event.fingerprint,
      agent: event.agent,
      sessionToken: event.sessionToken,
      recognized: assessment.recognized,
      settled: assessment.recognized && assessment.state !== 'recent',
      byId: assessment.state === 'known' || assessment.state === 'trusted',
      credential: event.credential,
    };
    const isIn = (name: keyof typeof WINDOW_BIT) => (assessment.windows & WINDOW_BIT[name]) !== 0;
    if (isIn('account')) this.#account.add(row.account, row);
    if (isIn('address')) this.#address.add(row.counterAddress, row);
    if (isIn('device')) this.#device.add(row.device, row);
    if (isIn('fingerprint')) this.#fingerprint.add(row.fingerprint, row);
    if (isIn('session')) this.#session.add(row.sessionToken, row);
    const isClaim = event.credential === 'public' && this.#environment(event.at).verified;
    const isServer = event.credential === 'secret';
    if (row.recognized && !isClaim && row.fingerprint !== null && row.account !== null) {
      const accounts = this.#accountsOfFingerprint.get(row.fingerprint) ?? new Map();
      const { ownServer, settled } = accounts.get(row.account) ?? { ownServer: false, settled: false };
      const wasSettled = settled && (ownServer || !isServer);
      accounts.set(row.account, { ownServer: isServer || ownServer, settled: wasSettled || assessment.settled });
      this.#accountsOfFingerprint.set(row.fingerprint, accounts);
    }
    if (assessment.failure !== null) this.#failures[assessment.failure].add(event.at);
    for (const time of assessment.corrects) this.#failures.corrected_login.add(time);
    this.#firstEventAt ??= event.at;
    if (isServer && event.type === 'login') this.#serverLoginAt = event.at;
    if (event.accountKey !== null) this.#updateProofs(event, event.accountKey, assessment.proves);
  }

  #updateProofs(event: Incoming, accountKey: string, proves: boolean): void {
    const { at } = event;
    let account = this.#accounts.get(accountKey);
    if (account === undefined) {
      account = {
        firstSeenAt: at,
        proofs: { ...NO_PROOFS, withSignals: false, fingerprinted: false, server: NO_PROOFS },
        networks: new Map(),
      };
      this.#accounts.set(accountKey, account);
    }
    const confirmed = event.credential === 'secret' && event.type === 'mfa_passed' && proves;
    this.#updatePair(event, accountKey, proves, confirmed);
    if (!proves) return;
    const isServer = event.credential === 'secret';
    const { proofs } = account;
    const withSignals = proofs.withSignals || (isServer && event.fingerprint !== null);
    const server = isServer ? addProof(proofs.server, at) : proofs.server;
    const fingerprinted = proofs.fingerprinted || event.fingerprint !== null;
    account.proofs = { ...addProof(proofs, at), withSignals, fingerprinted, server };
    proveNetwork(account, event, confirmed);
  }

  #updatePair(event: Incoming, accountKey: string, proves: boolean, confirmed: boolean): void {
    const { at } = event;
    const isServer = event.credential === 'secret';
    const key = `${accountKey} ${event.deviceId}`;
    const pair = this.#pairs.get(key);
    this.#pairs.set(key, {
      firstSeenAt: pair?.firstSeenAt ?? at,
      lastSeenAt: at,
      eventCount: (pair?.eventCount ?? 0) + 1,
      firstProofAt: pair?.firstProofAt ?? (proves ? at : null),
      lastProofAt: proves ? at : (pair?.lastProofAt ?? null),
      firstServerProofAt: pair?.firstServerProofAt ?? (proves && isServer ? at : null),
      confirmedAt: confirmed ? at : (pair?.confirmedAt ?? null),
      afterRecovery: pair?.afterRecovery ?? false,
    });
  }
}

function proveNetwork(account: AccountState, { at, credential, network }: Incoming, confirmed: boolean): void {
  const { classification, narrow, wide } = network;
  if (classification !== 'public' || narrow === null || wide === null) return;
  const inWide = account.networks.get(wide) ?? new Map<string, StoredNetwork>();
  const known = inWide.get(narrow);
  inWide.set(narrow, {
    firstProofAt: known?.firstProofAt ?? at,
    firstServerProofAt: known?.firstServerProofAt ?? (credential === 'secret' ? at : null),
    confirmedAt: confirmed ? at : (known?.confirmedAt ?? null),
  });
  account.networks.set(wide, inWide);
}
