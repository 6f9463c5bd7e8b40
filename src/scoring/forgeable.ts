// Which evidence may block: not what anyone who holds the public key could have sent about somebody else.
import type { Facts, ScoringInput } from './facts.ts';
import type { PastEvent } from './history.ts';

/** Types that report a failed attempt. To block one takes nothing from an honest customer. */
const FAILED_ATTEMPTS: ReadonlySet<string> = new Set(['login_failed', 'mfa_failed', 'payment_failed']);

/** Whether evidence that others may have forged may take this event above 89. */
export function isFailedAttempt({ input }: Facts): boolean {
  return FAILED_ATTEMPTS.has(input.type);
}

/**
 * The input without past events that anyone could have sent: those under the public key, except of the same device. Twelve
 * forged failures with the fingerprint of a common phone would otherwise block every new customer who has one, and failures
 * from inside an office everyone there with a new laptop. A device that stands for events without signals is no device. A
 * session's events stay: to send one takes the session's token, which is a secret. The input itself where nothing was removed.
 */
export function withoutForgeable(input: ScoringInput): ScoringInput {
  const { history } = input;
  const device = input.resolution.method === 'insufficient_signals' ? null : input.device.id;
  const isCertain = (row: PastEvent) => row.credential === 'secret' || (device !== null && row.device === device);
  const certain = (rows: readonly PastEvent[]) => (rows.every(isCertain) ? rows : rows.filter(isCertain));
  const { account, address, device: ofDevice, fingerprint } = history;
  const certainRows = {
    account: certain(account),
    address: certain(address),
    device: certain(ofDevice),
    fingerprint: certain(fingerprint),
  };
  const isSame =
    certainRows.account === account &&
    certainRows.address === address &&
    certainRows.device === ofDevice &&
    certainRows.fingerprint === fingerprint;
  return isSame ? input : { ...input, history: { ...history, ...certainRows } };
}
