// Translates an event filter into SQL for one page of ids: the most selective filter drives, the others are checked.
import type { EventFilter, EventPage } from '../../records/lists.ts';
import type { SignalCode } from '../../scoring/signals/index.ts';
import { idFloor } from '../../vocabulary/ids.ts';
import { DECISIONS } from '../../vocabulary/words.ts';
import type { Value } from '../engine.ts';
import type { EventColumn } from '../events/event-columns.ts';
import { EMPTY, identifier, joined, placeholders, type Sql, type Statement, select, sql } from '../sql.ts';
import { eventsOfFingerprint } from './events-of-fingerprint.ts';

/**
 * Codes that most events have: they get no rows in `event_signals`, and a scan of the newest events finds them fast. Not a
 * field of the signal definitions: the rows of stored events depend on this list, so adding or removing a code needs a
 * migration. A new signal needs no entry here.
 */
export const FREQUENT_SIGNALS: readonly string[] = ['KNOWN_DEVICE', 'TRUSTED_DEVICE'] satisfies SignalCode[];

/** The filter whose index drives the page. */
interface Driver {
  /** The tables, `e` among them, and the condition up to the driving values. */
  from: Sql;
  where: Sql;
  /** The column that orders and bounds the page. */
  id: Sql;
  /** Each is read separately; for several columns a list of each. */
  values: readonly (Value | readonly Value[])[];
  /** The outcomes column that drives, when one does. */
  outcome?: 'label' | 'evaluation';
}

/** SQL with the values of its placeholders. */
interface Condition {
  part: Sql;
  values: Value[];
}

const CURRENT_OUTCOME = sql`FROM outcomes o
  WHERE o.environment_id = ? AND o.event_id = e.id AND o.is_current = 1`;
/**
 * Evaluates an EXISTS for each event in page order. Without it PostgreSQL turns the EXISTS into a join that starts with all
 * events that have a signal, 600 ms for a page in the middle of a million, or reads all outcomes before the first event.
 */
const PER_ROW = sql`LIMIT 1 OFFSET 0`;
const COLUMNS = {
  ids: 'id',
  deviceIds: 'device_id',
  accountKeys: 'account_key',
  sessionIds: 'session_id',
  addresses: 'address',
  fingerprints: 'fingerprint',
  ruleIds: 'matched_rule_id',
  policyVersions: 'policy_version',
  types: 'type',
  decisions: 'decision',
  levels: 'level',
} as const satisfies Partial<Record<keyof EventFilter, EventColumn>>;

/** Most selective first: the first filter that is set drives. Frequent values (allow, low) drive only through a type. */
function driverOf(filter: EventFilter, environmentNumber: number, byScore: boolean): Driver {
  const { deviceIds, accountKeys, ruleIds, labels, evaluations, signals, types, decisions, levels } = filter;
  if (filter.ids.length > 0) return byColumn('id', EMPTY, filter.ids);
  if (accountKeys.length > 0) return byColumn('account_key', sql`AND e.account_key IS NOT NULL`, accountKeys);
  if (filter.sessionIds.length > 0) return bySession(filter.sessionIds, environmentNumber);
  if (filter.addresses.length > 0) return byColumn('address', sql`AND e.address IS NOT NULL`, filter.addresses);
  if (filter.fingerprints.length > 0) return byFingerprint(filter.fingerprints, environmentNumber);
  if (deviceIds.length > 0) return byColumn('device_id', EMPTY, deviceIds);
  if (ruleIds.length > 0) return byColumn('matched_rule_id', sql`AND e.matched_rule_id IS NOT NULL`, ruleIds);
  const members = filter.assignees.filter((id) => id !== null);
  if (members.length > 0 && members.length === filter.assignees.length) return byAssignee(members);
  // The other filters match high scores or many: the index of scores is read until the page is full.
  if (byScore) return { from: sql`events e`, where: sql`e.environment_id = ?`, id: sql`e.id`, values: [] };
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
  if (filter.policyVersions.length > 0) return byColumn('policy_version', EMPTY, filter.policyVersions);
  if (types.length > 0) return byType(types, DECISIONS);
  return { from: sql`events e`, where: sql`e.environment_id = ?`, id: sql`e.id`, values: [] };
}

/** `partial` repeats the condition of a partial index literally: a placeholder does not imply it. */
function byColumn(column: EventColumn, partial: Sql, values: readonly Value[]): Driver {
  const where = sql`e.environment_id = ? ${partial} AND e.${identifier(column)} = ?`;
  return { from: sql`events e`, where, id: sql`e.id`, values };
}

/** Of a fingerprint, the newest events in the order of their own time; they are sorted by id for each page. */
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

/** What is assigned is little: analysts look at these events one by one. */
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

/** The conditions of every filter except a driving outcome's; another driver's is repeated, which costs nothing. */
function conditions(filter: EventFilter, driver: Driver, environmentNumber: number): Condition {
  const parts: Sql[] = [];
  const values: Value[] = [];
  const add = (part: Sql, ...more: readonly Value[]) => {
    parts.push(sql` AND ${part}`);
    values.push(...more);
  };
  for (const [name, column] of Object.entries(COLUMNS)) {
    const requested = filter[name as keyof typeof COLUMNS];
    // An outcome's index ends with the decision, so that events with another decision are not looked up.
    const table = driver.outcome !== undefined && name === 'decisions' ? sql`o` : sql`e`;
    if (requested.length > 0) {
      add(sql`${table}.${identifier(column)} IN (${placeholders(requested.length)})`, ...requested);
    }
  }
  const { evaluations, labels, signals } = filter;
  const outcome = (column: 'label' | 'evaluation', requested: readonly string[]) =>
    sql`EXISTS (SELECT 1 ${CURRENT_OUTCOME} AND o.${identifier(column)} IN (${placeholders(requested.length)}) ${PER_ROW})`;
  if (labels.length > 0 && driver.outcome !== 'label') add(outcome('label', labels), environmentNumber, ...labels);
  if (evaluations.length > 0 && driver.outcome !== 'evaluation') {
    const none = sql`NOT EXISTS (SELECT 1 ${CURRENT_OUTCOME} ${PER_ROW})`;
    const some = outcome('evaluation', evaluations);
    const orNone = evaluations.includes('inconclusive');
    add(orNone ? sql`(${some} OR ${none})` : some, environmentNumber, ...evaluations);
    if (orNone) values.push(environmentNumber);
  }
  const { assignees } = filter;
  if (assignees.length > 0) {
    const members = assignees.filter((id) => id !== null);
    const any = sql`SELECT 1 FROM event_assignments g WHERE g.environment_id = ? AND g.event_id = e.id`;
    const these = sql`EXISTS (${any} AND g.member_id IN (${placeholders(members.length)}) ${PER_ROW})`;
    const none = sql`NOT EXISTS (${any} ${PER_ROW})`;
    if (members.length === 0) add(none, environmentNumber);
    else if (members.length === assignees.length) add(these, environmentNumber, ...members);
    else add(sql`(${these} OR ${none})`, environmentNumber, ...members, environmentNumber);
  }
  if (signals.length > 0)
    add(firedAny(signals), environmentNumber, ...signals.map((code) => `%["${code.replaceAll('_', '!_')}",%`));
  return { part: concatenated(parts), values };
}

/** Fired signals are stored as `[["CODE",weight,…],…]`; LIKE would treat the underscores of a code as wildcards. */
function firedAny(codes: readonly string[]): Sql {
  const any = joined(
    codes.map(() => sql`v.signals LIKE ? ESCAPE '!'`),
    ' OR ',
  );
  return sql`EXISTS (SELECT 1 FROM event_details v
    WHERE v.environment_id = ? AND v.event_id = e.id AND (${any}) ${PER_ROW})`;
}

/**
 * Turns `from` and `to` into bounds of ids: an id begins with its time. There is one bound per side, the narrower of the
 * filter's and the page's: with two, SQLite would seek to one and read everything up to the other.
 */
function bounds(column: Sql, filter: EventFilter, page: EventPage): Condition {
  const parts: Sql[] = [];
  const values: Value[] = [];
  const from = isByScore(page) ? null : page.from;
  const since = filter.from === null ? null : idFloor('event', filter.from);
  if (from?.direction === 'newer' && (since === null || from.id >= since)) {
    parts.push(sql` AND ${column} > ?`);
    values.push(from.id);
  } else if (since !== null) {
    parts.push(sql` AND ${column} >= ?`);
    values.push(since);
  }
  const until = filter.to === null ? null : idFloor('event', filter.to);
  const before = from?.direction === 'older' && (until === null || from.id < until) ? from.id : until;
  if (before !== null) {
    parts.push(sql` AND ${column} < ?`);
    values.push(before);
  }
  return { part: concatenated(parts), values };
}

function concatenated(parts: readonly Sql[]): Sql {
  return parts.reduce((text, part) => sql`${text}${part}`, EMPTY);
}

function isByScore(page: EventPage): page is Extract<EventPage, { sort: 'score' }> {
  return 'sort' in page;
}

/** The bound of a page that is sorted by score. */
function scoreBound(page: EventPage): Condition {
  if (!isByScore(page) || page.from === null) return { part: EMPTY, values: [] };
  const { score, id, direction } = page.from;
  const comparison = direction === 'older' ? sql`<` : sql`>`;
  return { part: sql` AND (e.score, e.id) ${comparison} (?, ?)`, values: [score, id] };
}

/**
 * The ids of one page, in reading order. Each value of the driving filter is read separately, in order and no further than
 * the page, and the results are merged: an index cannot return several values in one order.
 */
export function pageOfIds(
  environmentNumber: number,
  filter: EventFilter,
  page: EventPage,
): { statement: Statement; values: Value[] } {
  const byScore = isByScore(page);
  const driver = driverOf(filter, environmentNumber, byScore);
  const checks = conditions(filter, driver, environmentNumber);
  const bound = bounds(driver.id, filter, page);
  const after = scoreBound(page);
  const direction = page.from?.direction === 'newer' ? sql`ASC` : sql`DESC`;
  const order = (score: Sql, id: Sql) =>
    byScore ? sql`${score} ${direction}, ${id} ${direction}` : sql`${id} ${direction}`;
  const score = byScore ? sql`, e.score AS score` : EMPTY;
  const values: Value[] = [];
  const one = (driving: readonly Value[]) => {
    values.push(environmentNumber, ...driving, ...bound.values, ...after.values, ...checks.values, page.limit);
    return sql`SELECT * FROM (SELECT ${driver.id} AS id${score} FROM ${driver.from}
      WHERE ${driver.where}${bound.part}${after.part}${checks.part}
      ORDER BY ${order(sql`e.score`, driver.id)} LIMIT ?) AS part`;
  };
  const parts =
    driver.values.length === 0 ? [one([])] : [...new Set(driver.values)].map((value) => one([value].flat()));
  values.push(page.limit);
  const merged = joined(parts, ' UNION ALL ');
  const columns = byScore ? sql`id, score` : sql`id`;
  const statement = select`DISTINCT ${columns} FROM (${merged}) AS pages
    ORDER BY ${order(sql`score`, sql`id`)} LIMIT ?`;
  return { statement, values };
}
