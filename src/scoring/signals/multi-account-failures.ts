// MULTI_ACCOUNT_FAILURES: one address, device or fingerprint fails on several accounts, the start of credential stuffing.
import { DAY, HOUR } from '../../vocabulary/clock.ts';
import { LOGIN_TYPES } from '../../vocabulary/event-types.ts';
import { failingAccounts } from '../failing-accounts.ts';
import { defineSignal } from '../signal.ts';
import { describeReachedRule, describeRules, firstReachedRule, type KeyRule, UNCORRECTED } from '../stuffing.ts';

const RULES: readonly KeyRule[] = [
  { key: 'address', accounts: 4, span: HOUR, ratio: 0.5 },
  { key: 'device', accounts: 3, span: DAY, ratio: 0.5 },
  { key: 'fingerprint', accounts: 4, span: HOUR, ratio: 0.8 },
];

// Evidence: no benign login, likelihood ratio 205 (31 points by formula). 25, because a bad morning in an office comes
// close. The ratio of failing to recognized accounts makes the signal less sensitive in offices and carrier networks.
// To fake the ratio, an attacker would need the real devices of many accounts. This is the lower tier of
// CREDENTIAL_STUFFING_SUSPECTED.
export const multiAccountFailures = defineSignal({
  code: 'MULTI_ACCOUNT_FAILURES',
  title: 'Failures on several accounts',
  summary: 'One address, device or fingerprint fails on several accounts.',
  weight: 25,
  scope: 'acting',
  types: LOGIN_TYPES,
  when:
    `an unrecognized source attempts a login, and enough accounts fail on its address (${describeRules(RULES, 'address')}), on its ` +
    `device (${describeRules(RULES, 'device')}) or with its fingerprint (${describeRules(RULES, 'fingerprint')}); ${UNCORRECTED}`,
  windows: RULES,
  yieldsTo: ['CREDENTIAL_STUFFING_SUSPECTED'],
  fires(facts) {
    if (facts.recognized) return null;
    return firstReachedRule(facts, RULES, failingAccounts);
  },
  describe: describeReachedRule,
});
