// The steps that all policy changes share: validation errors, the expected version, the new version and its audit event.
import type { JsonObject } from '../../records/audit.ts';
import type { PolicyChange, PolicyVersion } from '../../records/policies.ts';
import type { Environment } from '../../records/tenants.ts';
import { Failure, type ValidationIssue } from '../../vocabulary/failure.ts';
import { type AuditActor, type AuditedChange, newAuditEvent } from '../audit/audit-event.ts';
import type { Context } from '../context.ts';

/** Who changes a policy, and the versions the change may be based on (`If-Match`); null allows any version. */
export interface PolicyEditor {
  actor: AuditActor;
  expected: readonly number[] | null;
  /** The reason; blank text counts as none. */
  comment?: string | undefined;
}

/** The policy after a change, and what the audit log records of the change. */
export interface AuditedEdit extends Pick<PolicyVersion, 'thresholds' | 'rules'> {
  auditedChange: AuditedChange;
}

/**
 * Stores the result of `edit` as the next version; when `edit` returns null, nothing changes.
 * @throws Failure `conflict` `stale_version` with `current_version` when the editor expected another version.
 */
export async function changePolicy(
  context: Context,
  environment: Environment,
  editor: PolicyEditor,
  edit: (current: PolicyVersion) => AuditedEdit | null,
): Promise<PolicyChange> {
  const change = await context.store.policies.change(environment.number, (current) => {
    checkExpected(current, editor.expected);
    const edited = edit(current);
    if (edited === null) return null;
    const { thresholds, rules, auditedChange } = edited;
    const auditEvent = newAuditEvent(context, editor.actor, {
      ...auditedChange,
      environmentId: environment.id,
      before: withVersion(auditedChange.before, current.version),
      after: withVersion(auditedChange.after, current.version + 1),
    });
    return { thresholds, rules, auditEvent, comment: editor.comment?.trim() || null };
  });
  if (change === null) throw new Error(`environment ${environment.id} has no policy`);
  return change;
}

function checkExpected({ version }: PolicyVersion, expected: PolicyEditor['expected']): void {
  if (expected === null || expected.includes(version)) return;
  throw new Failure(
    'conflict',
    'stale_version',
    `The policy has changed since you read it. The current version is ${version}.`,
    { extra: { current_version: version } },
  );
}

function withVersion(fields: JsonObject | null, version: number): JsonObject | null {
  return fields === null ? null : { policy_version: version, ...fields };
}

/** @throws Failure `invalid` that lists all issues, when there are any. */
export function throwIssues(issues: readonly ValidationIssue[]): void {
  const [first] = issues;
  if (first === undefined) return;
  const detail = first.pointer === '' ? first.detail : `${first.pointer}: ${first.detail}`;
  throw new Failure('invalid', 'invalid_input', `The body is invalid: ${detail}`, { issues });
}
