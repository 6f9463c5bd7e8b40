// BRUTE_FORCE_SUSPECTED: one source guesses one account's password, or many strangers do.
import type { Facts } from '../facts.ts';
import { accountReached, LONG, type Reached, SHORT, sourceReached } from '../login-failures.ts';
import { defineSignal } from '../signal.ts';
import { counted, spanned } from '../wording.ts';

const STRANGE = { short: 5, long: 10 } as const;
const FAMILIAR = { short: 10, long: 20 } as const;

// Evidence: 0.01 % of benign log-ins, likelihood ratio 2357 (45 points by the rule). Held at 39: with the context of a new
// device on a new network it makes 89, a challenge, and never blocks alone. Entra counts familiar and unfamiliar
// locations apart, so the account's own networks get the higher thresholds; Auth0 and Entra lock at 10. By strangers on the account (branch `account`) it cannot block, because
// anyone may send failures about any account.
export const bruteForceSuspected = defineSignal({
  code: 'BRUTE_FORCE_SUSPECTED',
  weight: 39,
  scope: 'acting',
  when:
    'failures of this source on this account: 5 in 10 minutes or 10 in 24 hours, from a recognized source or a known ' +
    'network 10 or 20; ' +
    'or a failure of an unrecognized source while strangers failed 10 times in 1 hour or 15 in 24 hours on the account',
  windows: [
    { key: 'account', span: SHORT },
    { key: 'account', span: LONG },
  ],
  blockCapable: ({ about }) => about === 'source',
  fires(facts: Facts): Reached | null {
    if (!facts.isLogin) return null;
    const own = sourceReached(facts, facts.recognized || facts.network.known ? FAMILIAR : STRANGE);
    if (own !== null) return own;
    return facts.isUnrecognizedFailure ? accountReached(facts) : null;
  },
  describe: ({ failures, threshold, window_ms, about }) => {
    const whose = about === 'source' ? 'from this source' : 'by unrecognized sources';
    return `${counted(failures, 'failed log-in')} on this account ${whose} within ${spanned(window_ms)} (threshold ${threshold}).`;
  },
});
