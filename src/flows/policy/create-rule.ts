// POST /v1/environments/{env}/policy/rules: a new rule, at a priority that no other rule has.

import { RULES_MAX } from '../../policy/limits.ts';
import type { Rule } from '../../policy/policy.ts';
import { type RuleInput, validateRule } from '../../policy/validate-rule.ts';
import type { PolicyVersion } from '../../records/policies.ts';
import type { Environment } from '../../records/tenants.ts';
import { Failure } from '../../vocabulary/failure.ts';
import type { Context } from '../context.ts';
import { changePolicy, type PolicyEditor } from './change-policy.ts';
import { throwIssues } from './refuse-issues.ts';

/** Everything wrong with a new rule is refused. @throws Failure `invalid`. */
export function checkRule(input: unknown): RuleInput {
  throwIssues(validateRule(input));
  return input as RuleInput;
}

/** @throws Failure `conflict`: `priority_taken`, `rule_limit`, `stale_version`. */
export async function createRule(
  context: Context,
  environment: Environment,
  input: RuleInput,
  editor: PolicyEditor,
): Promise<{ rule: Rule; policy: PolicyVersion }> {
  const rule = ruleOf(context.newId('rule', context.clock()), input);
  const { after } = await changePolicy(context, environment, editor, (current) => {
    if (current.rules.length >= RULES_MAX) {
      throw new Failure('conflict', 'rule_limit', `A policy holds at most ${RULES_MAX} rules.`);
    }
    const happening = {
      action: 'policy.rule_created',
      target: { type: 'rule', id: rule.id },
      before: null,
      after: { ...rule },
    } as const;
    return { thresholds: current.thresholds, rules: withRule(current.rules, rule), happening };
  });
  return { rule, policy: after };
}

/** A rule as it is kept: every field in one order, so that two alike are alike as text. */
export function ruleOf(id: string, { name, event_type, conditions, action, priority }: RuleInput): Rule {
  return { id, name, event_type: event_type ?? null, conditions, action: { decision: action.decision }, priority };
}

/** The rules with this one in the place of the one with its id, or added; highest priority first. */
export function withRule(rules: readonly Rule[], rule: Rule): Rule[] {
  // What storage holds may be malformed (even null): it is kept as it is, and never matches.
  const others = rules.filter((other) => other?.id !== rule.id);
  const holder = others.find((other) => other?.priority === rule.priority);
  if (holder !== undefined) {
    const detail = `The rule "${holder.name}" (${holder.id}) has priority ${rule.priority}.`;
    throw new Failure('conflict', 'priority_taken', detail, { extra: { rule_id: holder.id } });
  }
  return [...others, rule].sort((a, b) => (b?.priority ?? -1) - (a?.priority ?? -1));
}
