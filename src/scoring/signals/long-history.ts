// LONG_HISTORY: in an unrecognized context, the account has logged in many times without ever using this device or network.
import { formatCount } from '../format.ts';
import { defineSignal } from '../signal.ts';
import { isDoubtfulContext } from './unrecognized-context.ts';

const PROOFS = 10;

// Evidence: 38 % of the honest logins in an unrecognized context and 61 % of the takeovers, likelihood ratio 1.6: 2 points, only for the
// order (see FIRST_SEEN_RECENTLY). The more often owners have logged in, the less likely they come from somewhere new (Freeman et al. NDSS
// 2016).
export const longHistory = defineSignal({
  code: 'LONG_HISTORY',
  title: 'Long history',
  summary: 'An account with a long history uses a device and a network for the first time.',
  weight: 2,
  scope: 'context',
  when: `UNRECOGNIZED_CONTEXT fires, and the account has at least ${PROOFS} proofs`,
  ranksOnly: true,
  fires(facts) {
    const { count } = facts.input.history.proofs;
    return isDoubtfulContext(facts) && count >= PROOFS ? { proofs: count, threshold: PROOFS } : null;
  },
  describe: ({ proofs }) => `None of the ${formatCount(proofs, 'confirmed login')} came from this device or network.`,
});
