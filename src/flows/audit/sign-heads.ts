// Signs the heads of audit logs at startup: with a new first key, and once when a database is older than signatures.
import { auditSigner, signatureKeyId } from '../../access/audit-signature.ts';
import type { SignedHead } from '../../records/audit.ts';
import type { Context } from '../context.ts';

/**
 * Renews valid signatures that another key made. `older` means that the database has just been upgraded from a version without
 * signatures: only then are unsigned heads signed as they are; in any other case someone removed the signature.
 */
export async function signHeads({ store, webhooks }: Context, older: boolean): Promise<void> {
  const signer = auditSigner(webhooks.keys);
  const isOld = (head: SignedHead) =>
    head.signature === null
      ? older
      : signatureKeyId(head.signature) !== webhooks.keys[0].id && signer.isValid(head, head.signature);
  for (const head of await store.audit.heads()) {
    if (isOld(head)) await store.audit.renewSignature(head, signer.sign(head));
  }
}
