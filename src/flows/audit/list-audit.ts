// GET /v1/audit: the changes made in the control plane, one page at a time or as a full export.
import type { AuditEntry, AuditFilter, AuditPage } from '../../records/audit.ts';
import { invalid } from '../../vocabulary/failure.ts';
import type { Context } from '../context.ts';
import { readPages } from '../read-pages.ts';

/** One page, in reading order. @throws Failure `invalid` when the time range is inverted. */
export async function listAudit(
  context: Context,
  organizationId: string,
  filter: AuditFilter,
  page: AuditPage,
): Promise<AuditEntry[]> {
  checkRange(filter);
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

function checkRange({ from, to }: AuditFilter): void {
  if (from !== null && to !== null && from > to) {
    throw invalid({ pointer: 'to', code: 'inverted_range', detail: 'The range ends before it begins.' });
  }
}
