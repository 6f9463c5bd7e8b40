// Changes rows with one statement and records the change in the audit log, in one transaction.
import type { AuditEvent } from '../../records/audit.ts';
import type { Engine, Querier, Value } from '../engine.ts';
import type { Write } from '../sql.ts';
import { appendAuditEvent } from './append-audit-event.ts';

/** False, without an entry, when the statement changed no row. Without `auditEvent` nothing is recorded. */
export function changeAudited(
  engine: Pick<Engine, 'write'>,
  auditEvent: AuditEvent | null | undefined,
  statement: Write,
  ...values: Value[]
): Promise<boolean> {
  return engine.write((querier) => changeAuditedWithin(querier, auditEvent, statement, ...values));
}

/** Like `changeAudited`, in a transaction that has checked what the change requires. */
export async function changeAuditedWithin(
  querier: Querier,
  auditEvent: AuditEvent | null | undefined,
  statement: Write,
  ...values: Value[]
): Promise<boolean> {
  if ((await querier.run(statement, ...values)) === 0) return false;
  if (auditEvent != null) await appendAuditEvent(querier, auditEvent);
  return true;
}
