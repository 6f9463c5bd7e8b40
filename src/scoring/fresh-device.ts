// Decides whether a device is new to the account: the condition behind sensitive changes and payments.
import { DAY } from '../vocabulary/clock.ts';
import type { Facts } from './facts.ts';

const UNPROVEN: ReadonlySet<string> = new Set(['new', 'unproven', 'fp_elsewhere']);
const FRESH_FOR = DAY;

/**
 * Whether the device is unproven for the account, or was first proven under 24 hours ago while the account is older. Proofs
 * count and not first events: anyone may send an event that shows a device with an account. On the account's first day
 * every device is fresh, so freshness has no meaning then.
 */
export function isFreshDevice({ state, input }: Facts): boolean {
  if (UNPROVEN.has(state)) return true;
  if (state === 'network_only' || state === 'none') return false;
  const { pair, accountFirstSeenAt } = input.history;
  const provenAt = pair?.firstProofAt ?? null;
  const fresh = provenAt !== null && provenAt > input.at - FRESH_FOR;
  return fresh && accountFirstSeenAt !== null && accountFirstSeenAt <= input.at - FRESH_FOR;
}
