// What every change of a policy has in common: its turn, the version the editor saw, the version it makes.
import type { JsonObject } from '../../records/audit.ts';
import type { PolicyChange, PolicyVersion } from '../../records/policies.ts';
import type { Environment } from '../../records/tenants.ts';
import { Failure } from '../../vocabulary/failure.ts';
import { type AuditActor, type AuditedChange, auditEvent } from '../audit/audit-actor.ts';
import type { Context } from '../context.ts';

/** Who changes a policy, and which versions they may have had before them: null when they do not say (`If-Match`). */
export interface PolicyEditor {
  author: AuditActor;
  expected: readonly number[] | null;
}

/** The policy afterwards, and what the audit trail says of it. */
export interface DescribedEdit extends Pick<PolicyVersion, 'thresholds' | 'rules'> {
  happening: AuditedChange;
}

/**
 * Keeps what `edit` makes of the version in force as the next version; null from it makes none.
 * @throws Failure `conflict` with `current_version` when the editor saw another version.
 */
export async function changePolicy(
  context: Context,
  environment: Environment,
  editor: PolicyEditor,
  edit: (current: PolicyVersion) => DescribedEdit | null,
): Promise<PolicyChange> {
  const change = await context.store.policies.change(environment.number, (current) => {
    checkExpected(current, editor.expected);
    const edited = edit(current);
    if (edited === null) return null;
    const { thresholds, rules, happening } = edited;
    const environmentId = environment.id;
    const before = withVersion(happening.before, current.version);
    const after = withVersion(happening.after, current.version + 1);
    const change = auditEvent(context, editor.author, { ...happening, environmentId, before, after });
    return { thresholds, rules, change };
  });
  if (change === null) throw new Error(`environment ${environment.id} has no policy`);
  return change;
}

function checkExpected({ version }: PolicyVersion, expected: PolicyEditor['expected']): void {
  if (expected === null || expected.includes(version)) return;
  throw new Failure(
    'conflict',
    'stale_version',
    `The policy has changed since you read it: it is at version ${version} now.`,
    { extra: { current_version: version } },
  );
}

function withVersion(side: JsonObject | null, version: number): JsonObject | null {
  return side === null ? null : { policy_version: version, ...side };
}
