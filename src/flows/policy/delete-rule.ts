// DELETE /v1/policy/rules/{id}: removes a rule from the active policy. Past decisions still refer to it.
import type { PolicyVersion } from '../../records/policies.ts';
import type { Environment } from '../../records/tenants.ts';
import type { Context } from '../context.ts';
import { findOwner } from '../tenants/find-owner.ts';
import { notFound } from '../tenants/own-resource.ts';
import { changePolicy, type PolicyEditor } from './change-policy.ts';

/** @throws Failure `not_found`, `forbidden`, `conflict` (`stale_version`). */
export async function deleteRule(
  context: Context,
  environments: readonly Environment[],
  id: string,
  editor: PolicyEditor,
): Promise<PolicyVersion> {
  const environment = await findOwner(context, environments, 'rule', id);
  const { after } = await changePolicy(context, environment, editor, ({ thresholds, rules }) => {
    const current = rules.find((rule) => rule?.id === id);
    if (current === undefined) throw notFound('rule');
    const target = { type: 'rule', id };
    return {
      thresholds,
      rules: rules.filter((rule) => rule !== current),
      auditedChange: { action: 'policy.rule_deleted', target, before: { ...current }, after: null },
    };
  });
  return after;
}
