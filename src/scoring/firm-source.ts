// Decides whether a device is the owner's beyond doubt, as a sensitive change requires.
import { HOUR } from '../vocabulary/clock.ts';
import type { Facts, ScoringInput } from './facts.ts';
import { isStepUp } from './step-up.ts';

/** A second factor that passed on the device this recently confirms it, however it was recognized, at its own address. */
const STEP_UP_LASTS = HOUR;

/**
 * Whether the event carries the own stored id of a device that the account proved on its first day, or that a second factor
 * confirmed. An id that was attached by matching signals is no better than the signals: they can be copied. An account
 * that has never shown a device is known by its networks alone.
 */
export function isFirmSource(facts: Facts): boolean {
  const { input, state } = facts;
  if (state === 'network_only' && !input.history.proofs.fingerprinted) return true;
  return isConfirmedHere(facts) || isFirmDevice(input);
}

/** Whether the event carries the own stored id of a device that is firmly the owner's, wherever it comes from. */
export function isFirmDevice({ resolution, history: { pair, pairOnFirstDay } }: ScoringInput): boolean {
  if (pair === null || resolution.method !== 'persistent_id' || resolution.idJoined) return false;
  return pair.confirmedAt !== null || (pair.firstProofAt !== null && pairOnFirstDay);
}

/**
 * Whether the last second factor on the device passed within the hour at this address. Signals can be copied: within the hour after
 * the owner's second factor, any other address of the owner's network changed the payout with them (0, allowed). So did any of
 * an owner whose addresses a proxy hides: where none is known, none is the owner's.
 */
function isConfirmedHere({ input: { at, device, network, history } }: Facts): boolean {
  const confirmedAt = history.networks.narrowConfirmedAt;
  if (confirmedAt === null || confirmedAt <= at - STEP_UP_LASTS || network.counterKey === null) return false;
  return history.account.some(
    (row) =>
      row.at === confirmedAt && isStepUp(row) && row.device === device.id && row.counterAddress === network.counterKey,
  );
}
