// Looks up ids, account names and addresses by their beginning, for both engines: each search is one range of an index.
import type { Profile } from '../../devices/observation.ts';
import type { SearchedId, SearchHit, SearchReader } from '../../records/search.ts';
import type { Reader } from '../engine.ts';
import { endOfPrefix } from '../reads.ts';
import { networkRow } from '../rollups/rollups.ts';
import { type Statement, select, sql } from '../sql.ts';
import { macro } from '../sql-macros.ts';

const RANGE = sql`t.environment_id = ? AND t.id >= ? AND t.id < ? ORDER BY t.id DESC LIMIT ?`;
const BY_ID: Readonly<Record<SearchedId, Statement>> = {
  event: select`t.id, t.type AS title, t.device_id AS related, a.external_id, t.created_at AS at FROM events t
    LEFT JOIN accounts a ON a.environment_id = t.environment_id AND a.account_key = t.account_key WHERE ${RANGE}`,
  device: select`t.id, p.profile AS title, NULL AS related, NULL AS external_id, t.last_seen_at AS at FROM devices t
    JOIN device_profiles p ON p.environment_id = t.environment_id AND p.device_id = t.id WHERE ${RANGE}`,
  session: select`t.id, NULL AS title, t.device_id AS related, a.external_id, t.started_at AS at FROM sessions t
    LEFT JOIN accounts a ON a.environment_id = t.environment_id AND a.account_key = t.account_key WHERE ${RANGE}`,
  delivery: select`t.id, t.type AS title, t.endpoint_id AS related, NULL AS external_id, t.created_at AS at
    FROM webhook_deliveries t WHERE ${RANGE}`,
};
const NAME = sql`external_id ${macro.byte_order}`;
const ACCOUNTS = select`external_id FROM accounts WHERE environment_id = ? AND ${NAME} >= ? AND ${NAME} < ?
  ORDER BY ${NAME} LIMIT ?`;

/** Sorted after they are read: in the order of the last event, the engine might read all networks. An IPv4 /24 has 256 addresses. */
const NETWORKS = select`n.* FROM (SELECT * FROM networks WHERE environment_id = ? AND address >= ? AND address < ?
  AND address NOT LIKE ? ORDER BY address LIMIT 256) AS n ORDER BY n.last_seen_at DESC, n.first_event_id DESC LIMIT ?`;

interface HitRow {
  id: string;
  title: string | null;
  related: string | null;
  external_id: string | null;
  at: number;
}

export function searchReader(read: Reader): SearchReader {
  return {
    byId: async (kind, environmentNumber, prefix, limit) => {
      const rows = await read.all<HitRow>(BY_ID[kind], environmentNumber, prefix, endOfPrefix(prefix), limit);
      return rows.map((row) => hit(kind, row));
    },
    accounts: async (environmentNumber, prefix, limit) =>
      (await read.all<{ external_id: string }>(ACCOUNTS, environmentNumber, prefix, endOfPrefix(prefix), limit)).map(
        (row) => row.external_id,
      ),
    networks: async (environmentNumber, prefix, limit) => {
      // Addresses do not contain the wildcards of LIKE. A further colon means that more than the last part follows.
      const range = [prefix, endOfPrefix(prefix), `${prefix}%:%`];
      return (await read.all(NETWORKS, environmentNumber, ...range, limit)).map(networkRow);
    },
  };
}

function hit(kind: SearchedId, { id, title, related, external_id: externalAccountId, at }: HitRow): SearchHit {
  const profile = kind === 'device' && title !== null ? (JSON.parse(title) as Profile) : null;
  return { id, type: profile === null ? title : null, profile, related, externalAccountId, at };
}
