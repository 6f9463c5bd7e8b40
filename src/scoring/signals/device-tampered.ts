// DEVICE_TAMPERED: a stored id arrives from a machine that is visibly not the one it was issued to.
import { changedStableParts, isTampered } from '../recognition.ts';
import { defineSignal } from '../signal.ts';

// Evidence: no benign login of the development set, likelihood ratio 85: 25 points. Malware copied a stored id to
// another machine, or the profile is spoofed. One changed stable part is normal use (a new monitor, a trip).
export const deviceTampered = defineSignal({
  code: 'DEVICE_TAMPERED',
  title: 'Device tampering',
  summary: 'A stored id arrives from a machine that it was not issued to.',
  weight: 25,
  scope: 'acting',
  types: 'any',
  when:
    '(1) a hard conflict shows that the id belongs to another machine than this one, which the account has neither proven at ' +
    'least 24 hours ago nor confirmed with a second factor here; or (2) under the same id, at least 2 of GPU, screen, cores and ' +
    'time zone differ, unless these are only the screen and the time zone',
  blockCapable: () => true,
  fires({ input }) {
    if (!isTampered(input)) return null;
    const parts = changedStableParts(input);
    const differing =
      parts.length > 0 ? parts : input.resolution.conflictingSignals.slice(0, 4).map(({ signal }) => signal);
    return { refuted: input.resolution.idRefuted, differing: differing.join(', '), count: differing.length };
  },
  describe: ({ refuted, differing }) => {
    const detail = differing === '' ? '' : ` (${differing})`;
    return refuted
      ? `The stored device id belongs to another machine${detail}.`
      : `The stored device id came from a visibly different machine${detail}.`;
  },
});
