// SESSION_DEVICE_CHANGED: a running session continues on another machine.
import { HOUR } from '../../vocabulary/clock.ts';
import { defineSignal } from '../signal.ts';
import { spanned } from '../wording.ts';

const SPAN = 12 * HOUR;

// Evidence: no benign log-in, likelihood ratio 123 (28 points by the rule). 55 because the session is already past the
// password: challenge at once. Device and fingerprint must both differ, and never for a recognized source: a cleared storage or
// an address change alone is honest life, and the owner is not to suffer for the thief. A browser that draws noise on every
// visit is `ambiguous` each time: on the session's own address that is no other machine.
export const sessionDeviceChanged = defineSignal({
  code: 'SESSION_DEVICE_CHANGED',
  weight: 55,
  scope: 'acting',
  when:
    'the same session token within 12 hours on another device with another fingerprint; not for recognized sources, nor for an ' +
    "ambiguous one on the session's own address",
  windows: [{ key: 'session', span: SPAN }],
  blockCapable: () => true,
  fires({ recognized, input }) {
    if (recognized || input.sessionToken === null) return null;
    const { network } = input;
    const { method } = input.resolution;
    const other = input.history.session.find(
      (row) =>
        row.at > input.at - SPAN &&
        row.device !== input.device.id &&
        row.fingerprint !== null &&
        input.fingerprint !== null &&
        row.fingerprint !== input.fingerprint &&
        !(method === 'ambiguous' && row.counterAddress !== null && row.counterAddress === network.counterKey),
    );
    if (other === undefined) return null;
    return { other_device: other.device, ago_ms: Math.max(0, input.at - other.at), window_ms: SPAN };
  },
  describe: ({ ago_ms }) => `The same session was on another device ${spanned(ago_ms)} ago.`,
});
