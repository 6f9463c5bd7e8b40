// UNKNOWN_ACCOUNT: a login fails on an account that nobody uses, from a source that nobody knows, and others failed within the hour.
import { DAY, HOUR } from '../../vocabulary/clock.ts';
import { isDeviceInUse } from '../device-in-use.ts';
import { formatCount } from '../format.ts';
import { isNewcomer } from '../newcomer.ts';
import { oldCustomers } from '../old-customers.ts';
import { hasJustReset } from '../own-reset.ts';
import { defineSignal } from '../signal.ts';
import { uncorrectedLogins } from '../wave.ts';
import { failuresOfSource } from '../windows.ts';
import { isYoungEnvironment } from '../young-environment.ts';

// Evidence: 0.1 % of benign events, likelihood ratio 285 (33 points by formula). No other signal detects credential
// stuffing that uses a new address, device and user agent for every attempt and is too slow for an attack wave: recall
// 41 -> 99 % on the population with the slowest attacks. In a wave, ATTACK_WAVE says the same. With both signals,
// people who forgot a password in an outage were blocked. What excuses a source must be a day old, so that an attacker
// cannot create the excuse with an earlier attempt.
export const unknownAccount = defineSignal({
  code: 'UNKNOWN_ACCOUNT',
  title: 'Unknown account',
  summary: 'A login fails on an unused account, from an unknown source.',
  weight: 30,
  scope: 'target',
  types: ['login_failed'],
  when:
    'a login fails on an account without a proof older than a day, on a device and an address that no account has ' +
    'used for a day, and another unrecognized source has failed in the last hour and not logged in since. Does not fire in ' +
    'the first 7 days of an environment, together with ATTACK_WAVE, or in the hour after the server has reported a password reset that ' +
    'this source completed on the account',
  windows: [{ key: 'environment', span: HOUR }],
  yieldsTo: ['ATTACK_WAVE'],
  fires(facts) {
    const { input, isUnrecognizedFailure } = facts;
    if (!isUnrecognizedFailure || input.accountKey === null || !isNewcomer(input)) return null;
    if (isYoungEnvironment(input) || isDeviceInUse(input) || hasJustReset(facts)) return null;
    if (oldCustomers(facts.addressRows, input.at - DAY) > 0) return null;
    // A failure that this source has corrected is subtracted twice: whoever has just shown the password is no attacker.
    const others = uncorrectedLogins(facts).lastHour + 1 - failuresOfSource(facts, HOUR);
    if (others < 1) return null;
    return { failures_of_others: others, window_ms: HOUR };
  },
  describe: ({ failures_of_others }) =>
    `Nobody has used this account, this device or this address for a day, and other sources had ${formatCount(failures_of_others, 'failed login')} in the last hour.`,
});
