// POST /v1/environments/{env}/policy/rules: adds a rule. Priorities are unique within a policy.
import { canMatch } from '../../policy/can-match.ts';
import { RULES_MAX } from '../../policy/limits.ts';
import type { Rule } from '../../policy/policy.ts';
import { type RuleInput, validateRule } from '../../policy/validate-rule.ts';
import type { PolicyVersion } from '../../records/policies.ts';
import type { Environment } from '../../records/tenants.ts';
import { Failure } from '../../vocabulary/failure.ts';
import type { Context } from '../context.ts';
import { changePolicy, type PolicyEditor, throwIssues } from './change-policy.ts';

export interface SavedRule {
  rule: Rule;
  /** The policy afterwards. */
  policy: PolicyVersion;
  /** Whether any event can match the rule. */
  canMatch: boolean;
}

/** @throws Failure `invalid` with all issues. */
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
): Promise<SavedRule> {
  const rule = ruleOf(context.newId('rule', context.clock()), input);
  const { after } = await changePolicy(context, environment, editor, ({ thresholds, rules }) => {
    if (rules.length >= RULES_MAX) {
      throw new Failure('conflict', 'rule_limit', `A policy can have at most ${RULES_MAX} rules.`);
    }
    const target = { type: 'rule', id: rule.id };
    return {
      thresholds,
      rules: withRule(rules, rule),
      auditedChange: { action: 'policy.rule_created', target, before: null, after: { ...rule } },
    };
  });
  return { rule, policy: after, canMatch: canMatch(rule) };
}

/** The name of a rule as stored. A policy file is not validated by a schema, and a stored rule may be malformed. */
export function storedName<N>(name: N): N {
  return (typeof name === 'string' ? name.trim() : name) as N;
}

/** A rule as stored: only these fields. A stored rule that changes may be malformed. */
export function ruleOf(id: string, { name, event_type, conditions, action, priority }: RuleInput): Rule {
  const decided = { decision: action.decision };
  return { id, name: storedName(name), event_type: event_type ?? null, conditions, action: decided, priority };
}

/**
 * The rules with `rule` added, or in place of the one with its id; highest priority first.
 * @throws Failure `conflict` `priority_taken` when another rule has its priority.
 */
export function withRule(rules: readonly Rule[], rule: Rule): Rule[] {
  // Stored rules may be malformed, even null. They are preserved, and never match an event.
  const others = rules.filter((other) => other?.id !== rule.id);
  const taken = others.find((other) => other?.priority === rule.priority);
  if (taken !== undefined) {
    const detail = `The rule "${taken.name}" (${taken.id}) already has priority ${rule.priority}.`;
    throw new Failure('conflict', 'priority_taken', detail, { extra: { rule_id: taken.id } });
  }
  return [...others, rule].sort((a, b) => (b?.priority ?? -1) - (a?.priority ?? -1));
}
