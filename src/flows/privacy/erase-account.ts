// POST …/accounts/{externalAccountId}/erase: an account's identifiers, addresses and signals go; what was decided stays.
import { hashOpaque } from '../../devices/client-signals.ts';
import type { ErasureReport } from '../../records/privacy.ts';
import type { Environment } from '../../records/tenants.ts';
import { Failure } from '../../vocabulary/failure.ts';
import { encodeBase32 } from '../../vocabulary/ids.ts';
import { type AuditActor, auditEvent } from '../audit/audit-actor.ts';
import type { Context } from '../context.ts';

/**
 * The audit trail bears the account's new random key alone: it must not keep the name that was to be forgotten.
 * @throws Failure `not_found` when the account was never seen, or was erased before.
 */
export async function eraseAccount(
  context: Context,
  author: AuditActor,
  environment: Environment,
  externalAccountId: string,
): Promise<ErasureReport & { at: number }> {
  const replacement = encodeBase32(context.randomBytes(16));
  const at = context.clock();
  const report = await context.store.privacy.eraseAccount(
    environment.number,
    hashOpaque(externalAccountId),
    replacement,
    ({ erasedEvents, erasedDevices }) =>
      auditEvent(context, author, {
        action: 'account.erased',
        target: { type: 'account', id: replacement },
        environmentId: environment.id,
        before: null,
        after: { erased_events: erasedEvents, erased_devices: erasedDevices },
      }),
  );
  if (report === null) throw new Failure('not_found', 'account_not_found', 'This account was never seen.');
  return { ...report, at };
}
