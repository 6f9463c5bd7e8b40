// DEVICE_MISMATCH: in an unrecognized context, signals contradict the device that the event presents or resembles most.
import { formatCount } from '../format.ts';
import { defineSignal } from '../signal.ts';
import { isDoubtfulContext } from './unrecognized-context.ts';

// Evidence: 8 % of the honest logins in an unrecognized context and 29 % of the takeovers, likelihood ratio 3.7 (8 points by formula). Held
// at 3, and only for the order (see FIRST_SEEN_RECENTLY): an attacker can send signals that fit.
export const deviceMismatch = defineSignal({
  code: 'DEVICE_MISMATCH',
  title: 'Device mismatch',
  summary: 'Some signals contradict the device that the event resembles most.',
  weight: 3,
  scope: 'context',
  when: 'UNRECOGNIZED_CONTEXT fires, and some signals contradict the presented id or the most similar known device',
  ranksOnly: true,
  fires(facts) {
    if (!isDoubtfulContext(facts)) return null;
    const conflicting = facts.input.resolution.conflictingSignals;
    if (conflicting.length === 0) return null;
    return {
      conflicting: conflicting
        .slice(0, 4)
        .map(({ signal }) => signal)
        .join(', '),
      count: conflicting.length,
    };
  },
  describe: ({ conflicting, count }) =>
    `In ${formatCount(count, 'signal')} (${conflicting}), the browser contradicts the device that it resembles most.`,
});
