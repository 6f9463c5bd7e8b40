// Decides whether somebody has used a device for a day: the failure is then a mistyped account name.
import { DAY } from '../vocabulary/clock.ts';
import type { ScoringInput } from './facts.ts';

/**
 * Whether some account proved the device at least a day ago. No account has proven the devices that
 * tools rotate, and one login to an account of the attacker's own is too recent.
 */
export function isDeviceInUse({ at, device }: ScoringInput): boolean {
  return device.firstProofAt !== null && device.firstProofAt <= at - DAY;
}
