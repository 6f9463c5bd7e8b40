// UNPROVEN_DEVICE: the account has been seen on this device, but nothing has proven the device.
import { formatCount } from '../format.ts';
import { defineSignal } from '../signal.ts';
import { isStepUp } from '../step-up.ts';

// Evidence: 1.2 % of benign logins, likelihood ratio 4 (8 points by formula). Raised to 20 deliberately: with less, an
// attacker could age a device with a first, challenged visit and pass on the second.
export const unprovenDevice = defineSignal({
  code: 'UNPROVEN_DEVICE',
  title: 'Unverified device',
  summary: 'The account has been seen on this device, but nothing has proven the device.',
  weight: 20,
  scope: 'context',
  when: 'the account was seen on this device before, but no low-risk or server-confirmed success supports this visit',
  fires({ state, input }) {
    if (state !== 'unproven' || input.history.pair === null) return null;
    if (isStepUp(input)) return null;
    return { earlier_events: input.history.pair.eventCount, first_seen_at: input.history.pair.firstSeenAt };
  },
  describe: ({ earlier_events }) =>
    `The account has ${formatCount(earlier_events, 'earlier event')} on this device, none of which confirms this visit.`,
});
