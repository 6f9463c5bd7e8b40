// GET …/overview and GET …/network: the rollups of one day, and the list of network addresses.
import { parseAddress } from '../../devices/network.ts';
import type { IdPage } from '../../records/id-page.ts';
import type { NetworkRow, OverviewCounts } from '../../records/rollups.ts';
import type { Environment } from '../../records/tenants.ts';
import { DAY } from '../../vocabulary/clock.ts';
import type { Context } from '../context.ts';
import { applyPendingRollups } from './apply-rollups.ts';

/** The rollups of the UTC day that contains `at` (ms). */
export async function readOverview(context: Context, environment: Environment, at: number): Promise<OverviewCounts> {
  await applyPendingRollups(context, environment);
  return context.store.rollups.overview(environment.number, Math.floor(at / DAY));
}

/** A row of the network list with the address masked. */
export type MaskedNetwork = Omit<NetworkRow, 'address'> & { maskedAddress: string };

/** One page, in reading order: newest address first. */
export async function listNetworks(context: Context, environment: Environment, page: IdPage): Promise<MaskedNetwork[]> {
  await applyPendingRollups(context, environment);
  const rows = await context.store.rollups.networks(environment.number, page);
  return rows.map(({ address, ...row }) => ({ ...row, maskedAddress: parseAddress(address)?.masked ?? '' }));
}
