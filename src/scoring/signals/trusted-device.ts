// TRUSTED_DEVICE: a member marked this device as trusted, and the account has proven it.
import { defineSignal } from '../signal.ts';

// Evidence: a decision by a member, not statistics. -30 cancels a new network, an unrecognized context or signs of
// automation, but never a hijack or brute force. The signal replaces KNOWN_DEVICE, because a device has only one state.
// While it fires, nothing blocks (ceiling C2).
export const trustedDevice = defineSignal({
  code: 'TRUSTED_DEVICE',
  title: 'Trusted device',
  summary: 'The device is marked as trusted.',
  weight: -30,
  scope: 'context',
  types: 'any',
  when:
    'the device is marked as trusted, the account has proven it, and the event shows the own stored id of the device; replaces ' +
    'KNOWN_DEVICE. Does not fire after the device has appeared as another machine, until a second factor confirms it',
  recognizes: true,
  fires({ state, input }) {
    if (state !== 'trusted') return null;
    return { resolution: input.resolution.method };
  },
  describe: () => 'The device was marked as trusted, and the account has proven it.',
});
