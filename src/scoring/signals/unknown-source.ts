// UNKNOWN_SOURCE: a backend reports an event without browser signals, from a network the account does not know.
import { defineSignal } from '../signal.ts';

// Evidence: for customers who only send from their servers; seen on public SSH logs, not in the browser data. 15 with
// NEW_NETWORK and UNRECOGNIZED_CONTEXT makes 45: watched, and challenged only with a failure signal.
export const unknownSource = defineSignal({
  code: 'UNKNOWN_SOURCE',
  weight: 15,
  scope: 'context',
  when: 'a server-sent event without browser signals, from a public network the account has not proven',
  fires({ state, eventClass, network, input }) {
    if (state !== 'none' || eventClass === 'passive' || !network.usable) return null;
    return { account_has_history: input.history.proofs.count > 0 };
  },
  describe: () => 'The event came without browser signals, from a network this account has not proven.',
});
