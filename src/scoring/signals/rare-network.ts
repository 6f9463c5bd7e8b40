// RARE_NETWORK: an unrecognized context in a network that hardly any account uses.
import { formatCount } from '../format.ts';
import { defineSignal } from '../signal.ts';
import { isDoubtfulContext } from './unrecognized-context.ts';

/** Accounts that make a /16 (or /32) a network in common use. */
const PEOPLE = 3;

// Evidence: 0.1 % of benign logins, likelihood ratio 26. The 5 points rank a takeover from a hosting provider above a new phone on vacation.
// They decide nothing: who else uses a network is evidence about others. Recall at 1 % of honest logins rises from 18 to 69 %. Only proofs
// older than a day count, so that an attacker cannot make a network look common with accounts created for the attack.
export const rareNetwork = defineSignal({
  code: 'RARE_NETWORK',
  title: 'Rare network',
  summary: 'Hardly any account uses this network.',
  weight: 5,
  scope: 'target',
  ranksOnly: true,
  when: `UNRECOGNIZED_CONTEXT fires, and fewer than ${PEOPLE} accounts proved the /16 (or /32) at least a day ago`,
  fires(facts) {
    const { accountsInWide } = facts.input.history.networks;
    if (!isDoubtfulContext(facts)) return null;
    if (accountsInWide === null || accountsInWide >= PEOPLE) return null;
    return { accounts: accountsInWide, threshold: PEOPLE };
  },
  describe: ({ accounts }) =>
    accounts === 0
      ? 'No account had proven a network near this one a day ago.'
      : `Only ${formatCount(accounts, 'account')} had proven a network near this one a day ago.`,
});
