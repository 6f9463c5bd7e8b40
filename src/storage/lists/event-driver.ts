// Selects the filter of a list of events that drives its page: the most selective one, through its index.
import type { EventFilter } from '../../records/lists.ts';
import type { SignalCode } from '../../scoring/signals/index.ts';
import { DECISIONS } from '../../vocabulary/words.ts';
import type { Value } from '../engine.ts';
import type { EventColumn } from '../events/event-columns.ts';
import { EMPTY, identifier, type Sql, sql } from '../sql.ts';
import { eventsOfFingerprint } from './events-of-fingerprint.ts';

/**
 * Codes that most events have: they get no rows in `event_signals`, and a scan of the newest events finds them fast. Not a
 * field of the signal definitions: the rows of stored events depend on this list, so adding or removing a code needs a
 * migration. A new signal needs no entry here.
 */
export const FREQUENT_SIGNALS: readonly string[] = ['KNOWN_DEVICE', 'TRUSTED_DEVICE'] satisfies SignalCode[];

/** The filter whose index drives the page. */
export interface Driver {
  /** The tables, `e` among them, and the condition up to the driving values. */
  from: Sql;
  where: Sql;
  /** The column that orders and bounds the page. */
  id: Sql;
  /** Values that are each read separately; for several columns, a list of each. */
  values: readonly (Value | readonly Value[])[];
  /** The column of outcomes that drives, if one does. */
  outcome?: 'label' | 'evaluation';
}

/** By id, or by score: the driver's events sorted, or the index of scores read until the page is full. */
export type Order = 'ids' | 'sorted scores' | 'index of scores';

/** Most selective first: the first filter that is set drives. Frequent values (allow, low) drive only together with a type. */
export function driverOf(filter: EventFilter, environmentNumber: number, order: Order): Driver {
  if (order === 'index of scores') return EVERY_EVENT;
  const selective = selectiveDriver(filter, environmentNumber);
  if (selective !== null) return selective;
  if (order === 'ids') return broadDriver(filter);
  // The other filters match high scores or many: the index of scores is read until the page is full.
  return filter.policyVersions.length > 0 ? byColumn('policy_version', EMPTY, filter.policyVersions) : EVERY_EVENT;
}

function selectiveDriver(filter: EventFilter, environmentNumber: number): Driver | null {
  const { deviceIds, accountKeys, ruleIds } = filter;
  if (filter.ids.length > 0) return byColumn('id', EMPTY, filter.ids);
  if (accountKeys.length > 0) return byColumn('account_key', sql`AND e.account_key IS NOT NULL`, accountKeys);
  if (filter.sessionIds.length > 0) return bySession(filter.sessionIds, environmentNumber);
  if (filter.addresses.length > 0) return byColumn('address', sql`AND e.address IS NOT NULL`, filter.addresses);
  if (filter.fingerprints.length > 0) return byFingerprint(filter.fingerprints, environmentNumber);
  if (deviceIds.length > 0) return byColumn('device_id', EMPTY, deviceIds);
  if (ruleIds.length > 0) return byColumn('matched_rule_id', sql`AND e.matched_rule_id IS NOT NULL`, ruleIds);
  const members = filter.assignees.filter((id) => id !== null);
  if (members.length > 0 && members.length === filter.assignees.length) return byAssignee(members);
  return null;
}

function broadDriver({ labels, evaluations, signals, types, decisions, levels, policyVersions }: EventFilter): Driver {
  if (labels.length > 0) return byOutcome('label', sql`AND o.label IS NOT NULL`, labels);
  if (evaluations.length > 0 && !evaluations.includes('inconclusive')) {
    return byOutcome('evaluation', EMPTY, evaluations);
  }
  if (signals.length > 0 && !signals.some((code) => FREQUENT_SIGNALS.includes(code))) return bySignal(signals);
  if (types.length > 0 && decisions.length > 0) return byType(types, decisions);
  if (decisions.length > 0 && !decisions.includes('allow')) {
    return byColumn('decision', sql`AND e.decision <> 'allow'`, decisions);
  }
  if (levels.length > 0 && !levels.includes('low')) return byColumn('level', sql`AND e.level <> 'low'`, levels);
  if (policyVersions.length > 0) return byColumn('policy_version', EMPTY, policyVersions);
  if (types.length > 0) return byType(types, DECISIONS);
  return EVERY_EVENT;
}

/** Drives by no index but that of the order. */
const EVERY_EVENT: Driver = { from: sql`events e`, where: sql`e.environment_id = ?`, id: sql`e.id`, values: [] };

/** `partial` repeats the condition of a partial index literally: a placeholder does not imply it. */
function byColumn(column: EventColumn, partial: Sql, values: readonly Value[]): Driver {
  const where = sql`e.environment_id = ? ${partial} AND e.${identifier(column)} = ?`;
  return { from: sql`events e`, where, id: sql`e.id`, values };
}

/** The newest events of a fingerprint in the order of their own time; they are sorted by id for each page. */
const MAX_OF_FINGERPRINT = 10_000;
const OF_FINGERPRINT = eventsOfFingerprint(EMPTY, 'DESC');

function byFingerprint(fingerprints: readonly string[], environmentNumber: number): Driver {
  const from = sql`(SELECT u.id FROM (${OF_FINGERPRINT.rows}) AS u ORDER BY u.at DESC LIMIT ${MAX_OF_FINGERPRINT}) AS k
    CROSS JOIN events e`;
  const values = fingerprints.map((fingerprint) => {
    // The statement of a page begins with the environment.
    const [, ...rest] = OF_FINGERPRINT.values(environmentNumber, fingerprint, [], MAX_OF_FINGERPRINT);
    return [...rest, environmentNumber];
  });
  // SQLite reads the tables of a CROSS JOIN in this order.
  return { from, where: sql`e.environment_id = ? AND e.id = k.id`, id: sql`k.id`, values };
}

/** A session's events are on one device, which has an index. */
function bySession(sessionIds: readonly string[], environmentNumber: number): Driver {
  const where = sql`e.environment_id = ? AND e.device_id = (SELECT t.device_id FROM sessions t
    WHERE t.environment_id = ? AND t.id = ?)`;
  return { from: sql`events e`, where, id: sql`e.id`, values: sessionIds.map((id) => [environmentNumber, id]) };
}

/** Few events are assigned, because analysts look at them individually. */
function byAssignee(memberIds: readonly string[]): Driver {
  const from = sql`event_assignments g JOIN events e ON e.environment_id = g.environment_id AND e.id = g.event_id`;
  return { from, where: sql`g.environment_id = ? AND g.member_id = ?`, id: sql`g.event_id`, values: memberIds };
}

function byType(types: readonly string[], decisions: readonly string[]): Driver {
  const where = sql`e.environment_id = ? AND e.type = ? AND e.decision = ?`;
  const values = types.flatMap((type) => decisions.map((decision) => [type, decision]));
  return { from: sql`events e`, where, id: sql`e.id`, values };
}

function byOutcome(column: 'label' | 'evaluation', partial: Sql, values: readonly Value[]): Driver {
  const from = sql`outcomes o JOIN events e ON e.environment_id = o.environment_id AND e.id = o.event_id`;
  const where = sql`o.environment_id = ? AND o.is_current = 1 ${partial} AND o.${identifier(column)} = ?`;
  return { from, where, id: sql`o.event_id`, values, outcome: column };
}

function bySignal(codes: readonly string[]): Driver {
  const from = sql`event_signals s JOIN events e ON e.environment_id = s.environment_id AND e.id = s.event_id`;
  return { from, where: sql`s.environment_id = ? AND s.code = ?`, id: sql`s.event_id`, values: codes };
}
