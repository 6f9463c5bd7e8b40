// Assesses one event: facts, fired signals, score, level, recognition, proof. Pure: equal input gives equal output.
import { eventClass } from '../vocabulary/event-types.ts';
import { memo } from '../vocabulary/memo.ts';
import type { Assessment, FiredSignal, ProofBasis } from './assessment.ts';
import { type Addend, combine } from './combine.ts';
import { countedFailure } from './counted-failure.ts';
import { withoutClaims } from './counted-history.ts';
import { deriveFacts } from './derive-facts.ts';
import type { Facts, ScoringInput } from './facts.ts';
import { isFailedAttempt, withoutForgeable } from './forgeable.ts';
import { isSettledDevice } from './fresh-device.ts';
import { BAND_TOPS, levelOf } from './level.ts';
import { proves } from './proof.ts';
import type { Metadata, Signal } from './signal.ts';
import { SIGNALS } from './signals/index.ts';
import { windowsOf } from './window-membership.ts';

interface Firing {
  signal: Signal;
  metadata: Metadata;
}

/** The signals that are about events of this type, in registry order. */
const signalsAbout: (type: string) => readonly Signal[] = memo(1_000, (type) =>
  SIGNALS.filter(({ types }) => {
    if (types === 'any') return true;
    return types === 'with_account' ? eventClass(type) !== 'passive' : types.some((one) => one === type);
  }),
);

/** The signals that fire, in registry order, without those that a stronger tier replaces. */
function fire(facts: Facts): Firing[] {
  const firings: Firing[] = [];
  for (const signal of signalsAbout(facts.input.type)) {
    // Enforced here, not in each condition: what others do never counts against a recognized source.
    if (facts.recognized && signal.scope === 'target') continue;
    const metadata = signal.fires(facts);
    if (metadata !== null) firings.push({ signal, metadata });
  }
  return firings.filter(
    ({ signal }) =>
      signal.yieldsTo.length === 0 || !firings.some((other) => signal.yieldsTo.includes(other.signal.code)),
  );
}

function addend({ signal, metadata }: Firing): Addend {
  return { weight: signal.weight, blockCapable: signal.blockCapable(metadata), recognizes: signal.recognizes };
}

function fired({ signal, metadata }: Firing): FiredSignal {
  return { code: signal.code, weight: signal.weight, description: signal.describe(metadata), metadata };
}

interface Scored {
  facts: Facts;
  firings: Firing[];
  total: number;
  withoutAutomation: number;
}

function scoreFacts(facts: Facts): Scored {
  const firings = fire(facts);
  const deciding = firings.filter(({ signal }) => !signal.ranksOnly);
  const ranking = firings.reduce((sum, { signal }) => sum + (signal.ranksOnly ? signal.weight : 0), 0);
  const total = limitBlocking(facts, deciding, combine(deciding.map(addend)));
  const withoutAutomation = combine(deciding.filter(({ signal }) => !signal.ignoredByProof).map(addend));
  return {
    facts,
    firings,
    total: rankWithinLevel(total, ranking),
    withoutAutomation: rankWithinLevel(withoutAutomation, ranking),
  };
}

/** Adds the weights of the signals that only rank, up to the highest score of the level that the others reach. */
function rankWithinLevel(total: number, ranking: number): number {
  return Math.min(BAND_TOPS[levelOf(total)], total + ranking);
}

/** Keeps a score above 89 from resting on what others do or could have forged. Failed attempts may be blocked for it. */
function limitBlocking(facts: Facts, firings: readonly Firing[], total: number): number {
  if (total <= BAND_TOPS.high || isFailedAttempt(facts)) return total;
  return needsOthers(firings) ? BAND_TOPS.high : limitForgeable(facts, firings, total);
}

/**
 * Whether the score is below 90 without what others do. In the busiest hour of a sale, when other people's failures looked like a wave,
 * people who mistyped five times on a new device were blocked at the next login (99).
 */
function needsOthers(firings: readonly Firing[]): boolean {
  return combine(firings.filter(({ signal, metadata }) => !signal.ofOthers(metadata)).map(addend)) <= BAND_TOPS.high;
}

/** A score above 89 needs a signal that may block and that also fires without what others could have forged. */
function limitForgeable(facts: Facts, firings: readonly Firing[], total: number): number {
  const certainInput = withoutForgeable(facts.input);
  if (certainInput === facts.input) return total;
  const certain = fire(deriveFacts(certainInput));
  const blocking = new Set(certain.filter((one) => addend(one).blockCapable).map(({ signal }) => signal.code));
  return combine(
    firings.map((firing) => {
      const one = addend(firing);
      return { ...one, blockCapable: one.blockCapable && blocking.has(firing.signal.code) };
    }),
  );
}

/**
 * Claims about an account that its server has never reported are void once the server reports it. They must not keep the first login
 * that the server sends from proving its device, either: the real customer would be challenged forever.
 */
function scoredWithoutClaims({ facts: { input } }: Scored): Scored | null {
  const { proofs } = input.history;
  const isReport = input.credential === 'secret' && (input.type === 'login' || input.type === 'signup');
  if (!isReport || proofs.count === 0 || proofs.serverSent) return null;
  return scoreFacts(deriveFacts({ ...input, history: withoutClaims(input.history) }));
}

function proofOf(scored: Scored): ProofBasis | null {
  if (scoredProves(scored)) return basisOf(scored);
  const withoutClaimed = scoredWithoutClaims(scored);
  return withoutClaimed !== null && scoredProves(withoutClaimed) ? basisOf(withoutClaimed) : null;
}

function basisOf({ withoutAutomation, firings }: Scored): ProofBasis {
  const counted = firings.filter(({ signal }) => !signal.ignoredByProof);
  return { score: withoutAutomation, codes: counted.map(({ signal }) => signal.code) };
}

function scoredProves({ facts, total, withoutAutomation }: Scored): boolean {
  return proves(facts, { score: total, withoutAutomation });
}

/**
 * The facts as later events see them: a login that proves a new browser in the account's network counts there as the customer's. Otherwise, on the
 * day after a simulated company had changed its browser, everybody who had mistyped the password seemed to fail, and 19 instead of 0.3 % of
 * the events in its office were challenged.
 */
function recognizedByProof(facts: Facts): Facts {
  return facts.state === 'none' && facts.network.known ? { ...facts, recognized: true } : facts;
}

/** Scores one event against its history. Never throws on malformed client signals; they count as unknown. */
export function score(input: ScoringInput): Assessment {
  const scored = scoreFacts(deriveFacts(input));
  const { facts, firings, total } = scored;
  const { automation } = facts;
  const provesOn = proofOf(scored);
  const recorded = provesOn === null ? facts : recognizedByProof(facts);
  return {
    score: total,
    level: levelOf(total),
    signals: firings.map(fired),
    automation: {
      score: automation.score,
      webdriver: automation.webdriver,
      headlessHint: automation.headlessHint,
      runtimeInconsistency: automation.runtimeInconsistency,
    },
    state: facts.state,
    recognized: recorded.recognized,
    settled: isSettledDevice(input),
    proves: provesOn !== null,
    provesOn,
    failure: countedFailure(facts),
    corrects: facts.corrects,
    windows: windowsOf(recorded),
  };
}
