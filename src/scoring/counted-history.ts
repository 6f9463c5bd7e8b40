// Selects what counts of an account's past by who sent it: claims under the public key stop counting where the server reports.
import { DAY } from '../vocabulary/clock.ts';
import { isNearRecovery, settlesAfter } from './fresh-device.ts';
import type { AccountProofs, History, NetworkProofs, Pair, PastEvent, ProofSpan } from './history.ts';

/** Proofs of an account as stored: from all sources, and from the customer's server alone. */
export interface StoredProofs extends ProofSpan {
  withSignals: boolean;
  fingerprinted: boolean;
  server: ProofSpan;
}

/** A network that an account has proven. Times in ms; null if the event in question never happened. */
export interface StoredNetwork {
  firstProofAt: number;
  firstServerProofAt: number | null;
  /** The last second factor that the server reported as passed there. */
  confirmedAt: number | null;
}

/** The proven networks of an account near an event's network, as stored. */
export interface StoredNetworks {
  /** This event's /24 or /48. */
  narrow: StoredNetwork | null;
  /** Networks within this event's /16 or /32, including its own; only a few of them when there are many. */
  inWide: readonly StoredNetwork[];
  anyProven: boolean;
  /** Accounts that proved the /16 (or /32) at least a day ago; null when this account has proven the narrow network. */
  accountsInWide: number | null;
}

/** Which accounts have recognized a source with the event's fingerprint, as stored. */
export interface StoredFingerprint {
  own: boolean;
  /** Like `own`, from events that the server sent. */
  ownServer: boolean;
  /** Whether the device had settled, by the events that count: once the server has sent any, only those. */
  settled: boolean;
  elsewhere: boolean;
}

/** A history as storage returns it. */
export interface StoredHistory
  extends Omit<History, 'proofs' | 'networks' | 'seenFingerprint' | 'pairOnFirstDay' | 'claimsCount'> {
  proofs: StoredProofs;
  networks: StoredNetworks;
  seenFingerprint: StoredFingerprint;
}

/**
 * Proven neighbors that make a /16 or /32 known, because dynamic providers and carriers assign addresses from a pool. Further
 * neighbors change nothing.
 */
const NEIGHBORS_FOR_KNOWN = 3;

/** Whether a network is known: it is proven itself, or enough of its neighbors are. */
export function isKnownNetwork(proven: boolean, neighbors: number): boolean {
  return proven || neighbors >= NEIGHBORS_FOR_KNOWN;
}

/** The device of an event, as far as it decides what counts. */
export interface CountedDevice {
  /** Whether it was recognized by its stored id. */
  isById: boolean;
  /** By any account, ms; null if nobody has proven it. */
  firstProofAt: number | null;
  /** When it last appeared as another machine, ms; null if never. */
  replacedAt: number | null;
}

/**
 * The part of the history that counts at time `at`. While the server reports logins ("verified mode"), past events under the public key
 * count only against their own device, and an account that the server has reported has only the proofs that the server sent: an attacker
 * may have claimed others before (`docs/threat-model.md`). Signups still count by address and fingerprint: they count against new accounts
 * only, and a server that reports only logins would otherwise never see a signup farm.
 */
export function countedHistory(stored: StoredHistory, at: number, ofDevice: CountedDevice): History {
  const { verified } = stored.environment;
  const serverOnly = countsServerOnly(stored);
  const counted = verified ? serverSent : allRows;
  const countedWithSignups = verified ? serverSentOrSignup : allRows;
  const proofs = countedProofs(stored.proofs, serverOnly);
  const claimsCount = ofDevice.isById && !isSettledSource(ofDevice, at);
  const pair = stored.pair === null || !serverOnly ? stored.pair : serverPair(stored.pair);
  const pairOnFirstDay = isOnFirstDay(pair?.firstProofAt ?? null, stored.proofs);
  return {
    account: counted(stored.account),
    address: countedWithSignups(stored.address),
    device: claimsCount ? stored.device : counted(stored.device),
    fingerprint: countedWithSignups(stored.fingerprint),
    session: counted(stored.session),
    pair:
      pair === null
        ? null
        : doubtedPair(pair, [pairOnFirstDay ? null : pair.firstProofAt, ofDevice.replacedAt], stored),
    claimsCount,
    pairOnFirstDay,
    seenFingerprint: {
      own: serverOnly ? stored.seenFingerprint.ownServer : stored.seenFingerprint.own,
      settled: stored.seenFingerprint.settled,
      elsewhere: stored.seenFingerprint.elsewhere,
    },
    accountFirstSeenAt: stored.accountFirstSeenAt,
    recoveredAt: stored.recoveredAt,
    proofs,
    networks: countedNetworks(stored, at),
    environment: stored.environment,
  };
}

/**
 * Whether an account proved the device at least a day ago. A newer device answers for everything sent with its stored id, by
 * browsers too: nobody else knows that id yet, while its fingerprint can be copied. Without those events, card testing and account
 * farms went unseen at customers whose servers report only logins (1 and 7 % of their events were detected; 82 and 16 % with them).
 * The proof of any account ends this: with the stolen id of a device and an address next door, claims of five wrong passwords blocked
 * the first login of every other account on it (95).
 */
function isSettledSource({ firstProofAt }: CountedDevice, at: number): boolean {
  return firstProofAt !== null && firstProofAt <= at - DAY;
}

/** The networks alone, for the resolver, which runs before the device's history is known. */
export function countedNetworks(
  stored: Pick<StoredHistory, 'proofs' | 'networks' | 'environment' | 'recoveredAt'>,
  at: number,
): NetworkProofs {
  const serverOnly = countsServerOnly(stored);
  const { networks } = stored;
  const inWide = networks.inWide.filter((network) => !serverOnly || network.firstServerProofAt !== null);
  const narrow = serverOnly && networks.narrow?.firstServerProofAt === null ? null : networks.narrow;
  const provenAt = (network: StoredNetwork) => (serverOnly ? network.firstServerProofAt : network.firstProofAt) ?? at;
  const isSettled = (network: StoredNetwork) =>
    network.confirmedAt !== null ||
    provenAt(network) <= at - settlesAfter({ afterRecovery: isDoubted(provenAt(network), stored) });
  return {
    narrowProven: narrow !== null,
    narrowInWide: Math.min(NEIGHBORS_FOR_KNOWN, inWide.length),
    narrowSettled: narrow !== null && isSettled(narrow),
    settledInWide: Math.min(NEIGHBORS_FOR_KNOWN, inWide.filter(isSettled).length),
    narrowFirm: narrow !== null && (narrow.confirmedAt !== null || isOnFirstDay(provenAt(narrow), stored.proofs)),
    narrowConfirmedAt: narrow?.confirmedAt ?? null,
    // Void claims count here, against the source: an account with a past has networks, even if none of them is known any more.
    anyProven: networks.anyProven,
    accountsInWide: networks.accountsInWide,
  };
}

/**
 * Whether the network stays new for as long as a device that was proven in the days around a doubtful reset. Of an account that has never
 * shown signals, the network is all that is known: a thief with the owner's mailbox changed the payout a day later (45, monitored).
 */
function isDoubted(provenAt: number, { proofs, recoveredAt }: Pick<StoredHistory, 'proofs' | 'recoveredAt'>): boolean {
  return !proofs.fingerprinted && !isOnFirstDay(provenAt, proofs) && isNearRecovery(provenAt, recoveredAt);
}

function countedProofs(proofs: StoredProofs, serverOnly: boolean): AccountProofs {
  const { count, firstAt, lastAt } = serverOnly ? proofs.server : proofs;
  const { withSignals, fingerprinted } = proofs;
  const serverSent = proofs.server.count > 0;
  return { count, firstAt, lastAt, withSignals, fingerprinted, serverSent, knownSince: proofs.firstAt };
}

/**
 * Whether a first proof falls on the first day of the account, counting claims of all sources: a thief whose login is the first that
 * the server reports must not become the founder of someone else's account. The proof itself must count: a thief who claimed a login
 * before the customer came, and knew the password once the server reported, changed the payout (0, allowed).
 */
export function isOnFirstDay(firstProofAt: number | null, { firstAt }: Pick<StoredProofs, 'firstAt'>): boolean {
  return firstProofAt !== null && firstAt !== null && firstProofAt <= firstAt + DAY;
}

/** Whether only proofs of the server count for the account. */
function countsServerOnly({ proofs, environment }: Pick<StoredHistory, 'proofs' | 'environment'>): boolean {
  return environment.verified && proofs.server.count > 0;
}

function serverPair(pair: Pair): Pair {
  const { firstServerProofAt } = pair;
  return {
    ...pair,
    firstProofAt: firstServerProofAt,
    lastProofAt: firstServerProofAt === null ? null : pair.lastProofAt,
  };
}

/**
 * Doubts a device that the account proved shortly before the reset, too, or that appeared as another machine around it. Many servers ask
 * for the second factor before the new password: this proved the thief's device, which then counted as the account's and changed the
 * payout a day later (0, allowed).
 */
function doubtedPair(pair: Pair, times: readonly (number | null)[], { recoveredAt }: StoredHistory): Pair {
  return times.some((time) => isNearRecovery(time, recoveredAt)) ? { ...pair, afterRecovery: true } : pair;
}

function allRows(rows: readonly PastEvent[]): readonly PastEvent[] {
  return rows;
}

/** The rows without void claims; the same list if it has none, the usual case, so that nothing is copied. */
function withoutClaimed(rows: readonly PastEvent[], isVoid: (row: PastEvent) => boolean): readonly PastEvent[] {
  return rows.some(isVoid) ? rows.filter((row) => !isVoid(row)) : rows;
}

function serverSent(rows: readonly PastEvent[]): readonly PastEvent[] {
  return withoutClaimed(rows, ({ credential }) => credential === 'public');
}

function serverSentOrSignup(rows: readonly PastEvent[]): readonly PastEvent[] {
  return withoutClaimed(rows, ({ credential, type }) => credential === 'public' && type !== 'signup');
}

/** The history that remains when the public claims about an account turn out to be void: no proof, and no claimed event. */
export function withoutClaims(history: History): History {
  return {
    ...history,
    account: serverSent(history.account),
    address: serverSent(history.address),
    device: serverSent(history.device),
    fingerprint: serverSent(history.fingerprint),
    pair: history.pair === null ? null : { ...history.pair, firstProofAt: null, lastProofAt: null },
    seenFingerprint: { own: false, settled: false, elsewhere: history.seenFingerprint.elsewhere },
    pairOnFirstDay: false,
    proofs: { ...history.proofs, count: 0, firstAt: null, lastAt: null, knownSince: null },
    networks: {
      narrowProven: false,
      narrowInWide: 0,
      narrowSettled: false,
      settledInWide: 0,
      narrowFirm: false,
      narrowConfirmedAt: null,
      anyProven: false,
      accountsInWide: history.networks.accountsInWide,
    },
  };
}
