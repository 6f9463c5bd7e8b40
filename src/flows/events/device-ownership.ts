// Decides which events make a device the account's own, change it, confirm it, or show that its id was copied.
import { isOnOwnNetwork } from '../../devices/candidates.ts';
import type { DeviceRecord, Profile } from '../../devices/observation.ts';
import { replacedAtOf } from '../../devices/signal-names.ts';
import { isOnFirstDay } from '../../scoring/counted-history.ts';
import { isVoidClaim } from '../../scoring/void-claim.ts';
import { DAY } from '../../vocabulary/clock.ts';
import type { EventClass } from '../../vocabulary/event-types.ts';
import type { Recording } from './recording.ts';
import { isConfirmation } from './recovery.ts';

/**
 * Whether the event takes over an existing device as the account's own: by its first proof, because anybody may have shown the device
 * before, or by the second factor of a joined id.
 */
export function takesDevice(recording: Recording): boolean {
  const { assessment, resolution } = recording.assessed;
  if (!assessment.proves || resolution.device === null) return false;
  return resolution.device.firstProofAt === null || isFirstReportedProof(recording) || settlesOwnId(recording);
}

/**
 * Whether the server is the first to report a proof of a device that the account has proven by claims alone: before the server
 * reported any, anybody may have claimed a login with a common phone from the owner's network. The owner's next phone of that model
 * joined the device, and the thief logged in and paid from abroad (0, allowed).
 */
function isFirstReportedProof({ input, observed, history, assessed }: Recording): boolean {
  const { pair } = assessed.deviceHistory;
  const isClaimed = pair !== null && pair.firstProofAt !== null && pair.firstServerProofAt === null;
  const isVerified = history.environment.verified || observed.type === 'login';
  return isClaimed && input.credential === 'secret' && isVerified;
}

/**
 * Whether a second factor shows that the device's own id is not the owner's but a joined one is. A thief with the password had logged
 * in from the owner's network with a common phone, and the owner's own phone of that model joined it; a member then trusted the
 * device, and the thief changed the payout (15, allowed). Not if the device was the account's on its first day, or if a second factor
 * or a member has settled whose it is.
 */
function settlesOwnId(recording: Recording): boolean {
  const { observed, history, assessed } = recording;
  const { resolution, deviceHistory } = assessed;
  const { device, idJoined, attachId } = resolution;
  const provenAt = deviceHistory.pair?.firstProofAt ?? null;
  if (device === null || device.isTrusted || provenAt === null || provenAt !== device.firstProofAt) return false;
  if (deviceHistory.pair?.confirmedAt !== null || isOnFirstDay(provenAt, history.proofs)) return false;
  return isConfirmation(recording) && observed.observation.persistentId !== null && (idJoined || attachId);
}

/**
 * Whether the event shows that the device's own id is the owner's: not if only the signals match. A thief with the password had logged
 * in from the owner's network with a common phone and, after the owner's own phone of that model had passed a second factor,
 * changed the payout (0, allowed).
 */
export function presentsOwnId(recording: Recording): boolean {
  const { resolution } = recording.assessed;
  if (resolution.device === null || takesDevice(recording)) return true;
  return resolution.method === 'persistent_id' && !resolution.idJoined;
}

/**
 * Whether the event comes from the machine that the device has become, if it has appeared as another one. On a page that sends few
 * signals, the owner's second factor confirmed the thief's machine, which had logged in with the stolen id and the password; a day later
 * it changed the payout (0, allowed).
 */
export function isSameMachine({ observed, assessed }: Recording, updated: Profile | null): boolean {
  const { device, corroborated } = assessed.resolution;
  const replacedAt = replacedAtOf(updated ?? device?.profile ?? {});
  return corroborated || replacedAt === null || replacedAt === observed.at;
}

/**
 * Whether the event's stored id belongs to no device, or to one that nobody has proven and whose id has not returned. A page view under the
 * public key, by another machine with the stolen id of a newcomer's browser, kept that id from the device that the newcomer's signup took
 * (change of the email 90, blocked; payment 55, challenged).
 */
export function isNobodysId({ history: { idOwner } }: Recording): boolean {
  return idOwner === null || (idOwner.device.provisional && idOwner.device.firstProofAt === null);
}

/**
 * Whether the event shows that a stored id is used on two machines: only if it is a proof of the account that proved the id's device
 * first. Without this rule, one login of a thief's own account with a stolen id permanently took the id away from its owner, who was then
 * challenged at every payment from a new network; next door and with copied signals, that account even proved the device first.
 */
export function mayRefuteId({ history, assessed }: Recording): boolean {
  const { device, history: ofOwner } = history.idOwner ?? {};
  const provenAt = ofOwner?.pair?.firstProofAt ?? null;
  return assessed.assessment.proves && provenAt !== null && provenAt === device?.firstProofAt;
}

/**
 * Whether the account proves, for the first time, a device of its own that keeps the id of another device: one more account that shares
 * the id (`shared-ids.ts`).
 */
export function provesSharedId(recording: Recording): boolean {
  const { observed, history, assessed } = recording;
  const { idOwner } = history;
  const { resolution, deviceHistory, assessment } = assessed;
  const { persistentId } = observed.observation;
  if (!assessment.proves || idOwner === null || persistentId === null || deviceHistory.pair?.firstProofAt) return false;
  if (sharesOthersId(recording)) return true;
  const { device } = resolution;
  return device === null
    ? resolution.sharesId
    : device.id !== idOwner.device.id && resolution.method === 'persistent_id';
}

/** After this time, an account may change a device or an id that another one proved first, such as a tablet that was handed down. */
const MAY_UPDATE_AFTER = 30 * DAY;

/**
 * Whether the event may give its stored id to a new device. A twin's id leads to a proven device until the twin returns: one page view
 * under the public key, with the stolen id of the owner's second browser, took that id for another machine, and its payments on trips
 * were challenged (55) from then on. So did a login to an account of the thief's own, from anywhere. An account that has not proven the
 * device, such as that of a spouse with a phone of the same model, may do so in one of the device's networks, or after a month. An id of a
 * device that nobody has proven moves with anything that counts: claims of another machine with the id of the owner's second phone, right
 * after its first visit, made it a stranger on the trip (login 59, challenged, instead of 30).
 */
export function mayMoveId({ input, observed, history: { idOwner, environment }, assessed }: Recording): boolean {
  if (idOwner === null) return true;
  if (idOwner.device.firstProofAt === null) return !isVoidClaim(input.credential, environment);
  const { id, device, history } = idOwner;
  const isOwn = (history.pair?.firstProofAt ?? null) !== null;
  const isAtHome = isOnOwnNetwork(device, observed.eventKeys.narrowNetwork);
  return assessed.assessment.proves && (isOwn || isAtHome || id.lastSeenAt <= observed.at - MAY_UPDATE_AFTER);
}

/**
 * Whether the event makes a device the account's own, but may not move its id there: the device keeps the id for this account alone
 * (`shared-ids.ts`). One page view under the public key, with the looks of someone's next computer and the stolen id of another person's
 * next browser, kept that id from the browser: its sensitive changes were monitored (30) or, if it adds noise, challenged (80).
 */
export function sharesOthersId(recording: Recording): boolean {
  const { resolution, assessment } = recording.assessed;
  if (!resolution.attachId || !assessment.proves || mayMoveId(recording)) return false;
  return resolution.device === null || takesDevice(recording);
}

/**
 * Whether the event may change the profile, networks or ids of an existing device. Anyone can send a page view with a copied
 * fingerprint or a stolen id, or fail to log in with them; repeated, such events would replace the owner's profile until the owner
 * looks like the thief. So only two kinds of events may: proofs of an account that already has the device, and any success on a
 * device that nobody has proven and that no account, or only this one, has used.
 */
export function mayUpdateDevice(recording: Recording, device: DeviceRecord, kind: EventClass): boolean {
  const { input, history, assessed } = recording;
  if (kind === 'passive' || isVoidClaim(input.credential, history.environment)) return false;
  if (device.accountCount === 0) return true;
  const { assessment, deviceHistory } = assessed;
  const { pair } = deviceHistory;
  if (device.accountCount === 1 && pair?.firstProofAt === null) return kind === 'success';
  return assessment.proves && isSettledOn(recording, device);
}

/**
 * Whether the event's stored id shows that ids which joined the device later belong to another machine: a proof by an account that has
 * known the device for a day, in one of the device's networks. Between the identical computers of a ward or a lab, a wrong link would
 * last until the account that proved the device first came back to it, or for a month.
 */
export function showsTwins({ observed, assessed }: Recording, device: DeviceRecord): boolean {
  const { assessment, resolution } = assessed;
  const isById = resolution.method === 'persistent_id' && assessment.recognized && assessment.settled;
  return isById && assessment.proves && isOnOwnNetwork(device, observed.eventKeys.narrowNetwork);
}

/**
 * Whether the account proved the device first, or long ago. Without this rule, a thief's own account that had logged in with the stolen
 * id in the owner's network changed one part of the profile after the other, until the owner's payout change was blocked (100). What
 * such an account proves updates the device even if it looks like another machine, and whoever else was named on the device: one page
 * view under the public key, with the stolen id and another account, kept an owner who had replaced the graphics card and the monitor a
 * stranger forever (the change of the payout: 100, blocked).
 */
function isSettledOn({ observed, assessed }: Recording, device: DeviceRecord): boolean {
  const provenAt = assessed.deviceHistory.pair?.firstProofAt ?? null;
  if (device.firstProofAt === null || provenAt === device.firstProofAt) return true;
  return provenAt !== null && provenAt <= observed.at - MAY_UPDATE_AFTER;
}
