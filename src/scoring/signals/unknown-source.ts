// UNKNOWN_SOURCE: a backend reports an event without browser signals, from a network the account has not proven.
import { defineSignal } from '../signal.ts';

// Evidence: for customers who send events only from their servers; measured on public SSH logs, not in the browser data.
// 15 with NEW_NETWORK and UNRECOGNIZED_CONTEXT makes 45: monitored, and challenged only together with a failure signal.
export const unknownSource = defineSignal({
  code: 'UNKNOWN_SOURCE',
  title: 'Unknown source',
  summary: 'A backend reports an event without browser signals, from a network the account has not proven.',
  weight: 15,
  scope: 'context',
  when: 'a server-sent event has no browser signals and comes from a public network the account has not proven',
  fires({ state, eventClass, network, input }) {
    if (state !== 'none' || eventClass === 'passive' || !(network.usable || network.novel)) return null;
    return { account_has_history: input.history.proofs.count > 0 };
  },
  describe: () => 'The event has no browser signals and comes from a network this account has not proven.',
});
