// The check of `assay doctor` for the clock: against stored times, and against the clock of the PostgreSQL server.
import type { Context } from '../flows/context.ts';
import { DAY, isoTime, SECOND } from '../vocabulary/clock.ts';
import type { Check } from './doctor-advice.ts';

/** A clock that is set to a time before this program was written is wrong. */
const PROGRAM_WRITTEN = Date.UTC(2026, 0, 1);
/** Events of one account are ordered by the clocks of the processes that record them. */
const MAX_SKEW = 5 * SECOND;

/** Compares the clock with the times of stored records: if these are in the future, the clock was set back. */
export async function clockCheck({ clock, store }: Context, databaseUrl: string | null): Promise<Check> {
  const now = clock();
  const created = (await store.tenants.organizations()).map(({ createdAt }) => createdAt);
  const latest = Math.max(PROGRAM_WRITTEN, ...created);
  if (now < latest - DAY) {
    const detail = `the clock shows ${isoTime(now)}, but it must be later than ${isoTime(latest)}: set the clock`;
    return { name: 'clock', status: 'failed', detail };
  }
  const ahead = databaseUrl === null ? 0 : await aheadOfServer(clock, databaseUrl);
  if (Math.abs(ahead) <= MAX_SKEW) return { name: 'clock', status: 'ok', detail: isoTime(now) };
  const skew = `${Math.round(Math.abs(ahead) / SECOND)} s ${ahead > 0 ? 'ahead of' : 'behind'} that of PostgreSQL`;
  const detail = `the clock shows ${isoTime(now)}, ${skew}: set both by NTP, and those of all processes`;
  return { name: 'clock', status: 'warning', detail };
}

/** How far this clock is ahead of the server's, ms. The server reads its own at some moment of the call: the closer end counts. */
async function aheadOfServer(clock: () => number, databaseUrl: string): Promise<number> {
  const { serverTime } = await import('../storage/postgres/server-time.ts');
  const before = clock();
  const server = await serverTime(databaseUrl);
  const after = clock();
  return server < before ? before - server : Math.min(0, after - server);
}
