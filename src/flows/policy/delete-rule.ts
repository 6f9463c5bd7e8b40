// DELETE /v1/policy/rules/{id}: the rule decides nothing from now on; past decisions keep naming it.
import type { PolicyVersion } from '../../records/policies.ts';
import type { Environment } from '../../records/tenants.ts';
import type { Context } from '../context.ts';
import { changePolicy, type PolicyEditor } from './change-policy.ts';
import { findRule, ruleGone } from './find-rule.ts';

/** @throws Failure `not_found`, `forbidden`, `conflict` (`stale_version`). */
export async function deleteRule(
  context: Context,
  environments: readonly Environment[],
  id: string,
  editor: PolicyEditor,
): Promise<PolicyVersion> {
  const environment = await findRule(context, environments, id);
  const { after } = await changePolicy(context, environment, editor, ({ thresholds, rules }) => {
    const known = rules.find((rule) => rule?.id === id);
    if (known === undefined) throw ruleGone();
    const happening = {
      action: 'policy.rule_deleted',
      target: { type: 'rule', id },
      before: { ...known },
      after: null,
    } as const;
    return { thresholds, rules: rules.filter((rule) => rule !== known), happening };
  });
  return after;
}
