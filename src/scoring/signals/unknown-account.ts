// UNKNOWN_ACCOUNT: a login fails on an account that nobody uses, from a source that nobody knows, and not for the first time.
import { DAY, HOUR } from '../../vocabulary/clock.ts';
import { isDeviceInUse } from '../device-in-use.ts';
import { formatCount } from '../format.ts';
import { isNewcomer } from '../newcomer.ts';
import { oldCustomers } from '../old-customers.ts';
import { defineSignal } from '../signal.ts';
import { failuresOfSource } from '../windows.ts';
import { isYoungEnvironment } from '../young-environment.ts';

// Evidence: 0.1 % of benign events, likelihood ratio 285 (33 points by formula). Credential stuffing with a new address, device
// and user agent for every attempt, at a pace below any wave, is seen by this alone: recall 41 -> 99 % on the population with
// the slowest attacks. In a wave ATTACK_WAVE says the same: with both, people who forgot a password in an outage were blocked. The facts that excuse a source must be a day old, so that no attempt of the attacker's own is one.
export const unknownAccount = defineSignal({
  code: 'UNKNOWN_ACCOUNT',
  title: 'Unknown account',
  summary: 'A login fails on an account that nobody uses, from a source that nobody knows.',
  weight: 30,
  scope: 'target',
  when:
    'a login fails on an account without a proof older than a day, on a device and an address that no account has used for a ' +
    'day, while another unrecognized source has failed in the last hour; not in the first 7 days of an environment, nor with ATTACK_WAVE',
  windows: [{ key: 'environment', span: HOUR }],
  yieldsTo: ['ATTACK_WAVE'],
  fires(facts) {
    const { input, isUnrecognizedFailure } = facts;
    if (!isUnrecognizedFailure || input.accountKey === null || !isNewcomer(input)) return null;
    if (isYoungEnvironment(input) || isDeviceInUse(input)) return null;
    if (oldCustomers(facts.addressRows, input.at - DAY) > 0) return null;
    const others = input.history.environment.failures.login.lastHour + 1 - failuresOfSource(facts, HOUR);
    if (others < 1) return null;
    return { failures_of_others: others, window_ms: HOUR };
  },
  describe: ({ failures_of_others }) =>
    `Nobody has used this account, this device or this address for a day, and other sources had ${formatCount(failures_of_others, 'failed login')} in the last hour.`,
});
