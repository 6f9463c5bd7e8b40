// Removes an erased account from the rollups: its key everywhere, and addresses that no other account has used.
import type { Querier } from '../engine.ts';
import { deleteFrom, select, update } from '../sql.ts';
import { macro } from '../sql-macros.ts';

const ADDRESSES = select`DISTINCT address FROM events
  WHERE environment_id = ? AND account_key = ? AND address IS NOT NULL`;
const SHARED = select`DISTINCT address FROM events WHERE environment_id = ? AND address ${macro.in_texts}
  AND (account_key IS NULL OR account_key <> ?)`;
const RENAME_NETWORK_MEMBER = update('network_members')`SET member = ? WHERE environment_id = ?
  AND address ${macro.in_texts} AND kind = 'account' AND member = ?`;
const RENAME_OVERVIEW_MEMBER = update('overview_members')`SET member = ?
  WHERE environment_id = ? AND kind = 'account' AND member = ?`;
const RENAME_ACTIVITY = update('activity_rollups')`SET member = ?
  WHERE environment_id = ? AND kind = 'account' AND member = ?`;
const DELETE_ADDRESSES = [
  deleteFrom('networks')`WHERE environment_id = ? AND address ${macro.in_texts}`,
  deleteFrom('network_members')`WHERE environment_id = ? AND address ${macro.in_texts}`,
] as const;

/** Overview counts stay; the network list loses the addresses that only this account has used. */
export async function eraseAccountFromRollups(
  querier: Querier,
  account: readonly [environmentNumber: number, accountKey: string],
  replacement: string,
): Promise<void> {
  const [environmentNumber, accountKey] = account;
  const addresses = (await querier.all<{ address: string }>(ADDRESSES, ...account)).map((row) => row.address);
  const list = JSON.stringify(addresses);
  const shared = new Set(
    (await querier.all<{ address: string }>(SHARED, environmentNumber, list, accountKey)).map((row) => row.address),
  );
  const own = addresses.filter((address) => !shared.has(address));
  await querier.run(RENAME_NETWORK_MEMBER, replacement, environmentNumber, list, accountKey);
  await querier.run(RENAME_OVERVIEW_MEMBER, replacement, environmentNumber, accountKey);
  await querier.run(RENAME_ACTIVITY, replacement, environmentNumber, accountKey);
  for (const statement of DELETE_ADDRESSES) await querier.run(statement, environmentNumber, JSON.stringify(own));
}
