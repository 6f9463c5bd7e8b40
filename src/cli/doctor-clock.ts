// The check of `assay doctor` for the clock: against stored times, and against the clock of the PostgreSQL server.
import { MAX_SKEW, skewOf } from '../compose/clock-job.ts';
import type { Context } from '../flows/context.ts';
import { DAY, isoTime } from '../vocabulary/clock.ts';
import type { Check } from './doctor-advice.ts';

/** A clock that is set to a time before this program was written is wrong. */
const PROGRAM_WRITTEN = Date.UTC(2026, 0, 1);

/** Compares the clock with the times of stored records: if these are in the future, the clock was set back. */
export async function clockCheck({ clock, store }: Context): Promise<Check> {
  const now = clock();
  const created = (await store.tenants.organizations()).map(({ createdAt }) => createdAt);
  const latest = Math.max(PROGRAM_WRITTEN, ...created);
  if (now < latest - DAY) {
    const detail = `the clock shows ${isoTime(now)}, but it must be later than ${isoTime(latest)}: set the clock`;
    return { name: 'clock', status: 'failed', detail };
  }
  const ahead = await store.clockAhead();
  if (Math.abs(ahead) <= MAX_SKEW) return { name: 'clock', status: 'ok', detail: isoTime(now) };
  const detail = `the clock shows ${isoTime(now)}, ${skewOf(ahead)}: set both by NTP, and those of all processes`;
  return { name: 'clock', status: 'warning', detail };
}
