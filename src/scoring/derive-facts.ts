// Derives the facts that signals read from the input of scoring, once per event and in memory.
import { DAY } from '../vocabulary/clock.ts';
import { eventClass } from '../vocabulary/event-types.ts';
import { detectAutomation } from './automation.ts';
import type { Facts, NetworkFamiliarity, ScoringInput } from './facts.ts';
import { isRecognized, recognize } from './recognition.ts';

/** Proven neighbors that make a /16 or /32 known: dynamic providers and carriers assign addresses from a pool. */
const NEIGHBORS_FOR_KNOWN = 3;

function networkFamiliarity(input: ScoringInput): NetworkFamiliarity {
  const { networks } = input.history;
  const usable = input.network.classification === 'public' && input.network.counterKey !== null;
  const known = usable && (networks.narrowProven || networks.narrowInWide >= NEIGHBORS_FOR_KNOWN);
  return { usable, known, novel: networks.anyProven && !known };
}

/** Derives the facts of one event. Pure and cheap: only the signals that need windows scan them. */
export function deriveFacts(input: ScoringInput): Facts {
  const network = networkFamiliarity(input);
  const state = recognize(input, network.known);
  const recognized = isRecognized(state);
  const isFailure = input.type === 'login_failed';
  const { proofs } = input.history;
  return {
    input,
    eventClass: eventClass(input.type),
    isLogin: isFailure || input.type === 'login',
    isFailure,
    isUnrecognizedFailure: isFailure && !recognized,
    state,
    recognized,
    network,
    established: proofs.count >= 2 && proofs.firstAt !== null && proofs.firstAt < input.at - DAY,
    automation: detectAutomation(input.signals, input.userAgentHeader),
    addressRows: network.usable ? input.history.address : [],
  };
}
