// Which events prove a device and a network to an account: the only way the account comes to know them.
import { MINUTE } from '../vocabulary/clock.ts';
import type { Facts } from './facts.ts';
import { BAND_TOPS } from './level.ts';
import { MFA_BURST, mfaAttemptsOfSource } from './windows.ts';

/** An mfa_passed that ends a burst of prompts may be a tired victim's approval of somebody else's log-in. */
const MFA_BURST_SPAN = 15 * MINUTE;

/** The scores proof depends on. */
export interface ProofScores {
  /** The score as returned. */
  score: number;
  /** The score before the automation signals that proof overlooks. */
  withoutAutomation: number;
}

/**
 * Whether the event proves its source. Failures never teach, nor do outcomes.
 * Public key: anyone can send it, so it must already be low risk (<= 29 before signs of automation are added), and it proves nothing
 * in an environment whose backend reports log-ins itself. An attacker who forges ten days of log-ins for a victim is
 * still challenged on day eleven.
 * Secret key: the backend speaks; a passed second factor proves. A log-in or sign-up proves unless it would be challenged:
 * the password alone was right, and the challenge is yet to come. A robot that works openly is judged as under a public key:
 * else a customer's own monitor would be challenged for ever once its backend reports log-ins.
 */
export function proves(facts: Facts, scores: ProofScores): boolean {
  const { input } = facts;
  if (facts.eventClass !== 'success' || input.accountKey === null) return false;
  if (input.credential === 'public') {
    return !input.history.environment.verified && scores.withoutAutomation <= BAND_TOPS.low;
  }
  if (input.type === 'mfa_passed') return mfaAttemptsOfSource(facts, MFA_BURST_SPAN) < MFA_BURST;
  return scores.score <= BAND_TOPS.medium || scores.withoutAutomation <= BAND_TOPS.low;
}
