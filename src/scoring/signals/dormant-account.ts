// DORMANT_ACCOUNT: nobody proved the account for a long time, and now a stranger comes.
import { DAY } from '../../vocabulary/clock.ts';
import { defineSignal } from '../signal.ts';
import { spanned } from '../wording.ts';

const DORMANT_AFTER = 90 * DAY;

// Evidence: after tirreno's preset; untested, because the development data spans 35 days. 10 points tip a near-challenge.
export const dormantAccount = defineSignal({
  code: 'DORMANT_ACCOUNT',
  weight: 10,
  scope: 'context',
  when: 'an unrecognized source, and the last proof of the account is over 90 days old',
  fires({ recognized, eventClass, input }) {
    const lastAt = input.history.proofs.lastAt;
    if (recognized || eventClass === 'passive' || lastAt === null || input.at - lastAt <= DORMANT_AFTER) return null;
    return { idle_ms: input.at - lastAt, threshold_ms: DORMANT_AFTER };
  },
  describe: ({ idle_ms }) => `The account was last used by a recognized source ${spanned(idle_ms)} ago.`,
});
