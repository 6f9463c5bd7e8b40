// Decides whether a device is the owner's beyond doubt, as a sensitive change requires.
import { HOUR } from '../vocabulary/clock.ts';
import type { Facts } from './facts.ts';

/** A second factor that passed on the device this recently confirms it, however it was recognized. */
const STEP_UP_LASTS = HOUR;

/**
 * Whether the event carries the own stored id of a device that the account proved on its first day, or that a second factor
 * confirmed. An id that was attached by matching signals is no better than the signals: they can be copied. An account
 * that has never shown a device is known by its networks alone.
 */
export function isFirmSource({ input, state }: Facts): boolean {
  if (state === 'network_only' && !input.history.proofs.fingerprinted) return true;
  const { pair, pairOnFirstDay } = input.history;
  if (pair === null) return false;
  if (pair.confirmedAt !== null && pair.confirmedAt > input.at - STEP_UP_LASTS) return true;
  if (input.resolution.method !== 'persistent_id' || input.resolution.idJoined) return false;
  if (pair.confirmedAt !== null) return true;
  return pair.firstProofAt !== null && pairOnFirstDay;
}
