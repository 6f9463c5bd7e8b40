// PUT /v1/environments/{env}/policy/thresholds: changes the score thresholds of the decisions.
import type { Thresholds } from '../../policy/policy.ts';
import { validateThresholds } from '../../policy/validate-thresholds.ts';
import type { PolicyVersion } from '../../records/policies.ts';
import type { Environment } from '../../records/tenants.ts';
import type { Context } from '../context.ts';
import { changePolicy, type PolicyEditor, throwIssues } from './change-policy.ts';

/** @throws Failure `invalid` with all issues. */
export function checkThresholds(input: unknown): Thresholds {
  throwIssues(validateThresholds(input));
  const { allow_max, monitor_max, challenge_max } = input as Thresholds;
  return { allow_max, monitor_max, challenge_max };
}

/** Returns the policy afterwards: a new version, or the current one when it already has these thresholds. */
export async function changeThresholds(
  context: Context,
  environment: Environment,
  thresholds: Thresholds,
  editor: PolicyEditor,
): Promise<PolicyVersion> {
  const { after } = await changePolicy(context, environment, editor, (current) =>
    sameThresholds(current.thresholds, thresholds)
      ? null
      : {
          thresholds,
          rules: current.rules,
          auditedChange: {
            action: 'policy.thresholds_changed',
            target: { type: 'policy', id: environment.id },
            before: { ...current.thresholds },
            after: { ...thresholds },
          },
        },
  );
  return after;
}

function sameThresholds(a: Thresholds, b: Thresholds): boolean {
  return a.allow_max === b.allow_max && a.monitor_max === b.monitor_max && a.challenge_max === b.challenge_max;
}
