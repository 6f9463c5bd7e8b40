// GET …/overview and GET …/network: figures of a day, and what is known of each address.
import { parseAddress } from '../../devices/network.ts';
import type { IdPage } from '../../records/id-page.ts';
import type { NetworkRow, OverviewCounts } from '../../records/rollups.ts';
import type { Environment } from '../../records/tenants.ts';
import { DAY } from '../../vocabulary/clock.ts';
import type { Context } from '../context.ts';
import { applyPendingRollups } from './apply-rollups.ts';

/** The figures of the day that holds `at` (ms, UTC). */
export async function readOverview(context: Context, environment: Environment, at: number): Promise<OverviewCounts> {
  await applyPendingRollups(context, environment);
  return context.store.rollups.overview(environment.number, Math.floor(at / DAY));
}

/** A row of the network list: the raw address stays behind. */
export type MaskedNetwork = Omit<NetworkRow, 'address'> & { maskedAddress: string };

/** Rows in the direction of reading: newest address first. */
export async function listNetworks(context: Context, environment: Environment, page: IdPage): Promise<MaskedNetwork[]> {
  await applyPendingRollups(context, environment);
  const rows = await context.store.rollups.networks(environment.number, page);
  return rows.map(({ address, ...row }) => ({ ...row, maskedAddress: parseAddress(address)?.masked ?? '' }));
}
