// SIGNALS_MISSING: a browser event without what every browser sends.
import { defineSignal } from '../signal.ts';
import { counted } from '../wording.ts';

const EXPECTED = 8;

// Evidence: no benign log-in, likelihood ratio 17516 (57 points by the rule). Held at 30: the generator has no benign case,
// but SDKs do fail to load. Posting straight to the API is the cheapest attack tool.
export const signalsMissing = defineSignal({
  code: 'SIGNALS_MISSING',
  weight: 30,
  scope: 'acting',
  when: 'an event under a public key with fewer than 8 signal keys',
  fires({ input }) {
    if (input.credential !== 'public' || input.signalCount >= EXPECTED) return null;
    return { signals: input.signalCount, expected: EXPECTED };
  },
  describe: ({ signals, expected }) =>
    `The event came with ${counted(signals, 'browser signal')}; the SDK sends at least ${expected}.`,
});
