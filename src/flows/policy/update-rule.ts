// PATCH /v1/policy/rules/{id}: what is given replaces what the rule had.
import { isDeepStrictEqual } from 'node:util';
import type { Rule } from '../../policy/policy.ts';
import { type RuleInput, validateRuleChange } from '../../policy/validate-rule.ts';
import type { PolicyVersion } from '../../records/policies.ts';
import type { Environment } from '../../records/tenants.ts';
import type { Context } from '../context.ts';
import { changePolicy, type PolicyEditor } from './change-policy.ts';
import { ruleOf, withRule } from './create-rule.ts';
import { findRule, ruleGone } from './find-rule.ts';
import { throwIssues } from './refuse-issues.ts';

export type RuleChange = Partial<RuleInput>;

/** Everything wrong with a change of a rule is refused. @throws Failure `invalid`. */
export function checkRuleChange(input: unknown): RuleChange {
  throwIssues(validateRuleChange(input));
  return input as RuleChange;
}

/**
 * The rule afterwards; the same version of the policy when nothing changed.
 * @throws Failure `not_found`, `forbidden`, `conflict` (`priority_taken`, `stale_version`).
 */
export async function updateRule(
  context: Context,
  environments: readonly Environment[],
  id: string,
  change: RuleChange,
  editor: PolicyEditor,
): Promise<{ rule: Rule; policy: PolicyVersion }> {
  const environment = await findRule(context, environments, id);
  const { after } = await changePolicy(context, environment, editor, ({ thresholds, rules }) => {
    const known = rules.find((rule) => rule?.id === id);
    if (known === undefined) throw ruleGone();
    const rule = ruleOf(id, { ...known, ...change });
    if (isDeepStrictEqual(rule, known)) return null;
    const sides = { before: { ...known }, after: { ...rule } };
    const happening = { action: 'policy.rule_updated', target: { type: 'rule', id }, ...sides } as const;
    return { thresholds, rules: withRule(rules, rule), happening };
  });
  const rule = after.rules.find((one) => one?.id === id);
  if (rule === undefined) throw new Error(`rule ${id} is not in the policy it was put in`);
  return { rule, policy: after };
}
