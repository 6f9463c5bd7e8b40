// Builds scoring inputs and past events for tests: a plain public login with the changes of each test.
import type { Assessment } from '../../src/scoring/assessment.ts';
import type { ScoringInput } from '../../src/scoring/facts.ts';
import type { History, Pair, PastEvent } from '../../src/scoring/history.ts';
import { DAY, HOUR } from '../../src/vocabulary/clock.ts';

export const NOW = Date.UTC(2026, 2, 10, 12);

export const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/133.0.0.0 Safari/537.36';

/** A past event of the same account, device and address as `login()`, `ago` ms before it. */
export function pastEvent(ago: number, changes: Partial<PastEvent> = {}): PastEvent {
  return {
    at: NOW - ago,
    type: 'login_failed',
    account: 'account',
    device: 'device',
    counterAddress: '9.9.9.9',
    wideNetwork: '9.9.0.0/16',
    fingerprint: 'fingerprint',
    agent: 'agent',
    sessionToken: null,
    recognized: false,
    settled: changes.recognized ?? false,
    byId: changes.settled ?? changes.recognized ?? false,
    credential: 'public',
    ...changes,
  };
}

/** `count` past events, one second apart, newest first; `changes` may depend on the index. */
export function rows(
  count: number,
  changes: (index: number) => Partial<PastEvent> = () => ({}),
  ago = 1000,
): PastEvent[] {
  return Array.from({ length: count }, (_, index) => pastEvent(ago + index * 1000, changes(index)));
}

/** The event's network when the account has proven others. */
export const AWAY: History['networks'] = {
  narrowProven: false,
  narrowInWide: 0,
  narrowSettled: false,
  settledInWide: 0,
  narrowFirm: false,
  narrowConfirmedAt: null,
  anyProven: true,
  accountsInWide: 3,
};

/** The event's network when the account has proven it long ago. */
export const HOME: History['networks'] = {
  narrowProven: true,
  narrowInWide: 1,
  narrowSettled: true,
  settledInWide: 1,
  narrowFirm: true,
  narrowConfirmedAt: null,
  anyProven: true,
  accountsInWide: null,
};

/** Ten proofs over the last month, none sent by the server. */
export function proofs(changes: Partial<History['proofs']> = {}): History['proofs'] {
  return {
    count: 10,
    firstAt: NOW - 30 * DAY,
    lastAt: NOW - DAY,
    withSignals: false,
    fingerprinted: false,
    serverSent: false,
    knownSince: NOW - 30 * DAY,
    ...changes,
  };
}

/** The account on the device, seen once an hour ago and not proven. */
export function pairOf(changes: Partial<Pair> = {}): Pair {
  return {
    firstSeenAt: NOW - HOUR,
    lastSeenAt: NOW - HOUR,
    eventCount: 1,
    firstProofAt: null,
    lastProofAt: null,
    firstServerProofAt: null,
    confirmedAt: null,
    afterRecovery: false,
    ...changes,
  };
}

/** An environment in its second month, without failures. */
export function environment(changes: Partial<History['environment']> = {}): History['environment'] {
  const none = { lastHour: 0, byHour: [], byDay: [] };
  return {
    failures: { login: none, payment: none, claimed_payment: none, corrected_login: none },
    firstEventAt: NOW - 40 * DAY,
    verified: false,
    ...changes,
  };
}

/** An environment with failed logins of unrecognized sources. */
export const failing = (lastHour: number, byHour: number[] = []) =>
  environment({ failures: { ...environment().failures, login: { lastHour, byHour, byDay: [] } } });

const HISTORY: History = {
  account: [],
  address: [],
  device: [],
  fingerprint: [],
  session: [],
  pair: null,
  pairOnFirstDay: true,
  claimsCount: true,
  seenFingerprint: { own: false, settled: false, elsewhere: false },
  accountFirstSeenAt: NOW - 30 * DAY,
  recoveredAt: null,
  proofs: proofs(),
  networks: AWAY,
  environment: environment(),
};

/** A login from a new device on a new network of an established account. */
export function login(changes: Partial<ScoringInput> = {}, history: Partial<History> = {}): ScoringInput {
  return {
    type: 'login',
    at: NOW,
    credential: 'public',
    accountKey: 'account',
    device: { id: 'device', isTrusted: false, firstProofAt: null, replacedAt: null },
    resolution: {
      method: 'new_device',
      confidence: 95,
      idRefuted: false,
      provisional: false,
      corroborated: true,
      idJoined: false,
      looksOwn: false,
      changedSignals: [],
      conflictingSignals: [],
    },
    network: { classification: 'public', counterKey: '9.9.9.9', narrow: '9.9.9.0/24', wide: '9.9.0.0/16' },
    fingerprint: 'fingerprint',
    unguessed: true,
    agent: 'agent',
    sessionToken: null,
    signalCount: 20,
    signals: { user_agent: CHROME, platform: 'Win32' },
    userAgentHeader: null,
    history: { ...HISTORY, ...history },
    ...changes,
  };
}

/** Turns `login()` into the account's own device on its own network: its stored id, proven `provenFor` ms ago. */
export function provenAtHome(provenFor = 30 * DAY): {
  resolution: ScoringInput['resolution'];
  history: Partial<History>;
} {
  return {
    resolution: {
      method: 'persistent_id',
      confidence: 99,
      idRefuted: false,
      provisional: false,
      corroborated: true,
      idJoined: false,
      looksOwn: false,
      changedSignals: [],
      conflictingSignals: [],
    },
    history: {
      pair: pairOf({
        firstSeenAt: NOW - provenFor,
        eventCount: 12,
        firstProofAt: NOW - provenFor,
        lastProofAt: NOW - HOUR,
      }),
      networks: HOME,
    },
  };
}

/** A login of the account's own device on its own network. */
export function known(changes: Partial<ScoringInput> = {}, history: Partial<History> = {}): ScoringInput {
  const { resolution, history: home } = provenAtHome();
  return login({ resolution, ...changes }, { ...home, ...history });
}

/** The codes of the fired signals, in registry order. */
export const codes = (assessment: Assessment): string[] => assessment.signals.map(({ code }) => code);

export const has = (assessment: Assessment, code: string): boolean => codes(assessment).includes(code);
