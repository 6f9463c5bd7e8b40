// Decides whether someone has used a device for at least a day: a failure on it is then a mistyped account name.
import { DAY } from '../vocabulary/clock.ts';
import type { ScoringInput } from './facts.ts';

/**
 * Whether some account proved the device at least a day ago. Devices that attack tools rotate have no proof, and one login to
 * the attacker's own account is too recent.
 */
export function isDeviceInUse({ at, device }: ScoringInput): boolean {
  return device.firstProofAt !== null && device.firstProofAt <= at - DAY;
}
