// Finds the account of each campaign that has only one; lists distinguish campaigns by it.
import type { Environment } from '../../records/tenants.ts';
import type { Context } from '../context.ts';
import type { Campaign } from './list-campaigns.ts';

export type NamedCampaign = Campaign & {
  /** The external id; null if there are several accounts or none, and after the account's erasure. */
  account: string | null;
};

/** One read for all campaigns. */
export async function nameAccounts(
  context: Context,
  environment: Environment,
  campaigns: readonly Campaign[],
): Promise<NamedCampaign[]> {
  const keys = campaigns.map(onlyAccount);
  const requested = [...new Set(keys.filter((key) => key !== null))];
  const names = await context.store.campaigns.accountNames(environment.number, requested, requested.length);
  const byKey = new Map(names.map(({ accountKey, externalId }) => [accountKey, externalId]));
  return campaigns.map((campaign, index) => ({ ...campaign, account: byKey.get(keys[index] ?? '') ?? null }));
}

function onlyAccount({ accountCount, events }: Campaign): string | null {
  return accountCount === 1 ? (events.find(({ accountKey }) => accountKey !== null)?.accountKey ?? null) : null;
}
