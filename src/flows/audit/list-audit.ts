// GET /v1/audit: who changed what in the control plane, by page or as a whole.
import type { AuditEntry, AuditFilter, AuditPage } from '../../records/audit.ts';
import { invalid } from '../../vocabulary/failure.ts';
import type { Context } from '../context.ts';
import { readPages } from '../read-pages.ts';

/** In the direction of reading. @throws Failure `invalid` for an inverted range. */
export async function listAudit(
  context: Context,
  organizationId: string,
  filter: AuditFilter,
  page: AuditPage,
): Promise<AuditEntry[]> {
  checkRange(filter);
  return context.store.audit.list(organizationId, filter, page);
}

/** Every entry from `from` on, page by page, in the direction of reading. @throws Failure `invalid` as `listAudit` does. */
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
