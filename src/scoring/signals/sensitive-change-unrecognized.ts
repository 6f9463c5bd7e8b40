// SENSITIVE_CHANGE_UNRECOGNIZED: email, password or payout changed from a source that is new to the account.
import { isFreshDevice } from '../fresh-device.ts';
import { defineSignal } from '../signal.ts';

// Evidence: no benign login, likelihood ratio 1145 (41 points by formula). Raised to 60 deliberately, because this is
// the second line of defense after the login. An attacker with a stolen id and a copied fingerprint passes the login
// with 0 points and is caught here (-15 + 10 + 60 = 55). tirreno rates such changes "extreme". If the fingerprint is
// the account's own, but on another network, the event is challenged and not blocked: in most cases, it is the owner
// who cleared the storage.
export const sensitiveChangeUnrecognized = defineSignal({
  code: 'SENSITIVE_CHANGE_UNRECOGNIZED',
  title: 'Sensitive change from an unfamiliar source',
  summary: 'Account settings are changed from a source that is new to the account.',
  weight: 60,
  scope: 'acting',
  when:
    'email, phone, password, MFA, payout or API key changes from a device that is unproven or under 24 hours old on an ' +
    'older account, or only looks like such a device, or from a network the account has not proven',
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
    const origins = [device_unproven ? 'device' : '', network_unproven ? 'network' : ''].filter((word) => word !== '');
    const action = String(change).replaceAll('_', ' ');
    return `${action.charAt(0).toUpperCase()}${action.slice(1)} from a ${origins.join(' and ')} that the account has not proven.`;
  },
});
