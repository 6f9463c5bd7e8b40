// From a filter to the SQL of one page of event ids: the narrowest filter leads through its index, the others are checked.

import type { IdPage } from '../../records/id-page.ts';
import type { EventFilter } from '../../records/lists.ts';
import type { SignalCode } from '../../scoring/signals/index.ts';
import { idFloor } from '../../vocabulary/ids.ts';
import { DECISIONS } from '../../vocabulary/words.ts';
import type { Value } from '../engine.ts';

/**
 * Codes that most events carry: they have no rows in `event_signals`, and a scan of the newest events finds them fast. Not
 * a field of the signal definitions: the rows of stored events depend on this list, so adding or removing a code needs a
 * migration. A new signal needs no entry here.
 */
export const FREQUENT_SIGNALS: readonly string[] = ['KNOWN_DEVICE', 'TRUSTED_DEVICE'] satisfies SignalCode[];

interface Leader {
  /** Tables, `e` among them, and the condition up to the value that leads. */
  from: string;
  where: string;
  /** The column that orders and bounds. */
  id: string;
  /** Each is read on its own; of several columns a list of each. */
  values: readonly (Value | readonly Value[])[];
  /** The outcomes' column that leads, when one does. */
  outcome?: 'label' | 'evaluation';
}

export interface Statement {
  sql: string;
  values: Value[];
}

const CURRENT = 'o.environment_id = e.environment_id AND o.event_id = e.id AND o.is_current = 1';
/**
 * Asked for each event in the order of the page. Without it PostgreSQL turns the question into a join that begins with all
 * events that carry a signal, 600 ms for a page in the middle of a million, or reads all outcomes before the first event.
 */
const EACH = 'LIMIT 1 OFFSET 0';
const COLUMNS = {
  deviceIds: 'device_id',
  accountKeys: 'account_key',
  ruleIds: 'matched_rule_id',
  policyVersions: 'policy_version',
  types: 'type',
  decisions: 'decision',
  levels: 'level',
} as const;

/** Rarest first: the first filter that is set leads. What is frequent (allow, low) does only below a type. */
function leaderOf(filter: EventFilter): Leader {
  const { deviceIds, accountKeys, ruleIds, labels, evaluations, signals, types, decisions, levels } = filter;
  if (accountKeys.length > 0) return byColumn('account_key', 'e.account_key IS NOT NULL', accountKeys);
  if (deviceIds.length > 0) return byColumn('device_id', '', deviceIds);
  if (ruleIds.length > 0) return byColumn('matched_rule_id', 'e.matched_rule_id IS NOT NULL', ruleIds);
  if (labels.length > 0) return byOutcome('label', 'o.label IS NOT NULL', labels);
  if (evaluations.length > 0 && !evaluations.includes('inconclusive')) return byOutcome('evaluation', '', evaluations);
  if (signals.length > 0 && !signals.some((code) => FREQUENT_SIGNALS.includes(code))) return bySignal(signals);
  if (types.length > 0 && decisions.length > 0) return byType(types, decisions);
  if (decisions.length > 0 && !decisions.includes('allow'))
    return byColumn('decision', "e.decision <> 'allow'", decisions);
  if (levels.length > 0 && !levels.includes('low')) return byColumn('level', "e.level <> 'low'", levels);
  if (filter.policyVersions.length > 0) return byColumn('policy_version', '', filter.policyVersions);
  if (types.length > 0) return byType(types, DECISIONS);
  return { from: 'events e', where: 'e.environment_id = ?', id: 'e.id', values: [] };
}

/** `partial` repeats the condition of a partial index word for word: a placeholder does not imply it. */
function byColumn(column: string, partial: string, values: readonly Value[]): Leader {
  const where = `e.environment_id = ? ${partial === '' ? '' : `AND ${partial} `}AND e.${column} = ?`;
  return { from: 'events e', where, id: 'e.id', values };
}

function byType(types: readonly string[], decisions: readonly string[]): Leader {
  const where = 'e.environment_id = ? AND e.type = ? AND e.decision = ?';
  const values = types.flatMap((type) => decisions.map((decision) => [type, decision]));
  return { from: 'events e', where, id: 'e.id', values };
}

function byOutcome(column: 'label' | 'evaluation', partial: string, values: readonly Value[]): Leader {
  const from = 'outcomes o JOIN events e ON e.environment_id = o.environment_id AND e.id = o.event_id';
  const where = `o.environment_id = ? AND o.is_current = 1 ${partial === '' ? '' : `AND ${partial} `}AND o.${column} = ?`;
  return { from, where, id: 'o.event_id', values, outcome: column };
}

function bySignal(codes: readonly string[]): Leader {
  const from = 'event_signals s JOIN events e ON e.environment_id = s.environment_id AND e.id = s.event_id';
  return { from, where: 's.environment_id = ? AND s.code = ?', id: 's.event_id', values: codes };
}

/** The conditions of every filter but those of a leading outcome; that of another leader is repeated, which costs nothing. */
function conditions(filter: EventFilter, leader: Leader): Statement {
  const parts: string[] = [];
  const values: Value[] = [];
  const add = (sql: string, ...more: readonly Value[]) => {
    parts.push(sql);
    values.push(...more);
  };
  for (const [name, column] of Object.entries(COLUMNS)) {
    const wanted = filter[name as keyof typeof COLUMNS];
    // An outcome's index ends with the decision, so that events that were decided otherwise are not looked up.
    const table = leader.outcome !== undefined && name === 'decisions' ? 'o' : 'e';
    if (wanted.length > 0) add(`${table}.${column} IN (${places(wanted)})`, ...wanted);
  }
  const { evaluations, labels, signals } = filter;
  const outcome = (column: string, wanted: readonly string[]) =>
    `EXISTS (SELECT 1 FROM outcomes o WHERE ${CURRENT} AND o.${column} IN (${places(wanted)}) ${EACH})`;
  if (labels.length > 0 && leader.outcome !== 'label') add(outcome('label', labels), ...labels);
  if (evaluations.length > 0 && leader.outcome !== 'evaluation') {
    const unsaid = `NOT EXISTS (SELECT 1 FROM outcomes o WHERE ${CURRENT} ${EACH})`;
    const said = outcome('evaluation', evaluations);
    add(evaluations.includes('inconclusive') ? `(${said} OR ${unsaid})` : said, ...evaluations);
  }
  if (signals.length > 0) add(firedAny(signals), ...signals.map((code) => `%["${code.replaceAll('_', '!_')}",%`));
  return { sql: parts.map((part) => ` AND ${part}`).join(''), values };
}

/** Fired signals are kept as `[["CODE",weight,…],…]`; of a code's characters LIKE would read the underscore. */
function firedAny(codes: readonly string[]): string {
  const any = codes.map(() => "v.signals LIKE ? ESCAPE '!'").join(' OR ');
  return `EXISTS (SELECT 1 FROM event_details v WHERE v.environment_id = e.environment_id AND v.event_id = e.id AND (${any}) ${EACH})`;
}

/**
 * `from` and `to` become bounds of ids: an id begins with its time. One bound a side, the narrower of a filter's and the
 * page's: of two SQLite would look for one and read all that lies between.
 */
function bounds(column: string, filter: EventFilter, { from }: IdPage): Statement {
  const parts: string[] = [];
  const values: Value[] = [];
  const since = filter.from === null ? null : idFloor('event', filter.from);
  if (from?.direction === 'newer' && (since === null || from.id >= since)) {
    parts.push(` AND ${column} > ?`);
    values.push(from.id);
  } else if (since !== null) {
    parts.push(` AND ${column} >= ?`);
    values.push(since);
  }
  const until = filter.to === null ? null : idFloor('event', filter.to);
  const before = from?.direction === 'older' && (until === null || from.id < until) ? from.id : until;
  if (before !== null) {
    parts.push(` AND ${column} < ?`);
    values.push(before);
  }
  return { sql: parts.join(''), values };
}

/**
 * The ids of one page, in the direction of reading. Each value of the leading filter is read on its own, in order and
 * no further than the page, and the pages are put together: an index cannot give several values in one order.
 */
export function pageOfIds(environmentNumber: number, filter: EventFilter, page: IdPage): Statement {
  const leader = leaderOf(filter);
  const checks = conditions(filter, leader);
  const bound = bounds(leader.id, filter, page);
  const order = page.from?.direction === 'newer' ? 'ASC' : 'DESC';
  const values: Value[] = [];
  const one = (leading: readonly Value[]) => {
    values.push(environmentNumber, ...leading, ...bound.values, ...checks.values, page.limit);
    return `SELECT id FROM (SELECT ${leader.id} AS id FROM ${leader.from} WHERE ${leader.where}${bound.sql}${checks.sql}
      ORDER BY ${leader.id} ${order} LIMIT ?) AS part`;
  };
  const parts =
    leader.values.length === 0 ? [one([])] : [...new Set(leader.values)].map((value) => one([value].flat()));
  values.push(page.limit);
  return {
    sql: `SELECT DISTINCT id FROM (${parts.join(' UNION ALL ')}) AS pages ORDER BY id ${order} LIMIT ?`,
    values,
  };
}

function places(values: readonly unknown[]): string {
  return values.map(() => '?').join(', ');
}
