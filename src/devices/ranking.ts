// Ranks the candidates of an event, and decides whether the best one is certain enough to link to.
import { isAnotherAccounts, posteriors, type ResolveInput, type ScoredCandidate } from './candidates.ts';
import { isGuessWithId, isPossibleCopy, isPossiblySharedId } from './doubtful-links.ts';
import { mergeSuccession, successionOf } from './succession.ts';
import { DECISION, PRIOR_BITS } from './weights.ts';

/**
 * Ranks the devices that the event may link to if one of them is decisive, else all. A device of other accounts does not compete
 * with the account's own: it cannot be the result, and its equal fingerprint is already in the frequencies.
 */
export function rankPossible(possible: ScoredCandidate[], input: ResolveInput) {
  const { narrow } = input.network;
  const linkable = possible.filter((candidate) => !isAnotherAccounts(candidate));
  const own = rankCandidates(linkable, narrow);
  if (linkable.length === possible.length) return own;
  const best = own.ranked[0];
  return best !== undefined && isDecisive(best, own.ranked, input) ? own : rankCandidates(possible, narrow);
}

/** Posteriors, where several devices that were one client in succession count as one candidate, not as rivals. */
function rankCandidates(candidates: ScoredCandidate[], narrow: string | null) {
  const initial = posteriors(candidates.filter((candidate) => !isUnprovenVisit(candidate, candidates)));
  const succession = successionOf(initial.ranked, narrow);
  const [head, ...rivals] = succession === null ? initial.ranked : mergeSuccession(initial.ranked, succession);
  if (head === undefined) return initial;
  const established = succession !== null || !head.device.provisional;
  return posteriors([head, ...(established ? rivals.map(discountProvisional) : rivals)]);
}

/**
 * A provisional device has never returned with its own id. Next to a device that has, it is more likely a visit of that
 * device than a second machine.
 */
function discountProvisional(rival: ScoredCandidate): ScoredCandidate {
  return rival.device.provisional && rival.fromAccount
    ? { ...rival, bits: rival.bits + PRIOR_BITS.provisionalRival }
    : rival;
}

/**
 * Whether a device that nobody has proven is more likely a visit of one that the account has proven and that fits about as well. Without
 * this rule, a page view or a wrong password with the signals of the owner's phone permanently separated an owner without a stored id
 * from that phone: 80 for each payout change. So did the owner's own page views where only they have a stored id.
 */
function isUnprovenVisit(rival: ScoredCandidate, candidates: readonly ScoredCandidate[]): boolean {
  if (!rival.fromAccount || rival.ownsId || rival.device.firstProofAt !== null) return false;
  const bits = rival.bits + PRIOR_BITS.provisionalRival;
  return candidates.some((one) => one.fromAccount && one.device.firstProofAt !== null && one.bits >= bits);
}

/** The probability of "none of these" without the caution that is built into the account prior. */
export function withoutCaution(none: number): number {
  return none / (none + (1 - none) * 2 ** DECISION.caution);
}

/**
 * A link requires near certainty and a distant runner-up. A trusted device also requires its id, or its account on a
 * network known to both.
 */
export function isDecisive(best: ScoredCandidate, ranked: readonly ScoredCandidate[], input: ResolveInput): boolean {
  if (input.observation.fingerprint === null && !best.ownsId) return false;
  if (isAnotherAccounts(best) || isPossibleCopy(best) || isPossiblySharedId(best, input.idOwner)) return false;
  if (input.idOwner === null && isGuessWithId(best, input.observation)) return false;
  const { isTrusted } = best.device;
  const threshold = isTrusted && !best.ownsId ? DECISION.linkTrusted : DECISION.link;
  if (linkProbability(best) < threshold) return false;
  if (isTrusted && !best.ownsId && !(best.fromAccount && best.networkKnown && input.network.knownToAccount))
    return false;
  const second = ranked[1];
  return second === undefined || best.probability >= DECISION.runnerUp * second.probability;
}

/**
 * A client that cannot store an id (private windows, Safari's seven days) would create a device on every visit. For an
 * untrusted provisional device of the account, on a network of the device or the account, the prior's caution is
 * therefore dropped: such a device has no history or trust that a wrong link could expose.
 */
function linkProbability({ device, fromAccount, atHome, probability }: ScoredCandidate): number {
  const harmless = fromAccount && atHome && device.provisional && !device.isTrusted;
  return harmless ? 1 - withoutCaution(1 - probability) : probability;
}
