// Decides whether an event shows enough of a device's signals to be that device.
import type { Differences } from './differences.ts';
import { hasOwnId } from './joined-ids.ts';
import type { DeviceRecord, Observation } from './observation.ts';
import { countKnownSignals, MIN_SIGNALS } from './observe.ts';
import { joinedIdsOf, TELLING_NAMES, UNGUESSED_NAMES, unstableOf } from './signal-names.ts';

/**
 * Whether the event shows enough signals of its device. Otherwise a stolen id with nothing but a user agent would count as the
 * known device from anywhere; so would one with signals that anyone can guess from the user agent, if those that distinguish machines are
 * missing or wrong: with another graphics card, other rendering and fonts, and without the rest, a thief in the owner's network changed
 * the payout (0, allowed). What the device's browser randomizes says nothing. A device that has never shown a fingerprint is identified
 * by its id alone: some native apps send nothing else.
 */
export function isCorroborated(
  { profile, fingerprint }: Observation,
  device: DeviceRecord,
  { agree }: Differences,
): boolean {
  const stored = countKnownSignals(device.profile);
  if (stored < MIN_SIGNALS) return true;
  const unstable = unstableOf(device.profile);
  const telling = TELLING_NAMES.filter((name) => device.profile[name] !== undefined && !unstable.includes(name));
  const shown = telling.filter((name) => agree.includes(name)).length;
  return fingerprint !== null && countKnownSignals(profile) >= stored / 2 && shown >= telling.length / 2;
}

/** Whether the device and the event agree in more than anyone can guess. */
export function isUnguessedMatch({ agree }: Differences): boolean {
  return UNGUESSED_NAMES.some((name) => agree.includes(name));
}

/**
 * Whether a match by signals recognizes the device. Where a page sends neither graphics nor fonts, anyone can guess all that it sends: with the
 * password, the cores, the memory and the screen, someone in the owner's network paid (0, allowed). A device that has never shown an id is
 * recognized nevertheless, as an account without any signals is by its network.
 */
export function looksLike({ profile }: DeviceRecord, differences: Differences): boolean {
  return isUnguessedMatch(differences) || !hasOwnId(joinedIdsOf(profile));
}
