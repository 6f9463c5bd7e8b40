// Derives the facts that signals read from the input of scoring, once per event and in memory.
import { DAY } from '../vocabulary/clock.ts';
import { eventClass } from '../vocabulary/event-types.ts';
import { detectAutomation } from './automation.ts';
import { correctedFailures } from './corrected-failures.ts';
import { isKnownNetwork } from './counted-history.ts';
import type { Facts, NetworkFamiliarity, ScoringInput } from './facts.ts';
import { ownResetAt } from './own-reset.ts';
import { isRecognized, recognize } from './recognition.ts';
import { rowsOfSource } from './windows.ts';

/**
 * For a sensitive change, a network counts only once it is settled: a thief with the stored id and the signals logs in with a score
 * of 0, which proves the network, and the change of the payout would then be allowed (55 without that login).
 */
function networkFamiliarity(input: ScoringInput, sensitive: boolean): NetworkFamiliarity {
  const { networks, proofs } = input.history;
  // On the account's first day no network is settled, so an unsettled one says nothing.
  const settledOnly = sensitive && proofs.knownSince !== null && proofs.knownSince <= input.at - DAY;
  const narrow = settledOnly ? networks.narrowSettled : networks.narrowProven;
  const inWide = settledOnly ? networks.settledInWide : networks.narrowInWide;
  const usable = input.network.classification === 'public' && input.network.counterKey !== null;
  const known = usable && isKnownNetwork(narrow, inWide);
  return {
    usable,
    known,
    novel: networks.anyProven && !known,
    settled: usable && isKnownNetwork(networks.narrowSettled, networks.settledInWide),
    firm: !networks.anyProven || (usable && networks.narrowFirm),
  };
}

/** Derives the facts of one event. Pure and cheap: only the signals that need windows scan them. */
export function deriveFacts(input: ScoringInput): Facts {
  const kind = eventClass(input.type);
  const network = networkFamiliarity(input, kind === 'sensitive');
  const state = recognize(input, { known: network.known, trusts: kind !== 'sensitive' || network.firm });
  const recognized = isRecognized(state);
  const isFailure = input.type === 'login_failed';
  const { proofs } = input.history;
  const addressRows = network.usable ? input.history.address : [];
  const source = { input, network, state, recognized, addressRows };
  return {
    input,
    eventClass: kind,
    isFailure,
    isUnrecognizedFailure: isFailure && !recognized,
    state,
    recognized,
    network,
    established: proofs.count >= 2 && proofs.firstAt !== null && proofs.firstAt < input.at - DAY,
    automation: detectAutomation(input.signals, input.userAgentHeader),
    addressRows,
    ownResetAt: ownResetAt(input),
    corrects: correctedFailures(input),
    sourceRows: rowsOfSource(source),
  };
}
