// Translates an event filter into SQL for one page of ids: the most selective filter drives, the others are checked.
import type { EventFilter, EventPage } from '../../records/lists.ts';
import { idFloor } from '../../vocabulary/ids.ts';
import type { Value } from '../engine.ts';
import type { EventColumn } from '../events/event-columns.ts';
import { EMPTY, identifier, joined, placeholders, type Sql, type Statement, select, sql } from '../sql.ts';
import { type Driver, driverOf, type Order } from './event-driver.ts';

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

/** The filters that `conditions` and `bounds` apply themselves. A new filter is either one of them or has a column of `events`. */
type OtherFilter = 'evaluations' | 'labels' | 'signals' | 'assignees' | 'from' | 'to';

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
} as const satisfies Record<Exclude<keyof EventFilter, OtherFilter>, EventColumn>;

/**
 * The column as an expression, for which SQLite uses no index. SQLite has no statistics: for `account_key = ? AND policy_version = ?`
 * it chose the version's index and read a million events, 389 ms. PostgreSQL reduces the expression to the column.
 */
function withoutIndex(column: Sql): Sql {
  return sql`COALESCE(${column}, NULL)`;
}

/** Whether the driver's index is one of events; a joined driver finds each event by its id. */
function drivesAlone(driver: Driver): boolean {
  return driver.values.length > 0 && driver.id.text === 'e.id';
}

/** The conditions of every filter except a driving outcome's; another driver's condition is repeated, which costs nothing. */
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
    const value = sql`${table}.${identifier(column)}`;
    if (requested.length > 0) {
      const checked = drivesAlone(driver) ? withoutIndex(value) : value;
      add(sql`${checked} IN (${placeholders(requested.length)})`, ...requested);
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

/** The bound of a page sorted by score. */
function scoreBound(page: EventPage, scored: Sql): Condition {
  if (!isByScore(page) || page.from === null) return { part: EMPTY, values: [] };
  const { score, id, direction } = page.from;
  const comparison = direction === 'older' ? sql`<` : sql`>`;
  return { part: sql` AND (${scored}, e.id) ${comparison} (?, ?)`, values: [score, id] };
}

/** Events of a driver that are sorted by score for a page: about 40 ms. More than that fill a page from the index of scores. */
const MAX_SORTED = 20_000;

/**
 * Counts the events of the driver of a page sorted by score, up to `MAX_SORTED` of each value; null if the page has no driver.
 * Without the count, SQLite reads the index of scores to its end for a page that few events match: 490 ms for a million events.
 */
export function countToSort(
  environmentNumber: number,
  filter: EventFilter,
  page: EventPage,
): { statement: Statement; values: Value[]; isTooMany: (count: number) => boolean } | null {
  const driver = driverOf(filter, environmentNumber, 'sorted scores');
  if (!isByScore(page) || driver.values.length === 0) return null;
  const driving = [...new Set(driver.values)].map((value) => [value].flat());
  const one = sql`SELECT 1 FROM (SELECT 1 FROM ${driver.from} WHERE ${driver.where} LIMIT ${MAX_SORTED + 1}) AS part`;
  const statement = select`count(*) AS count FROM (${joined(
    driving.map(() => one),
    ' UNION ALL ',
  )}) AS parts`;
  const values = driving.flatMap((value) => [environmentNumber, ...value]);
  return { statement, values, isTooMany: (count) => count > MAX_SORTED };
}

function orderOf(byScore: boolean, readsScores: boolean): Order {
  if (!byScore) return 'ids';
  return readsScores ? 'index of scores' : 'sorted scores';
}

/**
 * The ids of one page, in reading order. Each value of the driving filter is read separately, in order and no further than
 * the page, and the results are merged: an index cannot return several values in one order.
 * @param readsScores whether a page by score reads the index of scores, because `countToSort` found too many to sort.
 */
export function pageOfIds(
  environmentNumber: number,
  filter: EventFilter,
  page: EventPage,
  readsScores = false,
): { statement: Statement; values: Value[] } {
  const byScore = isByScore(page);
  const driver = driverOf(filter, environmentNumber, orderOf(byScore, readsScores));
  const checks = conditions(filter, driver, environmentNumber);
  const bound = bounds(driver.id, filter, page);
  const scored = driver.values.length === 0 ? sql`e.score` : withoutIndex(sql`e.score`);
  const after = scoreBound(page, scored);
  const direction = page.from?.direction === 'newer' ? sql`ASC` : sql`DESC`;
  const order = (score: Sql, id: Sql) =>
    byScore ? sql`${score} ${direction}, ${id} ${direction}` : sql`${id} ${direction}`;
  const score = byScore ? sql`, e.score AS score` : EMPTY;
  const values: Value[] = [];
  const one = (driving: readonly Value[]) => {
    values.push(environmentNumber, ...driving, ...bound.values, ...after.values, ...checks.values, page.limit);
    return sql`SELECT * FROM (SELECT ${driver.id} AS id${score} FROM ${driver.from}
      WHERE ${driver.where}${bound.part}${after.part}${checks.part}
      ORDER BY ${order(scored, driver.id)} LIMIT ?) AS part`;
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
