// MFA_ABUSE_SUSPECTED: repeated prompts, until the owner gives in or a code is guessed.
import { formatCount, formatDuration } from '../format.ts';
import { defineSignal } from '../signal.ts';
import { MFA_BURST, MFA_BURST_SPAN, mfaAttemptsOfSource } from '../windows.ts';

// Evidence: no benign login, likelihood ratio 549 (37 points by formula), rounded up to 40. Four prompts in a quarter
// of an hour are more than a mistyped code. Only the same source counts, so that prompts caused by others do not count
// against the owner's new phone. Four of one kind may block. Whoever enters two wrong codes on a new phone and asks for a third
// code each time has five of both kinds, and was blocked (94); a bomber who waits for each refusal gets one more prompt for it.
export const mfaAbuseSuspected = defineSignal({
  code: 'MFA_ABUSE_SUSPECTED',
  title: 'Suspected MFA abuse',
  summary: 'Second-factor prompts are repeated until the owner gives in or a code is guessed.',
  weight: 40,
  scope: 'acting',
  types: ['mfa_challenge', 'mfa_failed', 'mfa_passed'],
  when:
    'mfa_challenge, mfa_failed or mfa_passed arrives under a public key from an unrecognized source that has had ' +
    `${MFA_BURST} prompts or failures in ${formatDuration(MFA_BURST_SPAN)}`,
  windows: [{ key: 'account', span: MFA_BURST_SPAN }],
  fires(facts) {
    const { input } = facts;
    if (facts.recognized || input.credential !== 'public') return null;
    const attempts = mfaAttemptsOfSource(facts);
    if (attempts < MFA_BURST) return null;
    const [prompts, wrong_codes] = [
      mfaAttemptsOfSource(facts, 'mfa_challenge'),
      mfaAttemptsOfSource(facts, 'mfa_failed'),
    ];
    return { attempts, prompts, wrong_codes, threshold: MFA_BURST, window_ms: MFA_BURST_SPAN };
  },
  blockCapable: ({ prompts, wrong_codes }) => !(prompts < MFA_BURST && wrong_codes < MFA_BURST),
  describe: ({ attempts, window_ms }) =>
    // A burst is stored once in four minutes (`window-membership.ts`).
    `At least ${formatCount(attempts, 'MFA prompt or failure', 'MFA prompts and failures')} from this source within ${formatDuration(window_ms)}.`,
});
