// CREDENTIAL_STUFFING_SUSPECTED: one address, device or fingerprint tries many accounts. Also covers password spraying.
import { DAY, HOUR } from '../../vocabulary/clock.ts';
import { LOGIN_TYPES } from '../../vocabulary/event-types.ts';
import type { Facts } from '../facts.ts';
import { failingAccounts, isCommonLook, isImplicated } from '../failing-accounts.ts';
import { isNewcomer } from '../newcomer.ts';
import { defineSignal } from '../signal.ts';
import {
  describeReachedRule,
  describeRules,
  firstReachedRule,
  type KeyRule,
  type ReachedRule,
  UNCORRECTED,
} from '../stuffing.ts';

const ADDRESS_RULES: readonly KeyRule[] = [
  { key: 'address', accounts: 8, span: HOUR, ratio: 0.6 },
  { key: 'address', accounts: 20, span: DAY, ratio: 0.5 },
];
const CLIENT_RULES: readonly KeyRule[] = [
  { key: 'device', accounts: 5, span: DAY, ratio: 0.5 },
  { key: 'fingerprint', accounts: 8, span: HOUR, ratio: 0.8 },
  { key: 'fingerprint', accounts: 15, span: 6 * HOUR, ratio: 0.8 },
];

type Evidence = ReachedRule & { shared: boolean };

/**
 * Whether people other than the attacker may cause the same evidence, so that it only challenges. Newcomers of a lab, a class or a
 * carrier have the look of their neighbors and use the address for the rest of the day: hours after attacks through a simulated lab,
 * 31 % of its people were blocked. A failed attempt may be blocked, unless customers of the address have its fingerprint.
 */
function isShared(facts: Facts, { key, window_ms }: ReachedRule): boolean {
  if (facts.isFailure) return key === 'fingerprint' && isCommonLook(facts);
  return key === 'fingerprint' || (key === 'address' && window_ms > HOUR);
}

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
    `(${describeRules(CLIENT_RULES, 'fingerprint')}); ${UNCORRECTED}. Where the address is not implicated, its rule of ` +
    'an hour suffices for a failed login, and for a login to an account with a proof older than a day. Blocks unless `shared`: by a ' +
    'fingerprint that three old customers of the address have, and a login by any fingerprint or by the failures of a day at its address',
  windows: [...ADDRESS_RULES, ...CLIENT_RULES],
  webhook: 'security.credential_stuffing',
  blockCapable: ({ shared }) => !shared,
  fires(facts): Evidence | null {
    if (facts.recognized) return null;
    const byAddress = firstReachedRule(facts, ADDRESS_RULES, failingAccounts);
    if (byAddress !== null && isImplicated(facts)) return { ...byAddress, shared: isShared(facts, byAddress) };
    const byClient = firstReachedRule(facts, CLIENT_RULES, failingAccounts);
    if (byClient !== null) return { ...byClient, shared: isShared(facts, byClient) };
    // The hits of an attack that changes its look at a carrier's address were monitored (45). New accounts have nothing to lose yet.
    const isUnderWay = byAddress?.window_ms === HOUR && (facts.isFailure || !isNewcomer(facts.input));
    return isUnderWay ? { ...byAddress, shared: true } : null;
  },
  describe: (reached: Evidence) => describeReachedRule(reached),
});
