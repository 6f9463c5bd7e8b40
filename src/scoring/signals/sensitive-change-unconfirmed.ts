// SENSITIVE_CHANGE_UNCONFIRMED: email, password or payout changed from a source that nothing but time confirms.
import { DAY } from '../../vocabulary/clock.ts';
import { typesOfClass } from '../../vocabulary/event-types.ts';
import { isFirmSource } from '../firm-source.ts';
import { defineSignal } from '../signal.ts';

// Evidence: 0.1 % of benign logins. A thief with the stored id and the signals, or with the fingerprint in the victim's
// network, is recognized a day after the first login. Waiting alone must not be enough to change the payout. On the
// owner's device, 45 points (45 - 15) are monitored and never cause a challenge. A second factor that the server
// reports removes the points.
export const sensitiveChangeUnconfirmed = defineSignal({
  code: 'SENSITIVE_CHANGE_UNCONFIRMED',
  title: 'Sensitive change from an unconfirmed source',
  summary: 'Account settings are changed from a source that no second factor has confirmed.',
  weight: 45,
  scope: 'context',
  types: typesOfClass('sensitive'),
  when:
    'email, phone, password, MFA, payout or API key changes on an account older than a day, and one of these is true: the ' +
    'device or network was neither proven on the first day of the account nor confirmed by a server-sent mfa_passed; the event ' +
    'lacks the stored id of the device; or the device has appeared as another machine since',
  yieldsTo: ['SENSITIVE_CHANGE_UNRECOGNIZED'],
  fires(facts) {
    const { knownSince } = facts.input.history.proofs;
    if (knownSince === null || knownSince > facts.input.at - DAY) return null;
    const device = isFirmSource(facts);
    if (device && facts.network.firm) return null;
    return { change: facts.input.type, device_unconfirmed: !device, network_unconfirmed: !facts.network.firm };
  },
  describe: ({ device_unconfirmed, network_unconfirmed }) => {
    const origins = [device_unconfirmed ? 'device' : '', network_unconfirmed ? 'network' : ''].filter(
      (word) => word !== '',
    );
    return `No second factor has confirmed this ${origins.join(' and ')}, which the account did not use on its first day.`;
  },
});
