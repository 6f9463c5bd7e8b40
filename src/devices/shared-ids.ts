// Finds an account's own device for an id that leads to a device of other accounts.
import { MAX_SHARING_ACCOUNTS } from '../vocabulary/shared-ids.ts';
import {
  type CandidateInput,
  type CurrentIdOwner,
  differencesOf,
  isContradicted,
  isFromAccount,
  type ResolveInput,
} from './candidates.ts';
import { isOwnId, isTwinId } from './joined-ids.ts';
import type { Candidate, DeviceRecord } from './observation.ts';
import { joinedIdsOf } from './signal-names.ts';

/**
 * Whether the presented id leads to a device that the account has never used: of a second account on one phone, of the next owner of a
 * computer, or of a broken integration that ships one id to every machine.
 */
export function isSharedId(idOwner: CurrentIdOwner | null): boolean {
  return idOwner !== null && !idOwner.id.cloned && idOwner.usedByAccount === false;
}

/**
 * Whether others have proven the id's device and the account has not, though it may have been named on it: one page view under the public
 * key, with the stolen id in a network of the device, must not lead the account away from its own device.
 */
export function isProvenByOthersOnly(idOwner: CurrentIdOwner | null): boolean {
  return idOwner?.id.cloned === false && idOwner.provenByAccount === false && idOwner.device.firstProofAt !== null;
}

/**
 * Whether the id says nothing about the machine, for an account that has not proven the id's device. When each account kept such an id
 * for a device of its own, a thief with the password and any phone of the customer's model was that device, and paid from anywhere
 * (0, allowed, instead of 84).
 */
export function isShipped(idOwner: CurrentIdOwner | null): boolean {
  return idOwner?.provenByAccount === false && idOwner.id.conflicts > MAX_SHARING_ACCOUNTS;
}

/**
 * Whether the id leads to a machine that cannot be the event's, and nothing says that the id is that machine's:
 *
 * - It is a twin's. One page view under the public key, with the looks of the owner's next computer and the stolen id of the owner's next
 *   phone, made the phone look like a thief's once the computer had taken the device (payment 70, challenged; change of the payout 100,
 *   blocked).
 * - Only browsers report, and the account has not proven the device: anyone can show an id first, and prove a device with it to an account
 *   of their own. One page view with the stolen id of a browser that the owner had not logged in with made the owner a stranger there
 *   forever (payment 70, challenged; change of the payout 100, blocked).
 */
export function isOfOther({ idOwner, observation, at, onlyClaims }: ResolveInput): boolean {
  if (idOwner === null || idOwner.id.cloned) return false;
  const isTwins = isTwinId(joinedIdsOf(idOwner.device.profile), observation.persistentId);
  const isClaimed = onlyClaims && idOwner.provenByAccount === false;
  return (isTwins || isClaimed) && differencesOf(idOwner.device, observation, at).hard;
}

/**
 * The owner of the id for this account: the account's device that was created with it, if the id leads to a device of others. Without it,
 * a second account on a phone, first seen outside the networks of the first account, had a new device at each event: on a carrier's
 * changing addresses, each login was challenged, and each second factor proved another device. An attacker gains nothing by it: an
 * id that nobody has shown before would do the same.
 *
 * Of several such devices, it is the one that the account saw last, and one that it has proven before any that events have only named: a
 * page view under the public key, by another machine with the stolen id, kept the account a stranger on the phone forever (payment 84,
 * challenged; change of the payout 100, blocked). If the other accounts are erased, the id leads to no device any more, but still to this
 * account's own.
 */
export function ownerWithin({ idOwner, observation, at, pool }: CandidateInput): CurrentIdOwner | null {
  const { persistentId } = observation;
  if (persistentId === null) return idOwner;
  const isNamed = !isSharedId(idOwner);
  if (idOwner !== null && isNamed && !isProvenByOthersOnly(idOwner)) return idOwner;
  const own = pool.candidates
    .filter((candidate) => isFromAccount(candidate) && hasOwnId(candidate.device, persistentId))
    .filter(({ accountProofAt, device }) => {
      if (accountProofAt !== null) return device.id !== idOwner?.device.id;
      return !isNamed && !isContradicted(device, observation, at);
    })
    .sort(byProofAndLastVisit)[0];
  if (own === undefined) return idOwner;
  const { id: deviceId, lastSeenAt } = own.device;
  const id = idOwner?.id ?? { deviceId, lastSeenAt, cloned: false, conflicts: 0 };
  return { id, device: own.device, usedByAccount: true, provenByAccount: null };
}

/** The proven one first, then the newest; by id where that is equal, so that the order never depends on storage. */
function byProofAndLastVisit(one: Candidate, other: Candidate): number {
  const proof = Number(one.accountProofAt === null) - Number(other.accountProofAt === null);
  return proof || other.device.lastSeenAt - one.device.lastSeenAt || (one.device.id < other.device.id ? -1 : 1);
}

function hasOwnId({ profile }: DeviceRecord, persistentId: string): boolean {
  return isOwnId(joinedIdsOf(profile), persistentId);
}
