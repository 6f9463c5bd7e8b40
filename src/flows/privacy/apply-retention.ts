// Retention: removes raw addresses and client signals after the number of days that each environment sets.
import { DAY } from '../../vocabulary/clock.ts';
import type { Context } from '../context.ts';

/** Events per transaction, so that other writes wait only briefly. */
const BATCH = 500;

/** What one run removed from one environment. */
export interface RetentionReport {
  environmentId: string;
  /** Events whose raw address and client signals were removed. */
  cleanedEvents: number;
}

/**
 * Processes all environments that have a limit, and deletes what erasures have left in any. A run may be interrupted at any time; the next
 * one continues from there. Ends after the batch during which `stopping` aborts.
 */
export async function applyRetention(context: Context, stopping?: AbortSignal): Promise<RetentionReport[]> {
  const reports: RetentionReport[] = [];
  const { rollups, privacy, tenants } = context.store;
  for (const { id, number, retentionDays } of await tenants.environments(null)) {
    if (stopping?.aborted) break;
    if (retentionDays === null) {
      await privacy.dropUnusedSignals(number, stopping);
      continue;
    }
    const before = context.clock() - retentionDays * DAY;
    let cleanedEvents = 0;
    for (let last = BATCH; last === BATCH && !stopping?.aborted; cleanedEvents += last) {
      last = await privacy.forgetBefore(number, before, BATCH);
    }
    await privacy.dropUnusedSignals(number, stopping);
    if (!stopping?.aborted) await rollups.deleteNetworksBefore(number, before);
    reports.push({ environmentId: id, cleanedEvents });
  }
  return reports;
}
