// UNKNOWN_SOURCE: a backend reports an event without browser signals, from a network the account has not proven.
import type { Facts } from '../facts.ts';
import { defineSignal } from '../signal.ts';

/** Whether nothing but the network and the browser could tell who sent the event, and the account has not proven them. */
export function isUnknownSource({ state, network }: Facts): boolean {
  return state === 'none' && (network.usable || network.novel);
}

// Evidence: for customers who send events only from their servers; measured on public SSH logs, not in the browser data.
// 15 with NEW_NETWORK and UNRECOGNIZED_CONTEXT makes 45: monitored, because nothing but the address differs. With
// UNPROVEN_BROWSER, it weighs as much as NEW_DEVICE.
export const unknownSource = defineSignal({
  code: 'UNKNOWN_SOURCE',
  title: 'Unknown source',
  summary: 'A backend reports an event without browser signals, from a network the account has not proven.',
  weight: 15,
  scope: 'context',
  when: 'a server-sent event has no browser signals and comes from a public network the account has not proven',
  fires(facts) {
    if (!isUnknownSource(facts) || facts.network.known) return null;
    return { account_has_history: facts.input.history.proofs.count > 0 };
  },
  describe: () => 'The event has no browser signals and comes from a network this account has not proven.',
});
