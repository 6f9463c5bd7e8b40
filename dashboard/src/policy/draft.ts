// A draft policy: the active policy with unsaved changes. Pure.
import { isStopped } from '../../../src/vocabulary/decisions.ts';
import type { DraftRule, Policy, Rule, Thresholds } from '../api/control-types.ts';
import { isWeaker, THRESHOLDS } from './thresholds.ts';

/** A rule of a draft; a new rule has no id yet. */
export type DraftRuleRow = DraftRule & { id?: string };

export interface Draft {
  thresholds: Thresholds;
  rules: DraftRuleRow[];
  /** The differences from the active policy, as display texts; empty if there are none. */
  changes: string[];
}

export function sameThresholds(a: Thresholds, b: Thresholds): boolean {
  return THRESHOLDS.every(({ name }) => a[name] === b[name]);
}

function sameRule(a: DraftRule, b: DraftRule): boolean {
  const fields = (rule: DraftRule) => [
    rule.name,
    rule.event_type ?? null,
    rule.conditions,
    rule.action.decision,
    rule.priority,
  ];
  return JSON.stringify(fields(a)) === JSON.stringify(fields(b));
}

export function draftOf(policy: Policy, thresholds: Thresholds | null, rules: DraftRuleRow[] | null): Draft {
  const draft = { thresholds: thresholds ?? policy.thresholds, rules: rules ?? policy.rules };
  return { ...draft, changes: changesBetween(policy, draft) };
}

interface PolicyContent {
  thresholds: Thresholds;
  rules: readonly DraftRuleRow[];
}

/** Every difference from `before` to `after`, one display text each. */
export function changesBetween(before: PolicyContent, after: PolicyContent): string[] {
  const changes = THRESHOLDS.filter(({ name }) => before.thresholds[name] !== after.thresholds[name]).map(
    ({ name, label }) => `${label} ${after.thresholds[name]} instead of ${before.thresholds[name]}`,
  );
  const old = new Map(before.rules.map((rule) => [rule.id, rule]));
  for (const rule of after.rules) {
    const known = rule.id === undefined ? undefined : old.get(rule.id);
    if (known === undefined) changes.push(`New rule “${rule.name}”`);
    else if (!sameRule(known, rule)) changes.push(`Changed rule “${rule.name}”`);
  }
  const remaining = new Set(after.rules.map(({ id }) => id));
  for (const rule of before.rules) if (!remaining.has(rule.id)) changes.push(`Removed rule “${rule.name}”`);
  return changes;
}

/**
 * Whether `after` may let through events that `before` stops: by its thresholds, by a changed or deleted rule that stopped
 * events, or by a changed or new rule that lets them through.
 */
export function weakens(before: PolicyContent, after: PolicyContent): boolean {
  const without = (rules: readonly DraftRuleRow[], others: readonly DraftRuleRow[]) =>
    rules.filter((rule) => !others.some((other) => other.id === rule.id && sameRule(other, rule)));
  return (
    isWeaker(before.thresholds, after.thresholds) ||
    without(before.rules, after.rules).some((rule) => stops(rule)) ||
    without(after.rules, before.rules).some((rule) => !stops(rule))
  );
}

const stops = ({ action }: DraftRule) => isStopped(action.decision);

/** A rule as the API accepts it: without its id. */
export function ruleBody({ name, event_type, conditions, action, priority }: DraftRule | Rule): DraftRule {
  return { name, event_type, conditions, action, priority };
}

/** The rules with `rule` added, or replacing the one with the same id; highest priority first. */
export function withRule(rules: readonly DraftRuleRow[], rule: DraftRuleRow): DraftRuleRow[] {
  const others = rules.filter(({ id }) => id === undefined || id !== rule.id);
  return [...others, rule].sort((a, b) => b.priority - a.priority);
}
