// TRUSTED_DEVICE: a person marked this device as trusted, and the account has proven it.
import { defineSignal } from '../signal.ts';

// Evidence: a control-plane act, not statistics. -30 cancels new network, unrecognized context or traces of automation,
// never a hijack or a brute force. Replaces KNOWN_DEVICE: the state is one or the other. With it nothing blocks (C2).
export const trustedDevice = defineSignal({
  code: 'TRUSTED_DEVICE',
  weight: -30,
  scope: 'context',
  when: 'the device is marked trusted and proven for the account; replaces KNOWN_DEVICE',
  fires({ state, input }) {
    if (state !== 'trusted') return null;
    return { resolution: input.resolution.method };
  },
  describe: () => 'The device was marked as trusted, and the account has proven it.',
});
