// GET /v1/audit: who changed what in the control plane, by page or as a whole.
import type { AuditEntry, AuditFilter, AuditPage } from '../records/audit.ts';
import { invalid } from '../vocabulary/failure.ts';
import type { Context } from './context.ts';

/** Entries read at once for an export: memory stays bounded over any trail. */
const EXPORT_BATCH = 500;

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

/** Everything that matches, newest first. @throws Failure `invalid` for an inverted range, before the first entry. */
export function exportAudit(context: Context, organizationId: string, filter: AuditFilter): AsyncGenerator<AuditEntry> {
  checkRange(filter);
  return readAll(context, organizationId, filter);
}

async function* readAll(context: Context, organizationId: string, filter: AuditFilter): AsyncGenerator<AuditEntry> {
  let from: AuditPage['from'] = null;
  for (;;) {
    const entries: AuditEntry[] = await context.store.audit.list(organizationId, filter, { limit: EXPORT_BATCH, from });
    yield* entries;
    const last = entries.at(-1);
    if (last === undefined || entries.length < EXPORT_BATCH) return;
    from = { sequence: last.sequence, direction: 'older' };
  }
}

function checkRange({ from, to }: AuditFilter): void {
  if (from !== null && to !== null && from > to) {
    throw invalid({ pointer: 'to', code: 'inverted_range', detail: 'The range ends before it begins.' });
  }
}
