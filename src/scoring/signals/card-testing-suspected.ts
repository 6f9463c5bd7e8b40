// CARD_TESTING_SUSPECTED: far more payments of new accounts fail than usual, or one device or address tries card after card.
import { DAY, HOUR } from '../../vocabulary/clock.ts';
import { typesOfClass } from '../../vocabulary/event-types.ts';
import { baselinePerHour, USUAL_DAYS, usualAtThisTime } from '../baseline.ts';
import type { Facts } from '../facts.ts';
import { cardsTestedAtAddress, cardsTestedByAccount, FAILED_PAYMENTS_PER_DAY, ownFailure } from '../failed-payments.ts';
import { formatCount, formatMinimum } from '../format.ts';
import type { FailureCounts } from '../history.ts';
import { MOST_STORED } from '../most-stored.ts';
import { isNewcomer } from '../newcomer.ts';
import { defineSignal } from '../signal.ts';
import { WAVE_FACTOR, WAVE_MARGIN, type Wave, waveOf } from '../wave.ts';
import { isFirstDay } from '../young-environment.ts';

const MIN_FAILURES = 8;

/**
 * In an hour like any other, or at this time of most days. Only for payments: guesses at the same time of four days would become usual, too,
 * and where people log in for a few hours a day, corrected typing errors count for no wave anyway.
 */
function usualHour({ byHour, byDay }: FailureCounts): number {
  return Math.max(baselinePerHour(byHour), usualAtThisTime(byDay));
}

/**
 * The wave of failed payments that the server reports, or else of claims. Where the server reports failed payments itself, claims add
 * nothing: with eight an hour, anyone who had the public key could challenge every newcomer who signed up (70) or paid (50).
 */
function paymentWave({ input }: Facts): Wave | null {
  const { credential, history } = input;
  const { verified, failures } = history.environment;
  const { payment: reported, claimed_payment: claimed } = failures;
  const own = ownFailure(input);
  const wave = waveOf(reported, credential === 'secret' ? own : 0, MIN_FAILURES, usualHour);
  const isReported = verified && (reported.lastHour > 0 || reported.byHour.length > 0);
  return wave !== null || isReported
    ? wave
    : waveOf(claimed, credential === 'public' ? own : 0, MIN_FAILURES, usualHour);
}

// Evidence: no benign event, likelihood ratio 600 (37 points by formula). If card testers use a guest account, browser
// and address for every card, each one looks like a customer. 50 points challenge every new account that signs up or
// pays during the wave. The signal never blocks, because honest newcomers have new accounts, too, and nothing else in
// common with the testers. At one address, ten cards a day suffice: a wave takes eight an hour, and dozens at noon in a
// busy shop. A tester who logs in a day before has a known device. There, PAYMENT_VELOCITY alone only monitors, without
// end; with both signals, the tenth card is challenged. Not for signups on the first day: 8 % declined cards challenged
// 38 % of the signups of a simulated game's launch (70), and the payments of testers are challenged anyway.
export const cardTestingSuspected = defineSignal({
  code: 'CARD_TESTING_SUSPECTED',
  title: 'Suspected card testing',
  summary: 'Far more payments of new accounts fail than usual, or one device or address tries card after card.',
  weight: 50,
  scope: 'acting',
  types: ['signup', ...typesOfClass('payment')],
  when:
    'an account without a proof older than a day pays or, from the second day of the environment on, signs up, and in the last ' +
    `60 minutes the failed payments of such accounts are at least ${MIN_FAILURES}, and at least ${WAVE_FACTOR} times the usual hour ` +
    `(the 75th percentile hour of the last 7 days or, if more, what ${USUAL_DAYS} of these days had at this time) plus ${WAVE_MARGIN} (those ` +
    'under the public key count only if the server reports no failed payments), or in 24 hours, at the address, at least ' +
    `${FAILED_PAYMENTS_PER_DAY} payments failed, without those that showed the stored id of a device that the account had known for a day, ` +
    'more than there are old customers and a quarter of what fails on a usual day in the environment; or ' +
    `${FAILED_PAYMENTS_PER_DAY} payments of one account failed in 24 hours on the device (if the account is recognized by its network: in the ` +
    '/16 or /32) or, if it has known the device for a day, on all such devices',
  windows: [
    { key: 'environment', span: HOUR },
    { key: 'address', span: DAY },
    { key: 'device', span: DAY },
    { key: 'account', span: DAY },
  ],
  fires(facts) {
    const { input, eventClass } = facts;
    const byAccount = eventClass === 'payment' ? cardsTestedByAccount(facts) : null;
    if (byAccount !== null) return { usual_per_hour: null, ...byAccount };
    if (!isNewcomer(input) || (input.type === 'signup' && isFirstDay(input))) return null;
    const wave = paymentWave(facts);
    if (wave !== null) return { key: 'environment', ...wave };
    const atAddress = cardsTestedAtAddress(facts);
    return atAddress === null ? null : { key: 'address', usual_per_hour: null, ...atAddress };
  },
  // Whoever signed up where three had (60) was blocked (100) while a tester's payments failed there or elsewhere.
  ofOthers: ({ key }) => key === 'environment' || key === 'address',
  describe: ({ key, failures, usual_per_hour }) => {
    if (key === 'environment')
      return `Card testing: ${formatCount(failures, 'failed payment')} by new accounts in the last hour; usually up to ${usual_per_hour}.`;
    const onAccount = key === 'devices' ? 'the devices that it knows' : `this ${key}`;
    const where = key === 'address' ? 'at this address' : `of this account on ${onAccount}`;
    return `Card testing: ${formatMinimum(failures, MOST_STORED.attempts, 'failed payment')} ${where} within 24 hours.`;
  },
});
