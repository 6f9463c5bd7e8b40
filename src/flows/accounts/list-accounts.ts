// GET /v1/environments/{env}/accounts: the accounts of an environment by activity or by the beginning of their id.
import type { ListedAccount, Positioned, SortedPage } from '../../records/sorted-lists.ts';
import type { Environment } from '../../records/tenants.ts';
import type { ActivitySort } from '../../vocabulary/words.ts';
import type { Context } from '../context.ts';
import { applyPendingRollups } from '../overview/apply-rollups.ts';

/** One page, in reading order. `prefix` requires the sort `name`. */
export async function listAccounts(
  context: Context,
  environment: Environment,
  filter: { prefix: string | null },
  page: SortedPage<ActivitySort | 'name'>,
): Promise<Positioned<ListedAccount>[]> {
  await applyPendingRollups(context, environment);
  return context.store.sortedLists.accounts(environment.number, filter, page);
}
