// Counts events within a window, this event included. Lists are newest first and capped, so counts are minimums.
import { DAY, MINUTE } from '../vocabulary/clock.ts';
import type { Facts } from './facts.ts';
import { isFirmDevice } from './firm-source.ts';
import type { PastEvent } from './history.ts';

/** The facts that decide whether a past event came from the same source. */
type FactsOfSource = Pick<Facts, 'input' | 'network' | 'state' | 'recognized' | 'addressRows'>;

/** MFA prompts or failures within a quarter of an hour that make a burst. */
export const MFA_BURST = 4;
export const MFA_BURST_SPAN = 15 * MINUTE;

/** Wrong codes in a day after which a right one may be guessed; nobody in three populations mistyped more than three. */
export const GUESSED_CODES = 10;

/** Number of rows newer than `since` that satisfy `matches`. Stops at the first older row. */
export function countRows(rows: readonly PastEvent[], since: number, matches: (row: PastEvent) => boolean): number {
  let count = 0;
  for (const row of rows) {
    if (row.at <= since) break;
    if (matches(row)) count += 1;
  }
  return count;
}

/** Distinct values of `pick` over rows newer than `since`, plus `own`; null is ignored. */
export function distinct(
  rows: readonly PastEvent[],
  since: number,
  pick: (row: PastEvent) => string | null,
  own: string | null = null,
): Set<string> {
  const found = new Set<string>();
  if (own !== null) found.add(own);
  for (const row of rows) {
    if (row.at <= since) break;
    const value = pick(row);
    if (value !== null) found.add(value);
  }
  return found;
}

/**
 * Whether a past row of the account came from this event's source. For a source recognized by its stored id, only its own recognized
 * rows from the same address count, not what others send from the same office, with a copied fingerprint from next door or with
 * a stolen id from abroad. A source that only looks like a device of the account answers for all that do, from any address and with
 * any id (three hundred guesses with the ids of an attacker's own thirty accounts, or next to two identical phones, went uncounted),
 * and for every recognized source in its /16 (or /32): failures with a stolen id make any other fingerprint look like the account's
 * own. A source without signals answers for all such sources of its network: a guesser moves within the victim's network,
 * where each address would start from zero. For an unrecognized source, every unrecognized row of its device, address or
 * fingerprint counts.
 */
export function isSameSource(facts: FactsOfSource, row: PastEvent): boolean {
  const { device, fingerprint, network } = facts.input;
  if (row.recognized !== facts.recognized) return false;
  const sameAddress = facts.network.usable && row.counterAddress === network.counterKey;
  if (facts.state === 'network_only') return row.fingerprint === null && row.wideNetwork === network.wide;
  const sameDevice = row.device === device.id;
  if (isRecognizedById(facts)) {
    return sameDevice && row.counterAddress === (facts.network.usable ? network.counterKey : null);
  }
  if (sameDevice || (fingerprint !== null && row.fingerprint === fingerprint)) return true;
  return facts.recognized ? row.wideNetwork === network.wide : sameAddress;
}

/** Whether the stored id recognizes the source, not the looks: the id of another device that looks like the account's does not count. */
export function isRecognizedById({ recognized, state, input }: FactsOfSource): boolean {
  return recognized && state !== 'fingerprint' && input.resolution.method === 'persistent_id';
}

/** Failed logins of this source on this account within `span` milliseconds and since its first own reset, this event included. */
export function failuresOfSource(facts: Facts, span: number): number {
  const { input, ownResetAt } = facts;
  const own = facts.isFailure ? 1 : 0;
  return own + mostInOneWindow(facts, Math.max(input.at - span, ownResetAt ?? 0), (row) => row.type === 'login_failed');
}

/**
 * The rows of this source on this account in each window that shares a key with the event. Filtered once per event: six
 * counts read them, and over full windows of one address they took a tenth of the event's time.
 */
export function rowsOfSource(facts: FactsOfSource): readonly (readonly PastEvent[])[] {
  const { input } = facts;
  const { account, device, fingerprint } = input.history;
  const ofSource = (row: PastEvent) => row.account === input.accountKey && isSameSource(facts, row);
  return [account, device, fingerprint, facts.addressRows].map((rows) => rows.filter(ofSource));
}

/**
 * Rows of this source newer than `since`. Each window is a lower bound: a flood from elsewhere may fill the account's window,
 * but not that of this device or address.
 */
function mostInOneWindow({ sourceRows }: Facts, since: number, matches: (row: PastEvent) => boolean): number {
  return Math.max(0, ...sourceRows.map((rows) => countRows(rows, since, matches)));
}

/**
 * Recognized failed logins of this device on this account within `span` milliseconds, this event included: from all addresses, or
 * from those of the event's /16 (or /32).
 */
export function failuresOfDevice({ input, isFailure }: Facts, span: number, from: 'anywhere' | 'wide network'): number {
  const own = isFailure ? 1 : 0;
  const isOfDevice = (row: PastEvent) =>
    row.type === 'login_failed' &&
    row.recognized &&
    row.device === input.device.id &&
    (from === 'anywhere' || row.wideNetwork === input.network.wide);
  return own + countRows(input.history.account, input.at - span, isOfDevice);
}

/** Failed logins on this account by all unrecognized sources within `span` milliseconds, this event included. */
export function unrecognizedFailuresOnAccount(facts: Facts, span: number): number {
  return unrecognizedFailures(facts, span, () => true);
}

/** Like `unrecognizedFailuresOnAccount`, from this event's /16 (or /32) only. */
export function nearbyUnrecognizedFailures(facts: Facts, span: number): number {
  const { wide } = facts.input.network;
  return unrecognizedFailures(facts, span, (row) => row.wideNetwork === wide);
}

function unrecognizedFailures(facts: Facts, span: number, counts: (row: PastEvent) => boolean): number {
  const { input, isUnrecognizedFailure } = facts;
  const own = isUnrecognizedFailure ? 1 : 0;
  const isCounted = (row: PastEvent) => row.type === 'login_failed' && !row.recognized && counts(row);
  return own + countRows(input.history.account, input.at - span, isCounted);
}

/** Whether an event is a prompt for a second factor or a failed one. */
export function isMfaAttempt(type: string): boolean {
  return type === 'mfa_challenge' || type === 'mfa_failed';
}

/**
 * MFA prompts and failures before a second factor on this account, in the span of a burst: those of this source, and all that the
 * server reported unless the stored id comes from a network that is firmly the owner's. An attacker who wears the owner down changes
 * the machine or the address between two prompts, or shows the stolen id with the last one only. Claims of other machines do not
 * count: five a day would keep the second factor on the owner's new phone from ever proving it.
 */
export function promptsBefore(facts: Facts): number {
  const ofSource = mfaAttemptsOfSource(facts);
  if (isOwnersPlace(facts)) return ofSource;
  const { history, at } = facts.input;
  const isReported = (row: PastEvent) => isMfaAttempt(row.type) && row.credential === 'secret';
  return Math.max(ofSource, countRows(history.account, at - MFA_BURST_SPAN, isReported));
}

/**
 * Wrong codes that the server reported on this account in the day before a second factor. Three in a quarter of an hour are no burst,
 * and the right one after sixty of them proved the guesser's device.
 */
export function wrongCodesBefore(facts: Facts): number {
  if (isOwnersPlace(facts)) return 0;
  const { history, at } = facts.input;
  return countRows(history.account, at - DAY, (row) => row.type === 'mfa_failed' && row.credential === 'secret');
}

/**
 * Whether the stored id of a device that is firmly the owner's comes from a network that is firmly the owner's, too. A network known
 * for a day is not enough: a thief with the id and the signals logs in, waits, and sends sixty prompts from the addresses around.
 * Nor is a device that a login has proven: a thief with the password logs in from the owner's network (20) and does the same.
 */
function isOwnersPlace(facts: Facts): boolean {
  const { input } = facts;
  return isRecognizedById(facts) && isFirmDevice(input) && input.history.networks.narrowFirm;
}

/** MFA prompts and failures of this source on this account in the span of a burst, or those of one type; this event included. */
export function mfaAttemptsOfSource(facts: Facts, type?: 'mfa_challenge' | 'mfa_failed'): number {
  const { input } = facts;
  const counts = (one: string) => (type === undefined ? isMfaAttempt(one) : one === type);
  const own = counts(input.type) ? 1 : 0;
  return own + mostInOneWindow(facts, input.at - MFA_BURST_SPAN, (row) => counts(row.type));
}
