// CREDENTIAL_STUFFING_SUSPECTED: one address, device or fingerprint tries many accounts. Covers password spraying too.
import { DAY, HOUR } from '../../vocabulary/clock.ts';
import { failingAccounts, isImplicated } from '../failing-accounts.ts';
import { WINDOW_CAP } from '../history.ts';
import { defineSignal } from '../signal.ts';
import { type KeyRule, reachedKey, sayReachedKey } from '../stuffing.ts';

const ADDRESS_RULES: readonly KeyRule[] = [
  { key: 'address', accounts: 8, span: HOUR, ratio: 0.6 },
  { key: 'address', accounts: 20, span: DAY, ratio: 0.5 },
];
const OWN_RULES: readonly KeyRule[] = [
  { key: 'device', accounts: 5, span: DAY, ratio: 0.5 },
  { key: 'fingerprint', accounts: 8, span: HOUR, ratio: 0.8 },
  { key: 'fingerprint', accounts: 15, span: 6 * HOUR, ratio: 0.8 },
];

// Evidence: no benign log-in, likelihood ratio 50201 (63 points by the rule); 75 so that with a new device it blocks (95).
// Elastic's rules ask for 15 to 25 accounts, AWS WAF ATP for 20 in 10 minutes; counting only unrecognized failures allows
// 8. Passwords are never seen, so spraying one password over many accounts and stuffing many look the same.
export const credentialStuffingSuspected = defineSignal({
  code: 'CREDENTIAL_STUFFING_SUSPECTED',
  weight: 75,
  scope: 'acting',
  when:
    'an unrecognized log-in from an implicated address with 8 failing accounts in 1 hour (ratio 0.6) or 20 in 24 hours (0.5), ' +
    'a device with 5 in 24 hours (0.5), or a fingerprint with 8 in 1 hour or 15 in 6 hours (0.8)',
  windows: [...ADDRESS_RULES, ...OWN_RULES],
  blockCapable: () => true,
  fires(facts) {
    if (!facts.isLogin || facts.recognized) return null;
    const byAddress = reachedKey(facts, ADDRESS_RULES, failingAccounts);
    // Within the hour the failures themselves fill the window; a day later a full window hides the office behind them.
    const flooded = byAddress?.window_ms === DAY && facts.addressRows.length >= WINDOW_CAP;
    if (byAddress !== null && isImplicated(facts, flooded)) return byAddress;
    return reachedKey(facts, OWN_RULES, failingAccounts);
  },
  describe: sayReachedKey,
});
