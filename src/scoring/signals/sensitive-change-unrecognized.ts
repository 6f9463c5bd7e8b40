// SENSITIVE_CHANGE_UNRECOGNIZED: email, password or payout changed from a source that is new to the account.
import { typesOfClass } from '../../vocabulary/event-types.ts';
import { startSentence } from '../format.ts';
import { isFreshDevice, isSettledDevice, UNPROVEN } from '../fresh-device.ts';
import { defineSignal } from '../signal.ts';

/** Types that do not read as words. */
const ACTIONS: Readonly<Record<string, string>> = {
  mfa_disabled: 'Second factor disabled',
  api_key_created: 'API key created',
};

// Evidence: no benign login, likelihood ratio 1145 (41 points by formula). Raised to 60 deliberately, because this is
// the second line of defense after the login. An attacker with a stolen id and a copied fingerprint passes the login
// with 0 points and is caught here (-15 + 10 + 60 = 55). tirreno rates such changes "extreme". If the fingerprint is
// the account's own, but on another network, the event is challenged and not blocked: in most cases, it is the owner
// who cleared the storage. The same applies to a server without signals and a browser that the account has known for a
// day: of 50,325 honest events of three simulated populations whose servers report only addresses and user agents, 39
// were such changes on a trip or on a carrier's new address, and blocked (100). One still is, with a new browser.
export const sensitiveChangeUnrecognized = defineSignal({
  code: 'SENSITIVE_CHANGE_UNRECOGNIZED',
  title: 'Sensitive change from an unfamiliar source',
  summary: 'Account settings are changed from a source that is new to the account.',
  weight: 60,
  scope: 'acting',
  types: typesOfClass('sensitive'),
  when:
    'email, phone, password, MFA, payout or API key changes from a device that is unproven or under 24 hours old on an ' +
    'older account, or only looks like such a device, or from a network the account has not proven',
  blockCapable: ({ own_look, own_browser }) => !own_look && !own_browser,
  fires(facts) {
    const device = isFreshDevice(facts);
    if (!device && !facts.network.novel) return null;
    return {
      change: facts.input.type,
      device_unproven: device,
      device_proven_recently: device && !UNPROVEN.has(facts.state),
      network_unproven: facts.network.novel,
      own_look: facts.state === 'fp_elsewhere',
      own_browser: facts.state === 'none' && isSettledDevice(facts.input),
    };
  },
  describe: ({ change, device_unproven, device_proven_recently, network_unproven }) => {
    const type = String(change);
    const action = ACTIONS[type] ?? startSentence(type.replaceAll('_', ' '));
    if (device_proven_recently) {
      const place = network_unproven ? ', on a network that it has not proven' : '';
      return `${action} from a device that the account proved only recently${place}.`;
    }
    const origins = [device_unproven ? 'device' : '', network_unproven ? 'network' : ''].filter((word) => word !== '');
    return `${action} from a ${origins.join(' and ')} that the account has not proven.`;
  },
});
