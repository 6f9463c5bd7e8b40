// The judgment of one event: facts, fired signals, score, level, recognition, proof. Pure: the same input, the same answer.
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

/** The signals that fire, in the catalog's order, without those a stronger tier replaces. */
function fire(facts: Facts): Firing[] {
  const firings: Firing[] = [];
  for (const signal of SIGNALS) {
    // Structural, not left to each condition: nothing others do is held against a recognized source.
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
  return { code: signal.code, weight: signal.weight, blockCapable: signal.blockCapable(metadata) };
}

function fired({ signal, metadata }: Firing): FiredSignal {
  return { code: signal.code, weight: signal.weight, description: signal.describe(metadata), metadata };
}

/**
 * What proof overlooks: a robot that works openly for its account, day after day, is that account's own client. Robots on
 * other people's accounts are held back by NEW_DEVICE, NEW_NETWORK and UNRECOGNIZED_CONTEXT alone. Without this a customer's
 * uptime monitor is challenged for ever; with it, once it is known, it is watched (50 - 15).
 */
const OVERLOOKED_BY_PROOF: ReadonlySet<string> = new Set(['AUTOMATION_TRACES', 'AUTOMATION_SUSPECTED']);

/** Scores one event against its history. Never throws on odd client signals: they are unknown until proven otherwise. */
export function score(input: ScoringInput): Assessment {
  const facts = deriveFacts(input);
  const firings = fire(facts);
  const addends = firings.map(addend);
  const total = combine(addends);
  const withoutAutomation = combine(addends.filter(({ code }) => !OVERLOOKED_BY_PROOF.has(code)));
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
