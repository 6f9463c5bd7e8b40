// Decides which events prove a device and a network to an account. Only proven ones are recognized later.
import { isStopped } from '../vocabulary/decisions.ts';
import type { Decision } from '../vocabulary/words.ts';
import type { Facts } from './facts.ts';
import { BAND_TOPS } from './level.ts';
import { isStepUp } from './step-up.ts';
import { isVoidClaim } from './void-claim.ts';
import { GUESSED_CODES, MFA_BURST, promptsBefore, wrongCodesBefore } from './windows.ts';

/** The scores that proof depends on. */
export interface ProofScores {
  /** The score as returned. */
  score: number;
  /**
   * The score without the signals marked `ignoredByProof`: signs of automation. A declared bot that works for its account day after
   * day is that account's own client; NEW_DEVICE, NEW_NETWORK and UNRECOGNIZED_CONTEXT hold back other people's bots anyway. If
   * automation counted, a customer's uptime monitor would be challenged forever; without it, a known monitor is only monitored
   * (50 - 15).
   */
  withoutAutomation: number;
}

/**
 * Whether the event proves its source. Failures never do, and neither do outcomes.
 *
 * Public key: anyone can send the event, so it must already be low risk (at most 29 without automation signals), and it
 * proves nothing in an environment whose backend reports logins itself. An attacker who forges ten days of logins for a
 * victim is still challenged on day eleven.
 *
 * Secret key: the backend reports the event. A passed second factor proves. A login or signup proves unless it would be
 * challenged or only looks like a device of the account from far away: so far only the password was right, and the challenge
 * is still to come. For a declared bot, the public-key limit applies instead; otherwise a customer's own monitor would be
 * challenged forever once the backend reports logins.
 */
export function proves(facts: Facts, scores: ProofScores): boolean {
  const { input } = facts;
  if (facts.eventClass !== 'success' || input.accountKey === null) return false;
  if (input.credential === 'public') {
    return !isVoidClaim(input.credential, input.history.environment) && scores.withoutAutomation <= BAND_TOPS.low;
  }
  // After a burst of prompts, a worn-down victim may have approved an attacker's login; after many wrong codes, one was guessed.
  if (input.type === 'mfa_passed') return promptsBefore(facts) < MFA_BURST && wrongCodesBefore(facts) < GUESSED_CODES;
  if (looksLikeOwnerFromAfar(facts)) return false;
  return scores.score <= BAND_TOPS.medium || scores.withoutAutomation <= BAND_TOPS.low;
}

/**
 * A fingerprint can be copied: one login from anywhere would make its network the owner's, and its id the owner's device. In a
 * /16 (or /32) where the account has proven a network, a login still proves: owners without the stored id get a new address there with
 * every connection, and would be challenged forever (1.73 instead of 1.43 % of the honest events on `gaming`, 1.52 instead of 1.42
 * on `clinic`, without catching one more campaign).
 */
function looksLikeOwnerFromAfar({ state, input }: Facts): boolean {
  return state === 'fp_elsewhere' && input.history.networks.narrowInWide === 0;
}

/**
 * Whether an event whose score proves its source still does after the policy's decision. A rule or a lower threshold may challenge or
 * block where the score alone would not; if such a login proved its device, anyone with the password would pass the challenge by
 * logging in again. Above the medium band the score has already decided: an event proves there only as the account's own client,
 * unless the policy also challenges it without what proofs ignore (`decideOnBasis`). Where a rule challenged every new device, a
 * thief in the owner's network whose browser claimed to be a robot (70) simply logged in a second time (0, allowed).
 */
export function provesDespiteDecision(
  event: Pick<Facts['input'], 'credential' | 'type'>,
  score: number,
  decision: Decision,
  decideOnBasis: () => Decision,
) {
  if (isStepUp(event)) return true;
  if (decision !== 'challenge') return decision !== 'block';
  return score > BAND_TOPS.medium && !isStopped(decideOnBasis());
}
