// Retention: raw addresses and client signals go after the days that an environment keeps them.
import { DAY } from '../../vocabulary/clock.ts';
import type { Context } from '../context.ts';

/** Events of one transaction, so that nobody waits long for it. */
const BATCH = 500;

/** What a run removed from one environment. */
export interface RetentionReport {
  environmentId: string;
  /** Events whose raw address and client signals are gone now. */
  cleanedEvents: number;
}

/** Goes over all environments that have a limit. May be cut off at any time: the next run goes on where this one was. */
export async function applyRetention(context: Context): Promise<RetentionReport[]> {
  const reports: RetentionReport[] = [];
  const { rollups, privacy, tenants } = context.store;
  for (const { id, number, retentionDays } of await tenants.environments(null)) {
    if (retentionDays === null) continue;
    const before = context.clock() - retentionDays * DAY;
    let cleanedEvents = 0;
    for (let last = BATCH; last === BATCH; cleanedEvents += last) {
      last = await privacy.forgetBefore(number, before, BATCH);
    }
    if (cleanedEvents > 0) await privacy.dropUnusedSignals(number);
    await rollups.deleteNetworksBefore(number, before);
    reports.push({ environmentId: id, cleanedEvents });
  }
  return reports;
}
