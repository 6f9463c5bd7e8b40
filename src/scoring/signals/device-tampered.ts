// DEVICE_TAMPERED: a stored id shown by a machine that is visibly not the one it was given to.
import { changedStableParts, isTampered } from '../recognition.ts';
import { defineSignal } from '../signal.ts';

// Evidence: no benign log-in of the development set, likelihood ratio 85: 25 points. A stored id copied by malware to
// another machine, or a spoofed profile. One changed stable part is honest life (a monitor, a journey).
export const deviceTampered = defineSignal({
  code: 'DEVICE_TAMPERED',
  weight: 25,
  scope: 'acting',
  when: 'the presented id was refuted by a hard conflict, or at least 2 of GPU, screen, cores and time zone differ under it',
  blockCapable: () => true,
  fires({ input }) {
    if (!isTampered(input)) return null;
    const parts = changedStableParts(input);
    const differing =
      parts.length > 0 ? parts : input.resolution.conflictingSignals.slice(0, 4).map(({ signal }) => signal);
    return { refuted: input.resolution.idRefuted, differing: differing.join(', '), count: differing.length };
  },
  describe: ({ refuted, differing }) => {
    const what = differing === '' ? '' : ` (${differing})`;
    return refuted
      ? `The stored device id belongs to another machine${what}.`
      : `The stored device id came from a visibly different machine${what}.`;
  },
});
