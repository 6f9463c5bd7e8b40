// The check of `assay doctor` for the clock: against stored times, and against the clock of the PostgreSQL server.
import { MAX_SKEW, skewOf } from '../compose/clock-job.ts';
import type { Context } from '../flows/context.ts';
import { DAY, HOUR, isoTime } from '../vocabulary/clock.ts';
import type { Check } from './doctor-advice.ts';

/** A clock that is set to a time before this program was written is wrong. */
const PROGRAM_WRITTEN = Date.UTC(2026, 0, 1);

/** Compares the clock with the times of stored records: if these are in the future, the clock was set back. */
export async function clockCheck({ clock, store }: Context): Promise<Check> {
  const now = clock();
  const created = (await store.tenants.organizations()).map(({ createdAt }) => createdAt);
  const latest = Math.max(PROGRAM_WRITTEN, ...created);
  if (now < latest - DAY) {
    const wasAhead = latest > PROGRAM_WRITTEN ? ', unless it is right and was ahead at the setup' : '';
    const detail = `the clock shows ${isoTime(now)}, but it must be later than ${isoTime(latest)}: set the clock${wasAhead}`;
    return { name: 'clock', status: 'failed', detail };
  }
  const ahead = await store.clockAhead();
  if (Math.abs(ahead) > MAX_SKEW) {
    const detail = `the clock shows ${isoTime(now)}, ${skewOf(ahead)}: set both by NTP, and those of all processes`;
    return { name: 'clock', status: 'warning', detail };
  }
  const future = await futureEvents({ clock, store });
  return future === null
    ? { name: 'clock', status: 'ok', detail: isoTime(now) }
    : { name: 'clock', status: 'warning', detail: future };
}

/** Names the environments with events that are dated later than the clocks of processes differ; null if there is none. */
async function futureEvents({ clock, store }: Pick<Context, 'clock' | 'store'>): Promise<string | null> {
  const found: string[] = [];
  for (const { id, number } of await store.tenants.environments(null)) {
    const [newest] = await store.integration.newestEvents(number, clock() + HOUR, 1);
    if (newest !== undefined) found.push(`${id} (until ${isoTime(newest.createdAt)})`);
  }
  if (found.length === 0) return null;
  const effect = 'retention removes their addresses and signals only after those times';
  return `a clock was ahead: events of ${found.join(', ')} are dated in the future, and ${effect}`;
}
