// DORMANT_ACCOUNT: an unrecognized source uses an account that has had no proof for a long time.
import { DAY } from '../../vocabulary/clock.ts';
import { formatDuration } from '../format.ts';
import { defineSignal } from '../signal.ts';

const DORMANT_AFTER = 90 * DAY;

// Evidence: modeled on tirreno's preset; not measured, because the development data spans 35 days. 10 points are enough
// to turn a score just below the challenge threshold into a challenge.
export const dormantAccount = defineSignal({
  code: 'DORMANT_ACCOUNT',
  title: 'Dormant account',
  summary: 'An unrecognized source uses an account that has not been used for a long time.',
  weight: 10,
  scope: 'context',
  when: `the source is unrecognized and the last proof of the account is over ${formatDuration(DORMANT_AFTER)} old`,
  fires({ recognized, input }) {
    const lastAt = input.history.proofs.lastAt;
    if (recognized || lastAt === null || input.at - lastAt <= DORMANT_AFTER) return null;
    return { idle_ms: input.at - lastAt, threshold_ms: DORMANT_AFTER };
  },
  describe: ({ idle_ms }) => `The account was last used by a recognized source ${formatDuration(idle_ms)} ago.`,
});
