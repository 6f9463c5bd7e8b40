// MFA_ABUSE_SUSPECTED: repeated prompts, until the owner gives in or a code is guessed.
import { formatCount, formatDuration } from '../format.ts';
import { defineSignal } from '../signal.ts';
import { MFA_BURST, MFA_BURST_SPAN, mfaAttemptsOfSource } from '../windows.ts';

// Evidence: no benign login, likelihood ratio 549 (37 points by formula), rounded up to 40. Four prompts in a quarter
// of an hour are more than a mistyped code. Only the same source counts, so that prompts caused by others do not count
// against the owner's new phone.
export const mfaAbuseSuspected = defineSignal({
  code: 'MFA_ABUSE_SUSPECTED',
  title: 'Suspected MFA abuse',
  summary: 'Second-factor prompts are repeated until the owner gives in or a code is guessed.',
  weight: 40,
  scope: 'acting',
  when:
    'mfa_challenge, mfa_failed or mfa_passed arrives under a public key from an unrecognized source that has had ' +
    `${MFA_BURST} prompts or failures in ${formatDuration(MFA_BURST_SPAN)}`,
  windows: [{ key: 'account', span: MFA_BURST_SPAN }],
  blockCapable: () => true,
  fires(facts) {
    const { input } = facts;
    if (facts.recognized || input.credential !== 'public' || !input.type.startsWith('mfa_')) return null;
    if (facts.eventClass !== 'challenge' && input.type !== 'mfa_passed') return null;
    const attempts = mfaAttemptsOfSource(facts);
    if (attempts < MFA_BURST) return null;
    return { attempts, threshold: MFA_BURST, window_ms: MFA_BURST_SPAN };
  },
  describe: ({ attempts, window_ms }) =>
    // A burst is stored once in four minutes (`window-membership.ts`).
    `At least ${formatCount(attempts, 'MFA prompt or failure', 'MFA prompts and failures')} from this source within ${formatDuration(window_ms)}.`,
});
