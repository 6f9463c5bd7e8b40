// The types of a policy: thresholds, ordered rules and a version. Each environment has one active version.
import type { ConditionOperator, Decision } from '../vocabulary/words.ts';

/** Integers, 0 <= allow_max <= monitor_max <= challenge_max <= 100, bounds inclusive. */
export interface Thresholds {
  allow_max: number;
  monitor_max: number;
  challenge_max: number;
}

export const DEFAULT_THRESHOLDS: Thresholds = { allow_max: 29, monitor_max: 49, challenge_max: 89 };

/** One comparison. `field` and `operator` are plain strings: a stored condition may be malformed and then never matches. */
export interface Condition {
  field: string;
  operator: ConditionOperator | string;
  value: unknown;
}

export type ConditionGroup = { all: readonly Condition[] } | { any: readonly Condition[] };

export interface Rule {
  /** Prefix `polr_`. */
  id: string;
  name: string;
  /** Null applies to every event type. */
  event_type: string | null;
  conditions: ConditionGroup;
  action: { decision: Decision };
  /** Higher is evaluated first; unique within the policy. */
  priority: number;
}

export interface Policy {
  /** Starts at 1 and increases by one with every change. */
  version: number;
  thresholds: Thresholds;
  /** Highest priority first. */
  rules: readonly Rule[];
}

/** The facts of one event that conditions can read. None is optional, so that the compiler finds every flow that assembles them. */
export interface PolicyFacts {
  eventType: string;
  score: number;
  level: string;
  signals: ReadonlySet<string>;
  automationScore: number;
  deviceNew: boolean;
  deviceTrusted: boolean;
}

export interface PolicyDecision {
  /** The decision of the thresholds, before rules. */
  defaultDecision: Decision;
  decision: Decision;
  matchedRule: { id: string; name: string } | null;
  policyVersion: number;
}
