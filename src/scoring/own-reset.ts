// Finds when this source set the account's password through a reset: its wrong passwords before that were not guesses.
import { HOUR } from '../vocabulary/clock.ts';
import type { Facts, ScoringInput } from './facts.ts';

/**
 * When the event's device first completed a password reset of the account in the last day, as the server reported; null if it did
 * not. Whoever opened the link of a reset controls the account's mailbox and does not need to guess. People on a new computer who
 * mistyped five times and then reset the password were blocked at the next login (99 in a wave). Claims of browsers do not count: a
 * guesser would claim a reset before each guess. Later resets do not count either: some servers report a mere request as
 * `password_reset`, which would start the count again. Nor do signals alone from another address, and a device without signals stands
 * for everybody who sends none.
 */
export function ownResetAt({ accountKey, device, resolution, network, history }: ScoringInput): number | null {
  if (accountKey === null || device.id === null) return null;
  const isById = resolution.method === 'persistent_id';
  const reset = history.account.findLast(
    (row) =>
      row.type === 'password_reset_completed' &&
      row.credential === 'secret' &&
      row.device === device.id &&
      (isById || (network.counterKey !== null && row.counterAddress === network.counterKey)),
  );
  return reset?.at ?? null;
}

/** Whether this source set the account's password within the hour: the passwords that it enters then are not guesses. */
export function hasJustReset({ input, ownResetAt }: Facts): boolean {
  return ownResetAt !== null && ownResetAt > input.at - HOUR;
}
