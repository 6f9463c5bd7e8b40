// GET /v1/audit: the changes made in the control plane, one page at a time or as a full export.
import type { AuditEntry, AuditFilter, AuditPage } from '../../records/audit.ts';
import { requireOrderedRange } from '../../vocabulary/time-range.ts';
import type { Context } from '../context.ts';
import { readPages } from '../read-pages.ts';

/** One page, in reading order. @throws Failure `invalid` when the time range is inverted. */
export async function listAudit(
  context: Context,
  organizationId: string,
  filter: AuditFilter,
  page: AuditPage,
): Promise<AuditEntry[]> {
  requireOrderedRange(filter.from, filter.to, 'to');
  return context.store.audit.list(organizationId, filter, page);
}

/** All entries starting at `from`, page by page, in reading order. @throws Failure `invalid` when the time range is inverted. */
export function exportAudit(
  context: Context,
  organizationId: string,
  filter: AuditFilter,
  from: AuditPage['from'],
): AsyncGenerator<readonly AuditEntry[]> {
  const read = (next: AuditPage['from'], limit: number) =>
    listAudit(context, organizationId, filter, { limit, from: next });
  return readPages(read, from, ({ sequence }) => ({ sequence, direction: from?.direction ?? 'older' }));
}
