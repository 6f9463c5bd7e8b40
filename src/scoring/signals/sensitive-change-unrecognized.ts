// SENSITIVE_CHANGE_UNRECOGNIZED: e-mail, password or payout changed from a source the account hardly knows.
import { isFreshDevice } from '../fresh-device.ts';
import { defineSignal } from '../signal.ts';

// Evidence: no benign log-in, likelihood ratio 1145 (41 points by the rule). 60 on purpose: it is the net under log-in.
// A stolen id with a copied fingerprint passes log-in with 0 and is caught here (-15 + 10 + 60 = 55). tirreno: "extreme".
// The account's own look from elsewhere is asked, not blocked: mostly it is the owner who cleared the storage.
export const sensitiveChangeUnrecognized = defineSignal({
  code: 'SENSITIVE_CHANGE_UNRECOGNIZED',
  weight: 60,
  scope: 'acting',
  when:
    'a change of e-mail, phone, password, MFA, payout or API key from a device that is unproven or under 24 hours old on an ' +
    'older account, or from a network the account has not proven',
  blockCapable: ({ own_look }) => !own_look,
  fires(facts) {
    if (facts.eventClass !== 'sensitive') return null;
    const device = isFreshDevice(facts);
    if (!device && !facts.network.novel) return null;
    return {
      change: facts.input.type,
      device_unproven: device,
      network_unproven: facts.network.novel,
      own_look: facts.state === 'fp_elsewhere',
    };
  },
  describe: ({ change, device_unproven, network_unproven }) => {
    const from = [device_unproven ? 'device' : '', network_unproven ? 'network' : ''].filter((word) => word !== '');
    const what = String(change).replaceAll('_', ' ');
    return `${what.charAt(0).toUpperCase()}${what.slice(1)} from a ${from.join(' and ')} that the account has not proven.`;
  },
});
