// Assesses one event: facts, fired signals, score, level, recognition, proof. Pure: equal input gives equal output.
import type { Assessment, FiredSignal } from './assessment.ts';
import { type Addend, combine } from './combine.ts';
import { deriveFacts } from './derive-facts.ts';
import type { Facts, ScoringInput } from './facts.ts';
import { levelOf } from './level.ts';
import { proves } from './proof.ts';
import type { Metadata, Signal } from './signal.ts';
import { SIGNALS } from './signals/index.ts';

interface Firing {
  signal: Signal;
  metadata: Metadata;
}

/** The signals that fire, in registry order, without those that a stronger tier replaces. */
function fire(facts: Facts): Firing[] {
  const firings: Firing[] = [];
  for (const signal of SIGNALS) {
    // Enforced here and not in each condition: what others do never counts against a recognized source.
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

/** Scores one event against its history. Never throws on malformed client signals; they count as unknown. */
export function score(input: ScoringInput): Assessment {
  const facts = deriveFacts(input);
  const firings = fire(facts);
  const total = combine(firings.map(addend));
  const withoutAutomation = combine(firings.filter(({ signal }) => !signal.ignoredByProof).map(addend));
  const { automation } = facts;
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
    recognized: facts.recognized,
    proves: proves(facts, { score: total, withoutAutomation }),
  };
}
