// Folds events into figures: added up in memory first, so that a hundred events of one hour are one update of a counter.
import { HOUR } from '../vocabulary/clock.ts';
import type { Querier, Value } from './engine.ts';
import { unpackSignals } from './event-codec.ts';

const HOURS_OF_DAY = 24;
/** Rows locked by another process' fold are left to it. */
const TAKE =
  'SELECT q.event_id FROM rollup_queue q WHERE q.environment_id = ? ORDER BY q.event_id LIMIT ? {{lock_free_rows}}';
const READ = `SELECT e.id, e.type, e.created_at, e.decision, e.level, e.device_id, e.account_key, e.address,
  e.classification, v.signals FROM events e
  JOIN event_details v ON v.environment_id = e.environment_id AND v.event_id = e.id
  WHERE e.environment_id = ? AND e.id {{in_texts}}`;
const REMOVE = 'DELETE FROM rollup_queue WHERE environment_id = ? AND event_id {{in_texts}}';
const COUNT = `INSERT INTO overview_counts (environment_id, hour, kind, word, count) VALUES (?, ?, ?, ?, ?)
  ON CONFLICT (environment_id, hour, kind, word) DO UPDATE SET count = overview_counts.count + excluded.count`;
const JOIN_DAY = `INSERT INTO overview_members (environment_id, day, kind, member) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING`;
const JOIN_NETWORK = `INSERT INTO network_members (environment_id, address, kind, member) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING`;
const ADD_NETWORK = `INSERT INTO networks (environment_id, address, classification, first_event_id, event_count,
  account_count, device_count, allowed, monitored, challenged, blocked, first_seen_at, last_seen_at)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (environment_id, address) DO UPDATE SET
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
  classification: string;
  firstEventId: string;
  events: number;
  decisions: Record<string, number>;
  firstAt: number;
  lastAt: number;
  members: Set<string>;
}

/** Runs inside a transaction. Resolves to the number of events folded. */
export async function foldEvents(querier: Querier, environmentNumber: number, limit: number): Promise<number> {
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
  const counts = new Map<string, number>();
  const members = new Set<string>();
  for (const event of events) {
    const hour = Math.floor(event.created_at / HOUR);
    const day = Math.floor(hour / HOURS_OF_DAY);
    const codes = unpackSignals(event.signals).map(({ code }) => code);
    const words = [
      ['event', ''],
      ['type', event.type],
      ['decision', event.decision],
      ['level', event.level],
    ];
    for (const code of codes) words.push(['signal', code]);
    if (codes.includes('NEW_DEVICE')) words.push(['new_device', '']);
    for (const [kind, word] of words) {
      const place = JSON.stringify([hour, kind, word]);
      counts.set(place, (counts.get(place) ?? 0) + 1);
    }
    members.add(JSON.stringify([day, 'device', event.device_id]));
    if (event.account_key !== null) members.add(JSON.stringify([day, 'account', event.account_key]));
    if (event.address !== null) members.add(JSON.stringify([day, 'address', event.address]));
  }
  // Sorted, so that two folds never wait for each other crosswise.
  for (const place of [...counts.keys()].sort()) {
    await querier.run(COUNT, environmentNumber, ...(JSON.parse(place) as Value[]), counts.get(place) as number);
  }
  for (const place of [...members].sort())
    await querier.run(JOIN_DAY, environmentNumber, ...(JSON.parse(place) as Value[]));
}

async function foldNetworks(querier: Querier, environmentNumber: number, events: readonly Folded[]): Promise<void> {
  const networks = new Map<string, Network>();
  for (const event of events) if (event.address !== null) addTo(networks, event.address, event);
  for (const address of [...networks.keys()].sort()) {
    const network = networks.get(address) as Network;
    const joined = { account: 0, device: 0 };
    for (const member of [...network.members].sort()) {
      const [kind, name] = JSON.parse(member) as ['account' | 'device', string];
      joined[kind] += await querier.run(JOIN_NETWORK, environmentNumber, address, kind, name);
    }
    const { allow = 0, monitor = 0, challenge = 0, block = 0 } = network.decisions;
    await querier.run(
      ADD_NETWORK,
      ...[environmentNumber, address, network.classification, network.firstEventId, network.events],
      ...[joined.account, joined.device, allow, monitor, challenge, block, network.firstAt, network.lastAt],
    );
  }
}

function addTo(networks: Map<string, Network>, address: string, event: Folded): void {
  const { classification, id, created_at: at, decision, account_key: account, device_id: device } = event;
  const known = networks.get(address);
  const network = known ?? {
    classification,
    firstEventId: id,
    events: 0,
    decisions: {},
    firstAt: at,
    lastAt: at,
    members: new Set<string>(),
  };
  network.events += 1;
  network.decisions[decision] = (network.decisions[decision] ?? 0) + 1;
  network.firstAt = Math.min(network.firstAt, at);
  network.lastAt = Math.max(network.lastAt, at);
  network.members.add(JSON.stringify(['device', device]));
  if (account !== null) network.members.add(JSON.stringify(['account', account]));
  networks.set(address, network);
}
