// Decides which evidence may block: not what anyone with the public key could have sent about someone else.
import type { EventType } from '../vocabulary/event-types.ts';
import { isDeviceInUse } from './device-in-use.ts';
import type { Facts, ResolutionEvidence, ScoringInput } from './facts.ts';
import type { History, PastEvent } from './history.ts';

/** Types that report a failed attempt. Blocking one takes nothing from an honest customer. */
const FAILED_ATTEMPTS: ReadonlySet<string> = new Set([
  'login_failed',
  'mfa_failed',
  'payment_failed',
] satisfies EventType[]);

/** Whether evidence that others may have forged may take this event above 89. */
export function isFailedAttempt({ input }: Facts): boolean {
  return FAILED_ATTEMPTS.has(input.type);
}

/**
 * The input without what anyone could have sent: past events under the public key, except those of the same device if this event has
 * its id. Otherwise twelve forged failures with the fingerprint of a common phone would block every new customer who has one, and
 * failures from inside an office everyone there with a new laptop. A device recognized only by its looks may be anybody's: failures
 * that look like the owner's, forged or reported, would block the owner's private window (64, or 94 when a password manager fills the
 * form). A wrong password is as easy to send as an event under the public key, so reported failures with another stored id and from
 * another address are removed, too: twenty by a phone of the owner's model blocked the owner's new phone (94 at home, 100 elsewhere),
 * and on twenty accounts every customer who came with that model. On a device that only others have proven, its id shows nothing: with
 * the stolen id, wrong passwords from next door blocked the first login of every other account there (95). And what is claimed with a
 * device's id blocks only what is claimed, too: five wrong passwords with the stolen id of a new phone, from its address, blocked the first
 * login there that the server reported (95). On the event's account, only those from its address count as the device's own: fifteen wrong
 * passwords with the signals of the owner's new laptop, from anywhere, blocked the owner's login with it on a trip (100 instead of 59). A
 * session's events stay: sending one takes the session's token, which is a secret. Returns the input itself if nothing was removed.
 */
export function withoutForgeable(input: ScoringInput): ScoringInput {
  const history = withoutForgeableRows(input);
  const resolution = withoutForgeableChanges(input);
  return history === input.history && resolution === input.resolution ? input : { ...input, history, resolution };
}

function withoutForgeableRows(input: ScoringInput): History {
  const { history, resolution, network, credential, accountKey } = input;
  const { id } = input.device;
  const device = resolution.method === 'persistent_id' ? id : null;
  // A non-public address distinguishes nobody: behind one misconfigured proxy everybody would share it.
  const isFromHere = (row: PastEvent) => network.counterKey !== null && row.counterAddress === network.counterKey;
  const isOfLookAlike = (row: PastEvent) =>
    row.type === 'login_failed' && (!isFromHere(row) || (device === null && row.recognized));
  const own = isOthersDevice(input) ? null : device;
  // What only looks like the device is linked to it on the accounts that have used it, and no id shows whether it came from there.
  const isOfOwn = (row: PastEvent) =>
    own !== null && row.device === own && (row.account !== accountKey || isFromHere(row));
  const isCertain = (row: PastEvent) =>
    row.credential === 'secret' ? isOfOwn(row) || !isOfLookAlike(row) : isOfOwn(row) && credential === 'public';
  const certain = (rows: readonly PastEvent[]) => (rows.every(isCertain) ? rows : rows.filter(isCertain));
  const { account, address, device: ofDevice, fingerprint } = history;
  const certainRows = {
    account: certain(account),
    address: certain(address),
    device: certain(ofDevice),
    fingerprint: certain(fingerprint),
  };
  const isSame =
    certainRows.account === account &&
    certainRows.address === address &&
    certainRows.device === ofDevice &&
    certainRows.fingerprint === fingerprint;
  return isSame ? history : { ...history, ...certainRows };
}

/** Whether others have used the device for a day or longer, and nothing has proven it to the account. */
function isOthersDevice(input: ScoringInput): boolean {
  return isDeviceInUse(input) && (input.history.pair?.firstProofAt ?? null) === null;
}

/**
 * Ignores differences from the device's last visit where only browsers report: two claims with copied signals from the owner's
 * network change the profile, and the owner would then look like the thief. A refuted id (another operating system) stays.
 */
function withoutForgeableChanges({ history, resolution }: ScoringInput): ResolutionEvidence {
  const { changedSignals, conflictingSignals, idRefuted } = resolution;
  if (history.environment.verified || idRefuted) return resolution;
  if (changedSignals.length === 0 && conflictingSignals.length === 0) return resolution;
  return { ...resolution, changedSignals: [], conflictingSignals: [] };
}
