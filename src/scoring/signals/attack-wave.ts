// ATTACK_WAVE: far more logins from unrecognized sources fail across the environment than in a usual hour.
import { DAY, HOUR } from '../../vocabulary/clock.ts';
import { LOGIN_TYPES } from '../../vocabulary/event-types.ts';
import { isDeviceInUse } from '../device-in-use.ts';
import type { Facts } from '../facts.ts';
import { formatCount, formatNumber } from '../format.ts';
import { hasJustReset } from '../own-reset.ts';
import { defineSignal } from '../signal.ts';
import { uncorrectedLogins, WAVE_FACTOR, WAVE_MARGIN, waveOf } from '../wave.ts';

const MIN_FAILURES = 10;

/**
 * Whether the source appeared with the wave: never seen with this account, or first seen within the last hour. Within the last day, only
 * an attempt shows that the source was there: with a page view under the public key an hour before each attempt, a login with the
 * right password escaped the wave (20 instead of 50). A source that has just set the password is not fresh: on the first day of a
 * term hundreds of students do, and their typing errors make the wave.
 */
function isFreshSource(facts: Facts): boolean {
  const { state, input } = facts;
  const { pair, account } = input.history;
  if (state === 'fp_elsewhere' || hasJustReset(facts)) return false;
  if (pair === null || pair.firstSeenAt > input.at - HOUR) return true;
  if (pair.firstSeenAt <= input.at - DAY) return false;
  return !account.some(({ at, device }) => device === input.device.id && at <= input.at - HOUR);
}

// Evidence: 0.4 % of benign logins, likelihood ratio 172 (30 points). The only signal that detects fast credential
// stuffing that changes address, device and user agent with every attempt. Target evidence: it challenges only
// unrecognized sources on unknown networks. The threshold adapts to each environment through the 75th percentile of its
// last 7 days. The margin keeps the threshold stable in small environments.
export const attackWave = defineSignal({
  code: 'ATTACK_WAVE',
  title: 'Attack wave',
  summary: 'Far more logins from unrecognized sources fail across the environment than usual.',
  weight: 30,
  scope: 'target',
  types: LOGIN_TYPES,
  when:
    'an unrecognized source attempts a login from an unknown network, and first appeared on the account within the last hour ' +
    '(24 hours if it has sent only page views or, while the server reports logins, events under the public key); the ' +
    'server has not reported a password reset that this source completed on the account in the last hour; and the ' +
    'unrecognized failures of the environment in 60 minutes, without those that their source corrected by logging in, are ' +
    `at least ${MIN_FAILURES}, and at least ${WAVE_FACTOR} times the 75th percentile hour of the last 7 days plus ${WAVE_MARGIN}`,
  windows: [{ key: 'environment', span: HOUR }],
  fires(facts) {
    const { network, isUnrecognizedFailure } = facts;
    if (network.known || !isFreshSource(facts) || isDeviceInUse(facts.input)) return null;
    return waveOf(uncorrectedLogins(facts), isUnrecognizedFailure ? 1 : 0, MIN_FAILURES);
  },
  describe: ({ failures, usual_per_hour }) =>
    `Attack wave: ${formatCount(failures, 'failed login')} by unrecognized sources in the last hour; usually up to ${formatNumber(usual_per_hour)}.`,
});
