// An in-memory history store for property tests that run thousands of histories. Real storage has its own tests.
import type { Assessment } from '../../src/scoring/assessment.ts';
import type { ScoringInput } from '../../src/scoring/facts.ts';
import type { AccountProofs, History, Pair, PastEvent } from '../../src/scoring/history.ts';
import { DAY, HOUR, MINUTE } from '../../src/vocabulary/clock.ts';
import { eventClass } from '../../src/vocabulary/event-types.ts';

/** Maximum rows per window, as in storage. */
const MAX_ROWS = 200;
const BASELINE_HOURS = 168;

/** An event before its history is loaded; `deviceId` is set for new devices too. */
export type Incoming = Omit<ScoringInput, 'history'> & { deviceId: string };

interface AccountState {
  firstSeenAt: number;
  proofs: AccountProofs;
  /** Since when each proven network counts for sensitive changes, ms, by wide and narrow network. */
  networks: Map<string, Map<string, number>>;
}

function isSettled(since: number | undefined, at: number): boolean {
  return since !== undefined && since <= at;
}

class Rows {
  readonly #byKey = new Map<string, PastEvent[]>();

  add(key: string | null, row: PastEvent): void {
    if (key === null) return;
    const rows = this.#byKey.get(key);
    if (rows === undefined) this.#byKey.set(key, [row]);
    else rows.push(row);
  }

  /** Rows newer than `since`, newest first. Events must be added in the order of their time. */
  since(key: string | null, since: number): PastEvent[] {
    const rows = key === null ? undefined : this.#byKey.get(key);
    const found: PastEvent[] = [];
    if (rows === undefined) return found;
    for (let i = rows.length - 1; i >= 0 && found.length < MAX_ROWS; i -= 1) {
      const row = rows[i] as PastEvent;
      if (row.at <= since) break;
      found.push(row);
    }
    return found;
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
  readonly #accountsOfFingerprint = new Map<string, Set<string>>();
  readonly #pairs = new Map<string, Pair>();
  readonly #failuresByMinute = new Map<number, number>();
  readonly #failuresByHour = new Map<number, number>();
  #serverLoginAt = Number.NEGATIVE_INFINITY;

  history(event: Incoming): History {
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
      proofs: account?.proofs ?? { count: 0, firstAt: null, lastAt: null, withSignals: false },
      networks: {
        narrowProven: inWide?.has(event.network.narrow ?? '') ?? false,
        narrowInWide: Math.min(3, inWide?.size ?? 0),
        narrowSettled: isSettled(inWide?.get(event.network.narrow ?? ''), event.at),
        settledInWide: Math.min(3, [...(inWide?.values() ?? [])].filter((since) => isSettled(since, event.at)).length),
        anyProven: (account?.networks.size ?? 0) > 0,
      },
      environment: this.#environment(event.at),
    };
  }

  #seenFingerprint({ fingerprint, accountKey }: Incoming): History['seenFingerprint'] {
    const accounts = this.#accountsOfFingerprint.get(fingerprint ?? '');
    const own = accounts?.has(accountKey ?? '') ?? false;
    return { own, elsewhere: accounts !== undefined && accounts.size > (own ? 1 : 0) };
  }

  #environment(at: number): History['environment'] {
    const minute = Math.floor(at / MINUTE);
    let failuresLastHour = 0;
    for (let i = minute - 59; i <= minute; i += 1) failuresLastHour += this.#failuresByMinute.get(i) ?? 0;
    const hour = Math.floor(at / HOUR);
    const failuresByHour: number[] = [];
    for (let i = hour - BASELINE_HOURS; i < hour; i += 1) {
      const failures = this.#failuresByHour.get(i);
      if (failures !== undefined) failuresByHour.push(failures);
    }
    return { failuresLastHour, failuresByHour, verified: this.#serverLoginAt > at - 7 * DAY };
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
      credential: event.credential,
    };
    this.#account.add(row.account, row);
    this.#address.add(row.counterAddress, row);
    this.#device.add(row.device, row);
    this.#fingerprint.add(row.fingerprint, row);
    if (row.recognized && row.fingerprint !== null && row.account !== null) {
      const accounts = this.#accountsOfFingerprint.get(row.fingerprint) ?? new Set<string>();
      this.#accountsOfFingerprint.set(row.fingerprint, accounts.add(row.account));
    }
    this.#session.add(row.sessionToken, row);
    if (eventClass(event.type) === 'failure' && !assessment.recognized) this.#countFailure(event.at);
    if (event.credential === 'secret' && event.type === 'login') this.#serverLoginAt = event.at;
    if (event.accountKey !== null) this.#updateProofs(event, event.accountKey, assessment.proves);
  }

  #countFailure(at: number): void {
    const minute = Math.floor(at / MINUTE);
    const hour = Math.floor(at / HOUR);
    this.#failuresByMinute.set(minute, (this.#failuresByMinute.get(minute) ?? 0) + 1);
    this.#failuresByHour.set(hour, (this.#failuresByHour.get(hour) ?? 0) + 1);
  }

  #updateProofs(event: Incoming, accountKey: string, proves: boolean): void {
    const { at } = event;
    let account = this.#accounts.get(accountKey);
    if (account === undefined) {
      account = {
        firstSeenAt: at,
        proofs: { count: 0, firstAt: null, lastAt: null, withSignals: false },
        networks: new Map(),
      };
      this.#accounts.set(accountKey, account);
    }
    const key = `${accountKey} ${event.deviceId}`;
    const pair = this.#pairs.get(key);
    this.#pairs.set(key, {
      firstSeenAt: pair?.firstSeenAt ?? at,
      lastSeenAt: at,
      eventCount: (pair?.eventCount ?? 0) + 1,
      firstProofAt: pair?.firstProofAt ?? (proves ? at : null),
      lastProofAt: proves ? at : (pair?.lastProofAt ?? null),
    });
    if (!proves) return;
    const { count, firstAt } = account.proofs;
    const withSignals = account.proofs.withSignals || (event.credential === 'secret' && event.fingerprint !== null);
    account.proofs = { count: count + 1, firstAt: firstAt ?? at, lastAt: at, withSignals };
    const { classification, narrow, wide } = event.network;
    if (classification !== 'public' || narrow === null || wide === null) return;
    const inWide = account.networks.get(wide) ?? new Map<string, number>();
    const confirmed = event.credential === 'secret' && event.type === 'mfa_passed';
    const since = confirmed ? at : at + DAY;
    account.networks.set(wide, inWide.set(narrow, Math.min(since, inWide.get(narrow) ?? since)));
  }
}
