// A policy that is being tried: the active one with some changes that nobody has saved yet. Pure.
import type { DraftRule, Policy, Rule, Thresholds } from '../api/control-types.ts';

/** A rule of a draft; a new one has no id yet. */
export type DraftRuleRow = DraftRule & { id?: string };

export interface Draft {
  thresholds: Thresholds;
  rules: DraftRuleRow[];
  /** What differs from the active policy, in words; empty when nothing does. */
  changes: string[];
}

const THRESHOLD_NAMES = ['allow_max', 'monitor_max', 'challenge_max'] as const;
const THRESHOLD_TEXT = {
  allow_max: 'Allow up to',
  monitor_max: 'Monitor up to',
  challenge_max: 'Challenge up to',
} as const;

export function sameThresholds(a: Thresholds, b: Thresholds): boolean {
  return THRESHOLD_NAMES.every((name) => a[name] === b[name]);
}

function sameRule(a: DraftRule, b: DraftRule): boolean {
  const facts = (rule: DraftRule) => [
    rule.name,
    rule.event_type ?? null,
    rule.conditions,
    rule.action.decision,
    rule.priority,
  ];
  return JSON.stringify(facts(a)) === JSON.stringify(facts(b));
}

export function draftOf(policy: Policy, thresholds: Thresholds | null, rules: DraftRuleRow[] | null): Draft {
  const draft = { thresholds: thresholds ?? policy.thresholds, rules: rules ?? policy.rules };
  return { ...draft, changes: changesBetween(policy, draft) };
}

interface Whole {
  thresholds: Thresholds;
  rules: readonly DraftRuleRow[];
}

/** Every difference from `before` to `after`, one sentence each. */
export function changesBetween(before: Whole, after: Whole): string[] {
  const changes = THRESHOLD_NAMES.filter((name) => before.thresholds[name] !== after.thresholds[name]).map(
    (name) => `${THRESHOLD_TEXT[name]} ${before.thresholds[name]} → ${after.thresholds[name]}`,
  );
  const old = new Map(before.rules.map((rule) => [rule.id, rule]));
  for (const rule of after.rules) {
    const known = rule.id === undefined ? undefined : old.get(rule.id);
    if (known === undefined) changes.push(`new rule “${rule.name}”`);
    else if (!sameRule(known, rule)) changes.push(`changed rule “${rule.name}”`);
  }
  const kept = new Set(after.rules.map(({ id }) => id));
  for (const rule of before.rules) if (!kept.has(rule.id)) changes.push(`removed rule “${rule.name}”`);
  return changes;
}

/** What the backtest takes as a rule: everything but its id. */
export function ruleBody({ name, event_type, conditions, action, priority }: DraftRule | Rule): DraftRule {
  return { name, event_type, conditions, action, priority };
}

/** The draft's rules with `rule` put in the place of the one with its id, or added; highest priority first. */
export function withRule(rules: readonly DraftRuleRow[], rule: DraftRuleRow): DraftRuleRow[] {
  const others = rules.filter(({ id }) => id === undefined || id !== rule.id);
  return [...others, rule].sort((a, b) => b.priority - a.priority);
}
