// UNPROVEN_BROWSER: a backend reports an event without browser signals, from a browser that the account has not proven.
import { defineSignal } from '../signal.ts';
import { isStepUp } from '../step-up.ts';
import { isUnknownSource } from './unknown-source.ts';

// Evidence: in two simulated single sign-ons whose servers report only addresses and user agents, 16 % of the honest events with
// UNKNOWN_SOURCE and 82 % of the attacks come from such a browser, likelihood ratio 5 (9 points by formula). 5 points make it
// weigh as much as a device that the account has not proven: 50, challenged, where the network is new to an established account,
// too. Without them, almost every takeover there was monitored, as was everybody whose address had changed (45). In the account's
// networks, it says why the login is not recognized (5).
export const unprovenBrowser = defineSignal({
  code: 'UNPROVEN_BROWSER',
  title: 'Unverified browser',
  summary: 'A backend reports an event without browser signals, from a browser that the account has not proven.',
  weight: 5,
  scope: 'context',
  when:
    'UNKNOWN_SOURCE fires, or a server-sent login or failed login has no browser signals and comes from a network that the account has ' +
    'proven; and the account has not proven the browser and system that the User-Agent names',
  fires(facts) {
    const { pair } = facts.input.history;
    if (!isUnknownSource(facts) || isStepUp(facts.input) || (pair?.firstProofAt ?? null) !== null) return null;
    return { earlier_events: pair?.eventCount ?? 0, has_agent: facts.input.agent !== null };
  },
  describe: ({ has_agent }) =>
    has_agent
      ? 'The account has no confirmed login with this browser and system.'
      : 'The event names no browser, and the account has no confirmed login without one.',
});
