// Decides whether somebody has used a device for a day: the failure is then a mistyped account name.
import { DAY } from '../vocabulary/clock.ts';
import type { ScoringInput } from './facts.ts';

/**
 * Whether some account proved the device at least a day ago. Tools that rotate devices have none, and one login of an account
 * of the attacker's own does not make one.
 */
export function isDeviceInUse({ at, device }: ScoringInput): boolean {
  return device.firstProofAt !== null && device.firstProofAt <= at - DAY;
}
