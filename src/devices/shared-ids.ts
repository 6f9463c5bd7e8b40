// Finds an account's own device for an id that leads to a device of other accounts.
import { type CurrentIdOwner, isFromAccount } from './candidates.ts';
import { isOwnId } from './joined-ids.ts';
import type { CandidatePool, DeviceRecord } from './observation.ts';
import { JOINED } from './signal-names.ts';

/**
 * Whether the presented id leads to a device that the account has never used: of a second account on one phone, of the next owner of a
 * computer, or of a broken integration that ships one id to every machine.
 */
export function isSharedId(idOwner: CurrentIdOwner | null): idOwner is CurrentIdOwner {
  return idOwner !== null && !idOwner.id.cloned && idOwner.usedByAccount === false;
}

/**
 * The owner of the id for this account: the account's device that was created with it, if the id leads to a device of others. Without it,
 * a second account on a phone, first seen outside the networks of the first account, had a new device at each event: on a carrier's
 * changing addresses, each login was challenged, and each second factor proved another device. An attacker gains nothing by it: an
 * id that nobody has shown before would do the same.
 */
export function ownerWithin(
  idOwner: CurrentIdOwner | null,
  persistentId: string | null,
  { candidates }: CandidatePool,
): CurrentIdOwner | null {
  if (persistentId === null || !isSharedId(idOwner)) return idOwner;
  const own = candidates
    .filter((candidate) => isFromAccount(candidate) && hasOwnId(candidate.device, persistentId))
    .map(({ device }) => device)
    .sort((one, other) => other.lastSeenAt - one.lastSeenAt || (one.id < other.id ? -1 : 1))[0];
  return own === undefined ? idOwner : { id: idOwner.id, device: own, usedByAccount: true };
}

function hasOwnId({ profile }: DeviceRecord, persistentId: string): boolean {
  return isOwnId(profile[JOINED] as readonly string[] | undefined, persistentId);
}
