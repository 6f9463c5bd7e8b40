// Reads which accounts, devices and networks were seen together, for both engines: each neighborhood is a few indexed reads.
import type { Profile } from '../../devices/observation.ts';
import type { LinkedFacts, LinkedKey, LinkReader } from '../../records/links.ts';
import type { LinkedKind } from '../../vocabulary/words.ts';
import type { Reader } from '../engine.ts';
import { identifier, type Statement, select } from '../sql.ts';
import { macro } from '../sql-macros.ts';

const DEVICES_OF_ACCOUNT = select`'device' AS kind, device_id AS key FROM account_devices
  WHERE environment_id = ? AND account_key = ? ORDER BY last_seen_day DESC, device_id DESC LIMIT ?`;
const ACCOUNTS_OF_DEVICE = select`'account' AS kind, account_key AS key FROM account_devices
  WHERE environment_id = ? AND device_id = ? ORDER BY account_key LIMIT ?`;
/** The networks of a key, latest first; addresses may repeat. */
const networksOf = (column: 'account_key' | 'device_id') => select`'network' AS kind, address AS key FROM events
  WHERE environment_id = ? AND ${identifier(column)} = ? ORDER BY id DESC LIMIT 300`;
const membersOf = (kind: 'account' | 'device') =>
  kind === 'account'
    ? select`kind, member AS key FROM network_members WHERE environment_id = ? AND address = ? AND kind = 'account'
      ORDER BY member DESC LIMIT ?`
    : select`kind, member AS key FROM network_members WHERE environment_id = ? AND address = ? AND kind = 'device'
      ORDER BY member DESC LIMIT ?`;
/** `limited` statements end with a limit. */
const NEIGHBORS: Readonly<Record<LinkedKind, readonly { statement: Statement; limited: boolean }[]>> = {
  account: [
    { statement: DEVICES_OF_ACCOUNT, limited: true },
    { statement: networksOf('account_key'), limited: false },
  ],
  device: [
    { statement: ACCOUNTS_OF_DEVICE, limited: true },
    { statement: networksOf('device_id'), limited: false },
  ],
  network: [
    { statement: membersOf('account'), limited: true },
    { statement: membersOf('device'), limited: true },
  ],
};

const ACCOUNT_FACTS = select`r.member AS key, a.external_id, NULL AS profile, NULL AS first_event_id, r.event_count
  FROM activity_rollups r
  LEFT JOIN accounts a ON a.environment_id = r.environment_id AND a.account_key = r.member
  WHERE r.environment_id = ? AND r.kind = 'account' AND r.member ${macro.in_texts}`;
const DEVICE_FACTS = select`d.id AS key, NULL AS external_id, p.profile, NULL AS first_event_id, d.event_count
  FROM devices d JOIN device_profiles p ON p.environment_id = d.environment_id AND p.device_id = d.id
  WHERE d.environment_id = ? AND d.id ${macro.in_texts}`;
const NETWORK_FACTS = select`n.address AS key, NULL AS external_id, NULL AS profile, n.first_event_id, n.event_count
  FROM networks n WHERE n.environment_id = ? AND n.address ${macro.in_texts}`;
const FACTS: Readonly<Record<LinkedKind, Statement>> = {
  account: ACCOUNT_FACTS,
  device: DEVICE_FACTS,
  network: NETWORK_FACTS,
};

interface FactsRow {
  key: string;
  external_id: string | null;
  profile: string | null;
  first_event_id: string | null;
  event_count: number;
}

export function linkReader(read: Reader): LinkReader {
  return {
    neighbors: async (environmentNumber, { kind, key }, limit) => {
      const parts = NEIGHBORS[kind].map(async ({ statement, limited }) => {
        const rows = await read.all<{ kind: LinkedKind; key: string | null }>(
          statement,
          ...[environmentNumber, key, ...(limited ? [limit] : [])],
        );
        const distinct = new Map(rows.map((row) => [row.key, row]));
        return [...distinct.values()].filter((row): row is LinkedKey => row.key !== null).slice(0, limit);
      });
      return (await Promise.all(parts)).flat();
    },
    facts: async (environmentNumber, kind, keys) =>
      (await read.all<FactsRow>(FACTS[kind], environmentNumber, JSON.stringify(keys))).map(linkedFacts),
  };
}

function linkedFacts(row: FactsRow): LinkedFacts {
  return {
    key: row.key,
    externalId: row.external_id,
    profile: row.profile === null ? null : (JSON.parse(row.profile) as Profile),
    firstEventId: row.first_event_id,
    eventCount: row.event_count,
  };
}
