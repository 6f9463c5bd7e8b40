// SIGNALS_MISSING: a browser event without the data that every browser sends.
import { formatCount } from '../format.ts';
import { defineSignal } from '../signal.ts';

const EXPECTED = 8;

// Evidence: no benign login, likelihood ratio 17516 (57 points by formula). Held at 30: the generated data has no benign
// case, but SDKs do fail to load. Posting directly to the API is the cheapest attack tool.
export const signalsMissing = defineSignal({
  code: 'SIGNALS_MISSING',
  title: 'Missing browser signals',
  summary: 'The event lacks the data that every browser sends.',
  weight: 30,
  scope: 'acting',
  types: 'any',
  when: `an event under a public key has fewer than ${EXPECTED} signal keys`,
  fires({ input }) {
    if (input.credential !== 'public' || input.signalCount >= EXPECTED) return null;
    return { signals: input.signalCount, expected: EXPECTED };
  },
  describe: ({ signals, expected }) =>
    `The event has ${formatCount(signals, 'browser signal')}; the SDK sends at least ${expected}.`,
});
