// UNPROVEN_DEVICE: the account has been seen on this device, but nothing has proven it.
import { defineSignal } from '../signal.ts';
import { counted } from '../wording.ts';

// Evidence: 1.2 % of benign log-ins, likelihood ratio 4 (8 points by the rule). Held at 20 on purpose: with less, an
// attacker would age a device by a first challenged visit and pass on the second.
export const unprovenDevice = defineSignal({
  code: 'UNPROVEN_DEVICE',
  weight: 20,
  scope: 'context',
  when: 'the account was seen on this device before, but no low-risk or server-confirmed success vouches for this visit',
  fires({ state, eventClass, input }) {
    if (state !== 'unproven' || eventClass === 'passive' || input.history.pair === null) return null;
    if (input.credential === 'secret' && input.type === 'mfa_passed') return null;
    return { earlier_events: input.history.pair.eventCount, first_seen_at: input.history.pair.firstSeenAt };
  },
  describe: ({ earlier_events }) =>
    `The account has ${counted(earlier_events, 'earlier event')} on this device, none of which vouches for this visit.`,
});
