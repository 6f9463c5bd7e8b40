// CARD_TESTING_SUSPECTED: far more payments of new accounts fail across the environment than in a usual hour.
import { HOUR } from '../../vocabulary/clock.ts';
import { formatCount } from '../format.ts';
import { isNewcomer } from '../newcomer.ts';
import { defineSignal } from '../signal.ts';
import { waveOf } from '../wave.ts';

const MIN_FAILURES = 8;

// Evidence: no benign event, likelihood ratio 600 (37 points by formula). Card testers with a guest account, browser and
// address for every card look like customers one by one. 50 points challenge each new account that signs up or pays during
// the wave; a new account is all that an honest newcomer has in common with them, so it never blocks.
export const cardTestingSuspected = defineSignal({
  code: 'CARD_TESTING_SUSPECTED',
  title: 'Suspected card testing',
  summary: 'Far more payments of new accounts fail than usual.',
  weight: 50,
  scope: 'acting',
  when:
    'an account without a proof older than a day signs up or pays, while the failed payments of such accounts in 60 minutes are at ' +
    'least 8 and at least 4 times the 75th percentile hour of the last 7 days plus 6',
  windows: [{ key: 'environment', span: HOUR }],
  fires({ input, eventClass }) {
    if ((eventClass !== 'payment' && input.type !== 'signup') || !isNewcomer(input)) return null;
    const own = input.type === 'payment_failed' ? 1 : 0;
    return waveOf(input.history.environment.failures.payment, own, MIN_FAILURES);
  },
  describe: ({ failures, usual_per_hour }) =>
    `Card testing: ${formatCount(failures, 'failed payment')} by new accounts in the last hour; usually up to ${usual_per_hour}.`,
});
