// Seals the heads of audit logs at startup: with a new first key, and once when a database is older than seals.
import { auditSealer, sealKeyId } from '../../access/audit-seal.ts';
import type { SealedHead } from '../../records/audit.ts';
import type { Context } from '../context.ts';

/**
 * Renews valid seals that another key made. `older` says that the database has just been upgraded from a version without
 * seals: only then are heads without a seal sealed as they are, because otherwise someone removed it.
 */
export async function sealHeads({ store, webhooks }: Context, older: boolean): Promise<void> {
  const sealer = auditSealer(webhooks.keys);
  const isOld = (head: SealedHead) =>
    head.seal === null ? older : sealKeyId(head.seal) !== webhooks.keys[0].id && sealer.isValid(head, head.seal);
  for (const head of await store.audit.heads()) {
    if (isOld(head)) await store.audit.reseal(head, sealer.seal(head));
  }
}
