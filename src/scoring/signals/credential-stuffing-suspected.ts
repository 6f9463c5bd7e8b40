// CREDENTIAL_STUFFING_SUSPECTED: one address, device or fingerprint tries many accounts. Also covers password spraying.
import { DAY, HOUR } from '../../vocabulary/clock.ts';
import { LOGIN_TYPES } from '../../vocabulary/event-types.ts';
import { failingAccounts, isImplicated } from '../failing-accounts.ts';
import { defineSignal } from '../signal.ts';
import { describeReachedRule, describeRules, firstReachedRule, type KeyRule, UNCORRECTED } from '../stuffing.ts';

const ADDRESS_RULES: readonly KeyRule[] = [
  { key: 'address', accounts: 8, span: HOUR, ratio: 0.6 },
  { key: 'address', accounts: 20, span: DAY, ratio: 0.5 },
];
const CLIENT_RULES: readonly KeyRule[] = [
  { key: 'device', accounts: 5, span: DAY, ratio: 0.5 },
  { key: 'fingerprint', accounts: 8, span: HOUR, ratio: 0.8 },
  { key: 'fingerprint', accounts: 15, span: 6 * HOUR, ratio: 0.8 },
];

// Evidence: no benign login, likelihood ratio 50201 (63 points by formula). 75, so that the signal blocks together with
// a new device (95). Elastic's rules require 15 to 25 accounts, AWS WAF ATP 20 in 10 minutes. Assay counts only
// unrecognized failures, so 8 are enough. Assay never receives passwords, so spraying one password over many accounts
// looks the same as stuffing many.
export const credentialStuffingSuspected = defineSignal({
  code: 'CREDENTIAL_STUFFING_SUSPECTED',
  title: 'Suspected credential stuffing',
  summary: 'One address, device or fingerprint tries many accounts.',
  weight: 75,
  scope: 'acting',
  types: LOGIN_TYPES,
  when:
    'an unrecognized source attempts a login, and enough accounts fail on its address if that is implicated ' +
    `(${describeRules(ADDRESS_RULES, 'address')}), on its device (${describeRules(CLIENT_RULES, 'device')}) or with its fingerprint ` +
    `(${describeRules(CLIENT_RULES, 'fingerprint')}); ${UNCORRECTED}`,
  windows: [...ADDRESS_RULES, ...CLIENT_RULES],
  webhook: 'security.credential_stuffing',
  blockCapable: () => true,
  fires(facts) {
    if (facts.recognized) return null;
    const byAddress = firstReachedRule(facts, ADDRESS_RULES, failingAccounts);
    if (byAddress !== null && isImplicated(facts)) return byAddress;
    return firstReachedRule(facts, CLIENT_RULES, failingAccounts);
  },
  describe: describeReachedRule,
});
