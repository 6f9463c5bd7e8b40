// GET …/overview and GET …/trends: the rollups of one day, and of a range of days.
import type { OverviewCounts, TrendCounts } from '../../records/rollups.ts';
import type { Environment } from '../../records/tenants.ts';
import { DAY } from '../../vocabulary/clock.ts';
import type { Context } from '../context.ts';
import { applyPendingRollups } from './apply-rollups.ts';

/** The rollups of the UTC day that contains `at` (ms). */
export async function readOverview(context: Context, environment: Environment, at: number): Promise<OverviewCounts> {
  await applyPendingRollups(context, environment);
  return context.store.rollups.overview(environment.number, Math.floor(at / DAY));
}

/** The rollups of the UTC days that contain `from` to `to` (ms), both inclusive. */
export async function readTrends(
  context: Context,
  environment: Environment,
  { from, to }: { from: number; to: number },
): Promise<TrendCounts> {
  await applyPendingRollups(context, environment);
  return context.store.rollups.trends(environment.number, Math.floor(from / DAY), Math.floor(to / DAY));
}
