// PATCH /v1/policy/rules/{id}: changes the given fields of a rule.
import { isDeepStrictEqual } from 'node:util';
import { canMatch } from '../../policy/can-match.ts';
import { type RuleInput, validateRuleChange } from '../../policy/validate-rule.ts';
import type { Environment } from '../../records/tenants.ts';
import type { Context } from '../context.ts';
import { findOwner } from '../tenants/find-owner.ts';
import { notFound } from '../tenants/own-resource.ts';
import { changePolicy, type PolicyEditor, throwIssues } from './change-policy.ts';
import { ruleOf, type SavedRule, withRule } from './create-rule.ts';

export type RuleChange = Partial<RuleInput>;

/** @throws Failure `invalid` with all issues. */
export function checkRuleChange(input: unknown): RuleChange {
  throwIssues(validateRuleChange(input));
  return input as RuleChange;
}

/**
 * Returns the rule afterwards, and the policy: the current version when nothing changed.
 * @throws Failure `not_found`, `forbidden`, `conflict` (`priority_taken`, `stale_version`).
 */
export async function updateRule(
  context: Context,
  environments: readonly Environment[],
  id: string,
  change: RuleChange,
  editor: PolicyEditor,
): Promise<SavedRule> {
  const environment = await findOwner(context, environments, 'rule', id);
  const { after } = await changePolicy(context, environment, editor, ({ thresholds, rules }) => {
    const current = rules.find((rule) => rule?.id === id);
    if (current === undefined) throw notFound('rule');
    const rule = ruleOf(id, { ...current, ...change });
    if (isDeepStrictEqual(rule, current)) return null;
    const target = { type: 'rule', id };
    return {
      thresholds,
      rules: withRule(rules, rule),
      auditedChange: { action: 'policy.rule_updated', target, before: { ...current }, after: { ...rule } },
    };
  });
  const rule = after.rules.find((candidate) => candidate?.id === id);
  if (rule === undefined) throw new Error(`rule ${id} is missing from the policy that was just saved`);
  return { rule, policy: after, canMatch: canMatch(rule) };
}
