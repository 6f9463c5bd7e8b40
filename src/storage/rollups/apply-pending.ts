// Folds events into figures: added up in memory first, so that a hundred events of one hour are one update of a counter.
import { HOUR } from '../../vocabulary/clock.ts';
import type { Querier } from '../engine.ts';
import { digestOf, unpackSignals } from '../events/event-codec.ts';

const HOURS_OF_DAY = 24;
/** Waits for the fold of another process: who reads afterwards must see what that one counted. */
const TAKE =
  'SELECT q.event_id FROM rollup_queue q WHERE q.environment_id = ? ORDER BY q.event_id LIMIT ? {{lock_rows}}';
const READ = `SELECT e.id, e.type, e.created_at, e.decision, e.level, e.device_id, e.account_key, e.address,
  e.classification, v.signals FROM events e
  JOIN event_details v ON v.environment_id = e.environment_id AND v.event_id = e.id
  WHERE e.environment_id = ? AND e.id {{in_texts}}`;
const REMOVE = 'DELETE FROM rollup_queue WHERE environment_id = ? AND event_id {{in_texts}}';
/** Every list is sorted, so that two folds never wait for each other crosswise. */
const COUNT = `INSERT INTO overview_counts (environment_id, hour, kind, word, count)
  SELECT ?, CAST(value ->> 0 AS {{int8}}), value ->> 1, value ->> 2, CAST(value ->> 3 AS {{int8}}) FROM {{each_json}} WHERE true
  ON CONFLICT (environment_id, hour, kind, word) DO UPDATE SET count = overview_counts.count + excluded.count`;
const JOIN_DAY = `INSERT INTO overview_members (environment_id, day, kind, member)
  SELECT ?, CAST(value ->> 0 AS {{int8}}), value ->> 1, value ->> 2 FROM {{each_json}} WHERE true ON CONFLICT DO NOTHING`;
const JOIN_NETWORK = `INSERT INTO network_members (environment_id, address, kind, member)
  SELECT ?, value ->> 0, value ->> 1, value ->> 2 FROM {{each_json}} WHERE true ON CONFLICT DO NOTHING RETURNING address, kind`;
const int8 = (place: number) => `CAST(value ->> ${place} AS {{int8}})`;
const ADD_NETWORK = `INSERT INTO networks (environment_id, address, classification, first_event_id, event_count,
  account_count, device_count, allowed, monitored, challenged, blocked, first_seen_at, last_seen_at)
  SELECT ?, value ->> 0, value ->> 1, value ->> 2, ${[3, 4, 5, 6, 7, 8, 9, 10, 11].map(int8).join(', ')}
  FROM {{each_json}} WHERE true ON CONFLICT (environment_id, address) DO UPDATE SET
  event_count = networks.event_count + excluded.event_count,
  account_count = networks.account_count + excluded.account_count,
  device_count = networks.device_count + excluded.device_count,
  allowed = networks.allowed + excluded.allowed, monitored = networks.monitored + excluded.monitored,
  challenged = networks.challenged + excluded.challenged, blocked = networks.blocked + excluded.blocked,
  first_event_id = CASE WHEN networks.first_event_id < excluded.first_event_id THEN networks.first_event_id ELSE excluded.first_event_id END,
  first_seen_at = CASE WHEN networks.first_seen_at < excluded.first_seen_at THEN networks.first_seen_at ELSE excluded.first_seen_at END,
  last_seen_at = CASE WHEN networks.last_seen_at > excluded.last_seen_at THEN networks.last_seen_at ELSE excluded.last_seen_at END`;

interface Folded {
  id: string;
  type: string;
  created_at: number;
  decision: string;
  level: string;
  device_id: string;
  account_key: string | null;
  address: string | null;
  classification: string;
  signals: string;
}

interface Network {
  address: string;
  classification: string;
  firstEventId: string;
  events: number;
  decisions: Record<string, number>;
  firstAt: number;
  lastAt: number;
  members: Map<string, { kind: 'account' | 'device'; name: string }>;
  /** Of the members, those that the address had not shown before. */
  joined: Record<'account' | 'device', number>;
}

/** Runs inside a transaction. Resolves to the number of events folded. */
export async function applyPendingEvents(querier: Querier, environmentNumber: number, limit: number): Promise<number> {
  const ids = (await querier.all<{ event_id: string }>(TAKE, environmentNumber, limit)).map((row) => row.event_id);
  if (ids.length === 0) return 0;
  const list = JSON.stringify(ids);
  const events = await querier.all<Folded>(READ, environmentNumber, list);
  await querier.run(REMOVE, environmentNumber, list);
  await foldOverview(querier, environmentNumber, events);
  await foldNetworks(querier, environmentNumber, events);
  return ids.length;
}

async function foldOverview(querier: Querier, environmentNumber: number, events: readonly Folded[]): Promise<void> {
  const counts = new Map<string, [place: (string | number)[], count: number]>();
  const members = new Map<string, (string | number)[]>();
  for (const event of events) {
    const hour = Math.floor(event.created_at / HOUR);
    const day = Math.floor(hour / HOURS_OF_DAY);
    for (const word of wordsOf(event)) {
      const place = [hour, ...word];
      const name = place.join(' ');
      counts.set(name, [place, (counts.get(name)?.[1] ?? 0) + 1]);
    }
    // A day's distinct addresses are only counted: their names need not stay.
    const address = event.address === null ? null : digestOf(event.address);
    for (const [kind, member] of [
      ['device', event.device_id],
      ['account', event.account_key],
      ['address', address],
    ]) {
      if (kind && member) members.set(`${day} ${kind} ${member}`, [day, kind, member]);
    }
  }
  const rows = sorted(counts).map(([place, count]) => [...place, count]);
  await querier.run(COUNT, environmentNumber, JSON.stringify(rows));
  await querier.run(JOIN_DAY, environmentNumber, JSON.stringify(sorted(members)));
}

/** What an event counts as: kind and word. */
function wordsOf(event: Folded): string[][] {
  const codes = unpackSignals(event.signals).map(({ code }) => code);
  const words = [
    ['event', ''],
    ['type', event.type],
    ['decision', event.decision],
    ['level', event.level],
  ];
  for (const code of codes) words.push(['signal', code]);
  if (codes.includes('NEW_DEVICE')) words.push(['new_device', '']);
  return words;
}

function sorted<T>(rows: ReadonlyMap<string, T>): T[] {
  return [...rows].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
}

async function foldNetworks(querier: Querier, environmentNumber: number, events: readonly Folded[]): Promise<void> {
  const networks = new Map<string, Network>();
  for (const event of events) if (event.address !== null) addTo(networks, event.address, event);
  if (networks.size === 0) return;
  const members = sorted(networks).flatMap(({ address, members }) =>
    sorted(members).map(({ kind, name }) => [address, kind, name]),
  );
  const joined = await querier.all<{ address: string; kind: 'account' | 'device' }>(
    JOIN_NETWORK,
    environmentNumber,
    JSON.stringify(members),
  );
  for (const { address, kind } of joined) (networks.get(address) as Network).joined[kind] += 1;
  const rows = sorted(networks).map(({ address, classification, firstEventId, joined, decisions, ...counted }) => {
    const { allow = 0, monitor = 0, challenge = 0, block = 0 } = decisions;
    const decided = [allow, monitor, challenge, block];
    const seen = [counted.events, joined.account, joined.device];
    return [address, classification, firstEventId, ...seen, ...decided, counted.firstAt, counted.lastAt];
  });
  await querier.run(ADD_NETWORK, environmentNumber, JSON.stringify(rows));
}

function addTo(networks: Map<string, Network>, address: string, event: Folded): void {
  const { classification, id, created_at: at, decision, account_key: account, device_id: device } = event;
  const known = networks.get(address);
  const network: Network = known ?? {
    address,
    classification,
    firstEventId: id,
    events: 0,
    decisions: {},
    firstAt: at,
    lastAt: at,
    members: new Map(),
    joined: { account: 0, device: 0 },
  };
  network.events += 1;
  network.decisions[decision] = (network.decisions[decision] ?? 0) + 1;
  network.firstAt = Math.min(network.firstAt, at);
  network.lastAt = Math.max(network.lastAt, at);
  network.members.set(`device ${device}`, { kind: 'device', name: device });
  if (account !== null) network.members.set(`account ${account}`, { kind: 'account', name: account });
  networks.set(address, network);
}
