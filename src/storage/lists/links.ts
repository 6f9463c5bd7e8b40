// Reads which accounts, devices and networks were seen together, for both engines: each neighborhood is a few indexed reads.
import type { Profile } from '../../devices/observation.ts';
import type { LinkedFacts, LinkReader } from '../../records/links.ts';
import { LINKED_KINDS, type LinkedKind } from '../../vocabulary/words.ts';
import type { Reader } from '../engine.ts';
import { identifier, type Statement, select } from '../sql.ts';
import { macro } from '../sql-macros.ts';
import { reportedNeighbors } from './reported-neighbors.ts';

/** The devices that the account has proven come first: the others have no day. */
const DEVICES_OF_ACCOUNT = select`'device' AS kind, device_id AS key, last_seen_day AS proven FROM account_devices
  WHERE environment_id = ? AND account_key = ? ORDER BY last_seen_day DESC, device_id DESC LIMIT ?`;
/** Earliest first: claims of made-up accounts push out none that the device had before. */
const ACCOUNTS_OF_DEVICE = select`'account' AS kind, account_key AS key, 0 AS proven FROM account_devices
  WHERE environment_id = ? AND device_id = ? ORDER BY first_seen_at, account_key LIMIT ?`;
/** The networks of a key, latest first; addresses may repeat. */
const networksOf = (
  column: 'account_key' | 'device_id',
) => select`'network' AS kind, address AS key, 0 AS proven FROM events
  WHERE environment_id = ? AND ${identifier(column)} = ? ORDER BY id DESC LIMIT 300`;
const membersOf = (kind: 'account' | 'device') =>
  kind === 'account'
    ? select`kind, member AS key, 0 AS proven FROM network_members
      WHERE environment_id = ? AND address = ? AND kind = 'account' ORDER BY member DESC LIMIT ?`
    : select`kind, member AS key, 0 AS proven FROM network_members
      WHERE environment_id = ? AND address = ? AND kind = 'device' ORDER BY member DESC LIMIT ?`;
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

interface NeighborRow {
  kind: LinkedKind;
  key: string | null;
  proven: number;
}

/**
 * What the account has proven, then what the server reported, then the rest: with 25 claims from as many networks, the network of a takeover
 * was none of the account's, and with 25 made-up accounts, those that a device or a network had attacked were none of its accounts.
 */
export function linkReader(read: Reader): LinkReader {
  return {
    neighbors: async (environmentNumber, from, limit) => {
      const { kind, key } = from;
      const parts = NEIGHBORS[kind].map(({ statement, limited }) =>
        read.all<NeighborRow>(statement, ...[environmentNumber, key, ...(limited ? [limit] : [])]),
      );
      const [reported, seen] = await Promise.all([
        reportedNeighbors(read, environmentNumber, from, limit),
        Promise.all(parts),
      ]);
      const rows = seen.flat();
      const ordered = [...rows.filter(({ proven }) => proven > 0), ...reported, ...rows];
      return LINKED_KINDS.filter((one) => one !== kind).flatMap((one) => {
        const keys = new Set(ordered.flatMap((row) => (row.kind === one ? (row.key ?? []) : [])));
        return [...keys].slice(0, limit).map((other) => ({ kind: one, key: other }));
      });
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
