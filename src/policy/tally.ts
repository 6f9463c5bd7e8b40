// Counts what a draft policy would have decided for recorded assessments. Memory does not grow with the events.
import { DAY } from '../vocabulary/clock.ts';
import { byDecision } from '../vocabulary/decisions.ts';
import type { Decision } from '../vocabulary/words.ts';
import { decideFully } from './decide.ts';
import type { Policy, PolicyFacts } from './policy.ts';

/** Number of example events in the result. */
const MAX_EXAMPLES = 100;
/** Number of event types counted separately, limited because customers may define any number of them. */
const MAX_TYPES = 1_000;

export interface Counts {
  events: number;
  changed: number;
}

/** One recorded event: the facts and the decision. */
export interface RecordedDecision {
  eventId: string;
  createdAt: number;
  facts: PolicyFacts;
  decision: Decision;
}

export interface RuleCount {
  id: string;
  /** Events that the rule matches, including those that an earlier rule decides. */
  matched: number;
  /** Events that the rule decides. */
  decided: number;
}

export interface Example {
  eventId: string;
  eventType: string;
  createdAt: number;
  score: number;
  from: Decision;
  to: Decision;
  rule: { id: string; name: string } | null;
}

export type Transitions = Record<Decision, Record<Decision, number>>;

export class Tally {
  readonly total: Counts = { events: 0, changed: 0 };
  readonly transitions: Transitions = byDecision(() => byDecision(() => 0));
  readonly byType = new Map<string, Counts>();
  /** By UTC day, `2026-03-01`. */
  readonly byDay = new Map<string, Counts>();
  readonly rules = new Map<string, RuleCount>();
  readonly #policy: Policy;
  /** The newest events whose decision changes; a newer one replaces the oldest. */
  readonly #examples: Example[] = [];
  #day: { number: number; counts: Counts } = { number: Number.NaN, counts: { events: 0, changed: 0 } };

  constructor(policy: Policy) {
    this.#policy = policy;
    for (const { id } of policy.rules) this.rules.set(id, { id, matched: 0, decided: 0 });
  }

  /** Counts one event and returns the draft's decision. */
  add({ eventId, createdAt, facts, decision: from }: RecordedDecision): Decision {
    const { decision: to, matchedRule, matching } = decideFully(this.#policy, facts);
    const changed = from === to ? 0 : 1;
    this.transitions[from][to] += 1;
    increment(this.total, changed);
    increment(countsOf(this.byType, this.#typeName(facts.eventType)), changed);
    increment(this.#dayOf(createdAt), changed);
    for (const id of matching) {
      const rule = this.rules.get(id);
      if (rule !== undefined) rule.matched += 1;
    }
    const decider = matchedRule === null ? undefined : this.rules.get(matchedRule.id);
    if (decider !== undefined) decider.decided += 1;
    if (changed === 1) {
      const { eventType, score } = facts;
      const at = (this.total.changed - 1) % MAX_EXAMPLES;
      this.#examples[at] = { eventId, eventType, createdAt, score, from, to, rule: matchedRule };
    }
    return to;
  }

  /** The newest events whose decision changes, newest first: those that an analyst knows, and whose details are least likely deleted. */
  get examples(): Example[] {
    const oldest = this.total.changed % MAX_EXAMPLES;
    return [...this.#examples.slice(oldest), ...this.#examples.slice(0, oldest)].reverse();
  }

  /** Events arrive in time order, so each date is formatted only once, not a million times. */
  #dayOf(at: number): Counts {
    const number = Math.floor(at / DAY);
    if (number !== this.#day.number) {
      const date = new Date(number * DAY).toISOString().slice(0, 10);
      this.#day = { number, counts: countsOf(this.byDay, date) };
    }
    return this.#day.counts;
  }

  #typeName(type: string): string {
    return this.byType.has(type) || this.byType.size < MAX_TYPES ? type : 'other';
  }
}

function increment(counts: Counts, changed: number): void {
  counts.events += 1;
  counts.changed += changed;
}

function countsOf(map: Map<string, Counts>, name: string): Counts {
  let counts = map.get(name);
  if (counts === undefined) {
    counts = { events: 0, changed: 0 };
    map.set(name, counts);
  }
  return counts;
}
