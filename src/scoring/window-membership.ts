// Decides which history windows an event belongs to, so that rows that add nothing cannot push out those that count.
import { DAY, HOUR, MINUTE } from '../vocabulary/clock.ts';
import { eventClass } from '../vocabulary/event-types.ts';
import { partitionOf, WINDOW_BIT, type WindowName } from '../vocabulary/windows.ts';
import type { RecognitionState } from './assessment.ts';
import type { Facts } from './facts.ts';
import type { PastEvent } from './history.ts';
import { AT_HOME_PER_DAY, UNUSED_PER_DAY } from './login-failures.ts';
import { MOST_STORED } from './most-stored.ts';
import { isNewcomer } from './newcomer.ts';
import { isByCustomer } from './old-customers.ts';
import { AT_ONCE_SPAN, PAYMENTS_AT_ONCE } from './payments-at-once.ts';
import { isStepUp } from './step-up.ts';
import { isVoidClaim } from './void-claim.ts';
import { countRows, isRecognizedById, isSameSource, MFA_BURST } from './windows.ts';

/** A limit on rows that count as the same: `alike` compares a row of the window with the event; at most `most` are stored within `span`. */
interface Limit {
  most: number;
  span: number;
  alike: (row: PastEvent, facts: Facts) => boolean;
}

/** An event is always added when nothing alike was for this long, so that counts within an hour stay right. */
const ADDED_AGAIN_AFTER = 30 * MINUTE;

const sameAccount: Limit['alike'] = (row, { input }) => row.account === input.accountKey;
const sameDevice: Limit['alike'] = (row, { input }) => row.device === input.device.id;
/** A recognized source counts by its address: rows of the device from elsewhere must not displace the source's own. */
const sameDeviceAndPlace: Limit['alike'] = (row, facts) =>
  sameDevice(row, facts) && (facts.recognized ? sameAddress(row, facts) : !isUnrecognizedNearby(facts));
/**
 * In a settled network of the account, rows of the device from elsewhere do not count and must not take up space; nor where failures
 * nearby are counted separately.
 */
const sameDeviceAndRegion: Limit['alike'] = (row, facts) => {
  const isApart = facts.input.history.networks.narrowSettled || isUnrecognizedNearby(facts);
  return sameDevice(row, facts) && (!isApart || sameWide(row, facts));
};
/**
 * Where a new device is allowed, failures nearby are counted separately, and failures elsewhere must not displace them: neither a flood,
 * nor twenty of one device, after which six hundred of that device nearby were left out and another device logged in.
 */
const isUnrecognizedNearby = ({ recognized, network }: Facts): boolean => !recognized && !network.novel;
const hasNetwork = ({ input }: Facts): boolean => input.history.networks.anyProven;
const unrecognizedElsewhere: Limit['alike'] = (row, { network }) => !row.recognized && network.novel;
const unrecognizedNearby: Limit['alike'] = (row, facts) =>
  isUnrecognizedNearby(facts) && hasNetwork(facts) && sameWide(row, facts);
/** With twenty stored from each /16, a thousand guesses looked like twenty, and a login from another /16 followed. */
const unrecognizedOnUnused: Limit['alike'] = (row, facts) => !row.recognized && !hasNetwork(facts);
/**
 * A source that only looks like a device of the account, or is recognized by its network, shares one limit with all that do. Seven
 * hundred such failures with thirty ids pushed out those of a stolen id, which then had another sixty guesses.
 */
const sameLook: Limit['alike'] = (row, facts) =>
  facts.recognized && !isRecognizedById(facts) && isSameSource(facts, row);
const sameFingerprint: Limit['alike'] = (row, { input }) => row.fingerprint === input.fingerprint;
const sameAddress: Limit['alike'] = (row, { input }) => row.counterAddress === input.network.counterKey;
const sameWide: Limit['alike'] = (row, { input }) => row.wideNetwork === input.network.wide;
/**
 * A login adds nothing about a network that an event of the account showed within half an hour. A second factor counts by its own
 * address (`firm-source.ts`), so each is added; twenty an hour are more than anybody passes.
 */
const loginOfSameWide: Limit['alike'] = (row, facts) => !isStepUp(facts.input) && sameWide(row, facts);
const stepUps: Limit = { most: 20, span: HOUR, alike: (row, { input }) => isStepUp(input) && isStepUp(row) };
/**
 * Sensitive changes share their partition with prompts for a second factor. Claims of 220 payments from as many networks, when payments
 * did, too, pushed out the prompts that the server had reported; changes count only for their networks (`RAPID_NETWORK_CHANGE`).
 */
const isChange = (type: string): boolean => eventClass(type) === 'sensitive';
const changes: Limit = { most: 10, span: HOUR, alike: (row, { input }) => isChange(input.type) && isChange(row.type) };
/** What browsers claim must not displace what the server reports. */
const sameCredential: Limit['alike'] = (row, { input }) => row.credential === input.credential;
/** The limit for each credential separately: claimed signups count only where the server reports none (`signup-velocity.ts`). */
const ofCredential = ({ alike, ...limit }: Limit): Limit => ({
  ...limit,
  alike: (row, facts) => sameCredential(row, facts) && alike(row, facts),
});
const unrecognized: Limit['alike'] = (row) => !row.recognized;
const any: Limit['alike'] = () => true;

const failures = (alike: Limit['alike']): Limit => ({ most: MOST_STORED.failures, span: DAY, alike });
/**
 * Failures of all unrecognized sources on an account: ten times the highest threshold, and half of the partition. Four hundred of
 * them pushed out those of a stolen id, which then had another forty guesses.
 */
const MOST_UNRECOGNIZED = 200;
const attempts = (alike: Limit['alike']): Limit => ({ most: MOST_STORED.attempts, span: HOUR, alike });
const ofAccount: Limit = { most: MOST_STORED.ofAccount, span: HOUR, alike: any };
/**
 * Rejections on an account in a day: twice and four times the threshold, so that no source's rows push out another's. On an account
 * without a rejection for half an hour, the next one is always added.
 */
const rejections = (most: number, alike: Limit['alike']): Limit => ofCredential({ most, span: DAY, alike });
/** Signups of one look in a /16: up to the highest number that is too many (`signup-velocity.ts`), which a limit of eight never reached. */
const SIGNUPS_NEARBY: Limit = { most: 20, span: HOUR, alike: sameWide };
const OF_TYPE: Limit = { most: MOST_STORED.ofType, span: HOUR, alike: any };
/**
 * As many prompts, or wrong codes, as make a burst, within so few minutes that three quarters of the burst's span are always covered:
 * fifteen in half a minute hid the 430 that followed within the quarter of an hour, and the second factor after them proved the
 * thief's device. At most 64 an hour of each.
 */
const prompts = (alike: Limit['alike']): Limit => ({ most: MFA_BURST, span: 4 * MINUTE, alike });

/** As many payments as count together (`payments-at-once.ts`): whatever was stored before, those of a minute are all there. */
const atOnce = (alike: Limit['alike']): Limit => ofCredential({ most: PAYMENTS_AT_ONCE, span: AT_ONCE_SPAN, alike });
/** A visit of one account adds nothing within half an hour. */
const visits = (alike: Limit['alike']): Limit => ({ most: 1, span: ADDED_AGAIN_AFTER, alike });
/** Whether the payment is a customer's, as the window shows it later (`isByCustomer`). */
const isByCustomerNow = ({ state }: Facts): boolean => BY_CUSTOMER.has(state);
const BY_CUSTOMER: ReadonlySet<string> = new Set(['known', 'trusted', 'network_only'] satisfies RecognitionState[]);
const customersPayment: Limit['alike'] = (row, facts) => isByCustomerNow(facts) && sameAccount(row, facts);
const newSourcesPayment: Limit['alike'] = (row, facts) => !isByCustomerNow(facts) && !isByCustomer(row);

/** What a row counts for in a window; a type without an entry counts for nothing there. */
type Kind = 'failure' | 'success' | 'purchase' | 'signup' | 'recovery' | 'prompt' | 'code' | 'payment';

const LIMITS: Readonly<Record<Exclude<WindowName, 'session'>, Partial<Record<Kind, readonly Limit[]>>>> = {
  account: {
    failure: [
      failures(sameDeviceAndPlace),
      // Failures of one device on an account from all addresses: the highest threshold for them.
      { most: AT_HOME_PER_DAY, span: DAY, alike: sameDeviceAndRegion },
      { most: MOST_UNRECOGNIZED, span: DAY, alike: unrecognizedElsewhere },
      failures(unrecognizedNearby),
      { most: UNUSED_PER_DAY, span: DAY, alike: unrecognizedOnUnused },
      failures(sameLook),
    ],
    success: [visits(loginOfSameWide), stepUps, changes],
    purchase: [atOnce(any)],
    signup: [attempts(any)],
    recovery: [ofAccount],
    prompt: [prompts(sameCredential)],
    code: [prompts(sameCredential), rejections(40, any)],
    // Where browsers report the logins, twenty claims of a tester's own account hid the cards of the next hour: 39 of 60 were let through.
    payment: [ofCredential(ofAccount), rejections(20, sameDevice), rejections(40, unrecognized)],
  },
  address: {
    failure: [failures(sameAccount)],
    success: [visits(sameAccount)],
    purchase: [visits(customersPayment), atOnce(newSourcesPayment)],
    signup: [ofCredential(OF_TYPE)],
    recovery: [attempts(sameAccount), OF_TYPE],
    // Claims of aged accounts do not count there, but took the place of cards with a new account each: 60 of 60 were let through.
    payment: [ofCredential(attempts(sameFingerprint)), ofCredential(OF_TYPE)],
  },
  device: {
    failure: [failures(sameAccount)],
    success: [visits(sameAccount)],
    purchase: [visits(sameAccount)],
    signup: [attempts(sameAccount), OF_TYPE],
    recovery: [attempts(sameAccount), OF_TYPE],
    prompt: [prompts(any)],
    code: [prompts(any)],
    payment: [attempts(sameAccount), OF_TYPE],
  },
  fingerprint: {
    failure: [failures(sameAccount)],
    success: [visits(sameAccount)],
    purchase: [visits(sameAccount)],
    signup: [ofCredential(SIGNUPS_NEARBY), ofCredential(OF_TYPE)],
    payment: [attempts(sameAddress), OF_TYPE],
  },
};

/**
 * The bits of the event's windows (`WINDOW_BIT`). Passive events such as page views belong to the window of their session only. While
 * the server reports logins, an event under the public key belongs only to the window of its device, if that was recognized by its
 * stored id; a signup also to those of its address and fingerprint.
 */
export function windowsOf(facts: Facts): number {
  const { input } = facts;
  const kind = kindOf(facts);
  if (isVoidClaim(input.credential, input.history.environment)) {
    if (kind === null) return 0;
    const shared = kind === 'signup' ? bitsOf(facts, ['address', 'fingerprint'], kind) : 0;
    return shared | (isClaimAdded(facts) ? bitsOf(facts, ['device'], kind) : 0);
  }
  const bits = addsToSession(facts) ? WINDOW_BIT.session : 0;
  return kind === null ? bits : bits | bitsOf(facts, ['account', 'address', 'device', 'fingerprint'], kind);
}

/**
 * Claims per hour in the window of a device. Two hundred with the id of the attacker's own device pushed out what the server reported
 * about it: any number of failed payments followed, where otherwise the fourth is monitored.
 */
const MOST_CLAIMS = 60;

/** Whether a claim is added to the window of its device. Not where claims do not count: nothing would limit their number there. */
function isClaimAdded({ input: { history, at } }: Facts): boolean {
  if (!history.claimsCount) return false;
  return countRows(history.device, at - HOUR, (row) => row.credential === 'public') < MOST_CLAIMS;
}

function bitsOf(facts: Facts, names: readonly Exclude<WindowName, 'session'>[], kind: Kind): number {
  return names.reduce((bits, name) => (isAdded(facts, name, kind) ? bits | WINDOW_BIT[name] : bits), 0);
}

function isAdded(facts: Facts, name: Exclude<WindowName, 'session'>, kind: Kind): boolean {
  const limits = LIMITS[name][kind];
  if (limits === undefined || !isEvidenceIn(name, kind, facts)) return false;
  if (name === 'account' && facts.corrects.length > 0) return true;
  return limits.every((limit) => adds(facts, rowsOf(facts, name), kind, limit));
}

function kindOf({ input, eventClass }: Facts): Kind | null {
  if (input.type === 'signup') return 'signup';
  if (input.type === 'payment_failed') return 'payment';
  if (input.type === 'payment_attempt') return 'purchase';
  if (eventClass === 'challenge') return input.type === 'mfa_failed' ? 'code' : 'prompt';
  if (eventClass === 'failure' || eventClass === 'recovery') return eventClass;
  // A sensitive change says no more about its source than a login.
  return eventClass === 'passive' ? null : 'success';
}

/** Whether a row of this kind is evidence in the window at all. */
function isEvidenceIn(name: WindowName, kind: Kind, facts: Facts): boolean {
  const { input, recognized, state } = facts;
  if (name === 'account') return input.accountKey !== null;
  const isVisitor = kind === 'success' || kind === 'purchase';
  if (name === 'device') return !isVisitor || recognized || input.type === 'login';
  if (name === 'fingerprint' && input.fingerprint === null) return false;
  if (name === 'address' && !facts.network.usable) return false;
  if (kind === 'failure') return !recognized;
  if (!isVisitor) return true;
  if (name === 'address' && kind === 'purchase' && isNewcomer(input) && !isByCustomerNow(facts)) return true;
  // A throwaway account is recognized by its look or network after one visit: this must not make an address an office.
  const aged = state === 'known' || state === 'trusted' || state === 'recent' || isOlderThanADay(facts);
  return recognized && aged;
}

function isOlderThanADay({ input }: Facts): boolean {
  const { firstAt } = input.history.proofs;
  return firstAt !== null && firstAt <= input.at - DAY;
}

function rowsOf({ input }: Facts, name: Exclude<WindowName, 'session'>): readonly PastEvent[] {
  return input.history[name];
}

function adds(facts: Facts, rows: readonly PastEvent[], kind: Kind, { most, span, alike }: Limit): boolean {
  const { at, type } = facts.input;
  const partition = partitionOf(type);
  let found = 0;
  for (const row of rows) {
    if (row.at <= at - span) break;
    if (row.recognized !== facts.recognized || !alike(row, facts)) continue;
    if (partitionOf(row.type) !== partition || !isOfKind(row, kind, type)) continue;
    if (alike !== any && found === 0 && row.at <= at - ADDED_AGAIN_AFTER) return true;
    found += 1;
    if (found >= most) return false;
  }
  return true;
}

/** Whether a row of the event's partition counts for the same as the event. */
function isOfKind(row: PastEvent, kind: Kind, type: string): boolean {
  return kind === 'failure' || kind === 'success' || row.type === type;
}

/**
 * Rows of one machine in the window of a session. Two hundred page views with a stolen token, each from another address, pushed out the
 * owner's rows, and the session seemed to be the thief's.
 */
const MOST_OF_MACHINE = 20;
/** Rows of all unrecognized machines: half of a session's window. Two hundred page views, each of another machine, had the same effect. */
const MOST_OF_STRANGERS = 100;

/**
 * Adds one row an hour for each device, fingerprint and address: a session only records which devices used it. With one row in six
 * hours, a stolen token paid seven hours after the owner's last use (45, monitored).
 */
function addsToSession({ input, recognized }: Facts): boolean {
  if (input.sessionToken === null) return false;
  const { device, fingerprint, network, history } = input;
  if (!recognized && countRows(history.session, 0, (row) => !row.recognized) >= MOST_OF_STRANGERS) return false;
  const since = input.at - 6 * HOUR;
  const isOfMachine = (row: PastEvent) => row.device === device.id || row.fingerprint === fingerprint;
  if (countRows(history.session, since, isOfMachine) >= MOST_OF_MACHINE) return false;
  const isSame = (row: PastEvent) =>
    row.device === device.id && row.fingerprint === fingerprint && row.counterAddress === network.counterKey;
  return countRows(history.session, input.at - HOUR, isSame) === 0;
}
