// POST …/policy/versions/{n}/restore: the thresholds and rules of an earlier version become the next version.
import { isDeepStrictEqual } from 'node:util';
import type { PolicyVersion } from '../../records/policies.ts';
import type { Environment } from '../../records/tenants.ts';
import type { Context } from '../context.ts';
import { changePolicy, type PolicyEditor } from './change-policy.ts';
import { readPolicyVersion } from './read-policy.ts';

/**
 * Restored rules keep their ids, so that their history continues. Restoring the active version creates no version.
 * @throws Failure `not_found` for the version, `conflict` `stale_version`.
 */
export async function restorePolicy(
  context: Context,
  environment: Environment,
  version: number,
  editor: PolicyEditor,
): Promise<PolicyVersion> {
  const { thresholds, rules } = await readPolicyVersion(context, environment, version);
  const { after } = await changePolicy(context, environment, editor, (current) => {
    if (isDeepStrictEqual([current.thresholds, current.rules], [thresholds, rules])) return null;
    return {
      thresholds,
      rules,
      auditedChange: {
        action: 'policy.restored',
        target: { type: 'policy', id: environment.id },
        before: { thresholds: current.thresholds, rules: current.rules },
        after: { restored_version: version, thresholds, rules },
      },
    };
  });
  return after;
}
