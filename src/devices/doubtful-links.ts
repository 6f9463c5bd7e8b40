// Decides which likely candidates an event does not link to, because an attacker or a broken integration would look the same.
import type { CurrentIdOwner, ScoredCandidate } from './candidates.ts';
import { isUnguessedMatch } from './corroboration.ts';
import { isSoftwareRenderer } from './gpu.ts';
import type { Observation } from './observation.ts';

/**
 * Signals can be copied, and copies come from other networks. From a network on which neither the device nor the account
 * is known, matching signals alone never update a device (`device-update.ts`): if the copier's own id were attached, it
 * would own the device from the next visit on. They never link to a machine with a software renderer, because every copy
 * of a virtual machine renders the same.
 */
export function isPossibleCopy({ device, ownsId, away }: ScoredCandidate): boolean {
  return away && !ownsId && isSoftwareRenderer(device.profile.gpu_renderer);
}

/**
 * An id presented by an account new to the device, on a network new to the device: typical of an id that a broken
 * integration ships to every machine, where phones of one model or computers of one fleet differ in nothing else. A
 * family's second account, in contrast, is first seen at home.
 */
export function isPossiblySharedId({ ownsId, away }: ScoredCandidate, idOwner: CurrentIdOwner | null): boolean {
  return ownsId && away && idOwner?.usedByAccount === false;
}

/**
 * A match that anyone can guess, with an id that nobody has shown: one login with the password from the owner's network attached the thief's
 * id to the owner's device, and the thief paid from anywhere (0, allowed). The id gets a device of its own instead.
 */
export function isGuessWithId({ differences }: ScoredCandidate, { persistentId }: Observation): boolean {
  return persistentId !== null && !isUnguessedMatch(differences);
}
