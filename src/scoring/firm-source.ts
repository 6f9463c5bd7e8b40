// Decides whether a device is the owner's beyond doubt, as a sensitive change requires.
import { HOUR } from '../vocabulary/clock.ts';
import type { Facts, ScoringInput } from './facts.ts';
import { isReplaced } from './replaced-device.ts';
import { isStepUp } from './step-up.ts';

/** A second factor that passed on the device this recently confirms it at its address, however the device was recognized. */
const STEP_UP_LASTS = HOUR;

/**
 * Whether the event carries the device's own stored id, and the account proved the device on its first day or a second factor
 * confirmed it. An id that was attached by matching signals is no better than the signals, which can be copied. An account that
 * has never shown a device is known by its networks alone.
 */
export function isFirmSource(facts: Facts): boolean {
  const { input, state } = facts;
  if (state === 'network_only' && !input.history.proofs.fingerprinted) return true;
  return isConfirmedHere(input) || isFirmDevice(input);
}

/** Whether the event carries the stored id of a device that is firmly the owner's, wherever the event comes from. */
export function isFirmDevice(input: ScoringInput): boolean {
  const { resolution, history } = input;
  const { pair, pairOnFirstDay } = history;
  if (pair === null || resolution.method !== 'persistent_id' || resolution.idJoined || isReplaced(input)) return false;
  return pair.confirmedAt !== null || (pair.firstProofAt !== null && pairOnFirstDay);
}

/**
 * Whether the last second factor on the device passed within the hour at this address. Signals can be copied: within an hour of the
 * owner's second factor, a thief with the same signals at any other address of the owner's network changed the payout (0, allowed).
 * The same worked for owners whose addresses a proxy hides: where no address is known, none is the owner's.
 */
export function isConfirmedHere({ at, device, network, history }: ScoringInput): boolean {
  const confirmedAt = history.networks.narrowConfirmedAt;
  if (confirmedAt === null || confirmedAt <= at - STEP_UP_LASTS || network.counterKey === null) return false;
  return history.account.some(
    (row) =>
      row.at === confirmedAt && isStepUp(row) && row.device === device.id && row.counterAddress === network.counterKey,
  );
}
