// SESSION_DEVICE_CHANGED: a running session continues on another machine.
import { HOUR } from '../../vocabulary/clock.ts';
import { formatDuration } from '../format.ts';
import { defineSignal } from '../signal.ts';

const SPAN = 12 * HOUR;

// Evidence: no benign login, likelihood ratio 123 (28 points by formula). 55, because the session is already past the
// password check, so the event must be challenged at once. Device and fingerprint must both differ, and the source must
// be unrecognized: cleared storage or a new address alone is normal use, and the owner must not be challenged because
// of the thief. A browser that adds noise on every visit resolves as `ambiguous` each time. On the session's own
// address, it does not count as another machine; nor if it resembles such a visit or a claim: after an update of the
// browser, one page view under the public key with its looks blocked the owner's payment in a private window (100).
export const sessionDeviceChanged = defineSignal({
  code: 'SESSION_DEVICE_CHANGED',
  title: 'Session moved to another device',
  summary: 'A running session continues on another machine.',
  weight: 55,
  scope: 'acting',
  types: 'any',
  when:
    `the same session token was used within ${formatDuration(SPAN)} on another device with another fingerprint. Does not fire for ` +
    "a recognized source or, on the session's own address, for one that is ambiguous or resembles a provisional device",
  windows: [{ key: 'session', span: SPAN }],
  blockCapable: () => true,
  fires({ recognized, input }) {
    if (recognized || input.sessionToken === null) return null;
    const { network } = input;
    const { method, provisional } = input.resolution;
    const isUncertain = method === 'ambiguous' || (method === 'fingerprint_similar' && provisional);
    const other = input.history.session.find(
      (row) =>
        row.at > input.at - SPAN &&
        row.device !== input.device.id &&
        row.fingerprint !== null &&
        input.fingerprint !== null &&
        row.fingerprint !== input.fingerprint &&
        !(isUncertain && row.counterAddress !== null && row.counterAddress === network.counterKey),
    );
    if (other === undefined) return null;
    return { other_device: other.device, ago_ms: Math.max(0, input.at - other.at), window_ms: SPAN };
  },
  describe: ({ ago_ms }) => `The same session was on another device ${formatDuration(ago_ms)} ago.`,
});
