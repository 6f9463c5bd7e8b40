// Logs now and every hour if the clock of this process differs from that of the storage, which all processes share.
import type { Logger } from 'pino';
import type { Store } from '../records/store.ts';
import { SECOND } from '../vocabulary/clock.ts';
import { type Job, startHourlyJob } from './hourly-job.ts';

/** Events of one account are ordered by the clocks of the processes that record them. */
export const MAX_SKEW = 5 * SECOND;

export function startClockJob(store: Pick<Store, 'clockAhead'>, logger: Logger): Job {
  return startHourlyJob(
    async () => {
      const ahead = await store.clockAhead();
      if (Math.abs(ahead) > MAX_SKEW) logger.warn(`the clock is ${skewOf(ahead)}: set both by NTP`);
    },
    (error) => logger.error({ err: error }, 'comparing the clock failed and will be retried'),
  );
}

export function skewOf(ahead: number): string {
  return `${Math.round(Math.abs(ahead) / SECOND)} s ${ahead > 0 ? 'ahead of' : 'behind'} that of PostgreSQL`;
}
