// POST …/accounts/{externalAccountId}/erase: removes an account's identifiers, addresses and signals, not its decisions.
import { accountKeyOf } from '../../devices/digest.ts';
import type { ErasureReport } from '../../records/privacy.ts';
import type { Environment } from '../../records/tenants.ts';
import { SECOND } from '../../vocabulary/clock.ts';
import { encodeBase32 } from '../../vocabulary/ids.ts';
import { accountNotFound } from '../accounts/require-account.ts';
import { type AuditActor, newAuditEvent } from '../audit/audit-event.ts';
import type { Context } from '../context.ts';

/** Two searches for other events with the same signals take seconds for each million events; the caller waits no longer than this. */
const SIGNALS_MS = 5 * SECOND;

/**
 * The audit log records only the random key that replaces the account's id, because it must not retain the erased name.
 * @throws Failure `not_found` when the account was never seen or is already erased.
 */
export async function eraseAccount(
  context: Context,
  actor: AuditActor,
  environment: Environment,
  externalAccountId: string,
): Promise<ErasureReport & { at: number }> {
  const replacement = encodeBase32(context.randomBytes(16));
  const at = context.clock();
  const report = await context.store.privacy.eraseAccount(
    environment.number,
    accountKeyOf(externalAccountId),
    replacement,
    ({ erasedEvents, erasedDevices }) =>
      newAuditEvent(context, actor, {
        action: 'account.erased',
        target: { type: 'account', id: replacement },
        environmentId: environment.id,
        before: null,
        after: { erased_events: erasedEvents, erased_devices: erasedDevices },
      }),
  );
  if (report === null) throw accountNotFound();
  // The account is erased, whatever happens here: no event refers to these signals, and retention continues every hour.
  await context.store.privacy.dropUnusedSignals(environment.number, AbortSignal.timeout(SIGNALS_MS)).catch(() => {});
  return { ...report, at };
}
