// What an erasure takes out of the figures: the account's key everywhere, and addresses that nobody else has used.
import type { Querier } from '../engine.ts';

const ADDRESSES =
  'SELECT DISTINCT address FROM events WHERE environment_id = ? AND account_key = ? AND address IS NOT NULL';
const SHARED = `SELECT DISTINCT address FROM events WHERE environment_id = ? AND address {{in_texts}}
  AND (account_key IS NULL OR account_key <> ?)`;
const RENAME_MEMBER = `UPDATE network_members SET member = ? WHERE environment_id = ? AND address {{in_texts}}
  AND kind = 'account' AND member = ?`;
const RENAME_ACTIVE = `UPDATE overview_members SET member = ? WHERE environment_id = ? AND kind = 'account' AND member = ?`;

/** Counts of the overview stay; the network list loses the rows of addresses that were the account's alone. */
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
  await querier.run(RENAME_MEMBER, replacement, environmentNumber, list, accountKey);
  await querier.run(RENAME_ACTIVE, replacement, environmentNumber, accountKey);
  for (const table of ['networks', 'network_members']) {
    await querier.run(
      `DELETE FROM ${table} WHERE environment_id = ? AND address {{in_texts}}`,
      environmentNumber,
      JSON.stringify(own),
    );
  }
}
