// Retention: removes raw addresses and client signals after the number of days that each environment sets, old idempotency keys, old counts
// of failures, and expired sessions of the dashboard.
import type { Environment } from '../../records/tenants.ts';
import { DAY, HOUR } from '../../vocabulary/clock.ts';
import { BASELINE_HOURS } from '../../vocabulary/failure-kinds.ts';
import type { Context } from '../context.ts';
import { IDEMPOTENCY_WINDOW } from '../events/record-event.ts';
import { inBatches } from '../in-batches.ts';
import { sharedNow } from '../shared-clock.ts';

/** Events per transaction, so that other writes wait only briefly. */
const BATCH = 500;
/** Idempotency keys are random, so each is on a page of its own: a hundred take 13 ms with SQLite on a busy machine, during which events wait. */
const RESPONSES_BATCH = 100;
/** Addresses, too, are each on a page of its own, with those of its accounts and devices. */
const NETWORKS_BATCH = 100;
/** An idempotency key is stored for longer than it is valid: the clocks of two processes may differ. */
const RESPONSES_STORED_FOR = IDEMPOTENCY_WINDOW + HOUR;
/** An event reads the failures of the week before it. The second week is for clocks that are wrong, and imports of recent events. */
const FAILURES_STORED_FOR = 2 * BASELINE_HOURS * HOUR;
/** How long an import that was interrupted finds the failures before its next line. */
const IMPORT_MAY_CONTINUE_FOR = 7 * DAY;

/** What one run removed from one environment. */
export interface RetentionReport {
  environmentId: string;
  /** Events whose raw address and client signals were removed. */
  cleanedEvents: number;
}

/**
 * Processes all environments that have a limit. In any, it deletes old idempotency keys, old counts of failures and what erasures have left,
 * and it deletes expired sessions. A run may be interrupted at any time; the next one continues from there. Ends after the batch during
 * which `stopping` aborts.
 * @throws the first failure, after it has processed the other environments.
 */
export async function applyRetention(context: Context, stopping?: AbortSignal): Promise<RetentionReport[]> {
  const reports: RetentionReport[] = [];
  const failures: unknown[] = [];
  const { tenants, sessions } = context.store;
  await sessions.prune(await sharedNow(context), context.limits.sessionAbsolute);
  for (const environment of await tenants.environments(null)) {
    if (stopping?.aborted) break;
    try {
      const cleanedEvents = await applyTo(context, environment, stopping);
      if (cleanedEvents !== null) reports.push({ environmentId: environment.id, cleanedEvents });
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
  return reports;
}

/** Returns from how many events it removed what identifies their senders; null if the environment has no limit. */
async function applyTo(
  context: Context,
  { number, retentionDays }: Environment,
  stopping?: AbortSignal,
): Promise<number | null> {
  const { rollups, privacy } = context.store;
  const now = await sharedNow(context);
  await forgetResponses(context, number, now, stopping);
  await forgetFailures(context, number, now, stopping);
  if (retentionDays === null) {
    await privacy.dropUnusedSignals(number, stopping);
    return null;
  }
  const before = now - retentionDays * DAY;
  let cleanedEvents = 0;
  await privacy.returnToMissed(number, now);
  await inBatches(BATCH, stopping, async (limit) => {
    const { passed, cleaned } = await privacy.forgetBefore(number, before, limit);
    cleanedEvents += cleaned;
    return passed;
  });
  await privacy.dropUnusedSignals(number, stopping);
  await inBatches(NETWORKS_BATCH, stopping, (limit) => rollups.deleteNetworksBefore(number, before, limit));
  return cleanedEvents;
}

/** In small batches: after an upgrade from a version that kept all of them, there may be millions. */
async function forgetResponses({ store }: Context, number: number, now: number, stopping?: AbortSignal): Promise<void> {
  const before = now - RESPONSES_STORED_FOR;
  await inBatches(RESPONSES_BATCH, stopping, (limit) => store.privacy.forgetResponses(number, before, limit));
}

/** In small batches, too: earlier versions kept all counts. */
async function forgetFailures({ store }: Context, number: number, now: number, stopping?: AbortSignal): Promise<void> {
  const old = { now, before: now - FAILURES_STORED_FOR, importing: now - IMPORT_MAY_CONTINUE_FOR };
  while (!stopping?.aborted && (await store.privacy.forgetFailures(number, old, BATCH)) > 0);
}
