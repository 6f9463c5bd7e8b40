// How a row of the template becomes a row of a copy: what each column is, and from that the SQL for both engines.
import { DAY } from '../../src/vocabulary/clock.ts';
import { ABROAD, HOME, MARK } from './service-month.ts';

/**
 * `plain` is the same in every copy; `count` too, and added up in rows that all copies share. `first`, `last` are times in ms;
 * `day`, `hour`, `span` count days, hours, spans of the row's own length. `name` is an id or an account's key, replaced by that of
 * the copy; `digest` ends in the copy's mark; `address` is one or holds some; `external` is the customer's own id of an account.
 */
type Rule =
  | 'plain'
  | 'count'
  | 'first'
  | 'last'
  | 'day'
  | 'hour'
  | 'span'
  | 'name'
  | 'digest'
  | 'look'
  | 'address'
  | 'external'
  | 'profile';

const words = (text: string) => text.trim().split(/\s+/);

/** Every column by its name, which means the same in all tables but for `OWN`. One that is missing here is refused. */
const COLUMNS: Readonly<Record<Rule, readonly string[]>> = {
  plain:
    words(`environment_id policy_version score automation_score webdriver headless_hint runtime_inconsistency recognised
    server_success forced device_new device_trusted type credential classification agent state level default_decision decision
    matched_rule_id matched_rule_name posterior runner_up candidate_count confidence signals resolution_digest resolution
    volatile_signals body is_trusted provisional conflicts cloned kind slot code revision is_current label authentication_outcome
    reason metadata submitted_by_type submitted_by_id submitted_by_name evaluation word key`),
  count: words('event_count proof_count count account_count device_count allowed monitored challenged blocked'),
  first: words('at created_at first_seen_at first_proof_at started_at submitted_at trusted_at'),
  last: words('last_seen_at last_proof_at'),
  day: words('day last_seen_day'),
  hour: words('hour'),
  span: words('start'),
  name: words('id event_id first_event_id account_key device_id session_id member'),
  digest: words('fingerprint session_token persistent_id stable_digest digest'),
  look: [],
  address: words('address counter_address wide_network wide narrow networks'),
  external: words('external_id'),
  profile: words('profile previous_profile'),
};
const RULES: ReadonlyMap<string, Rule> = new Map(
  Object.entries(COLUMNS).flatMap(([rule, columns]) => columns.map((column) => [column, rule as Rule] as const)),
);
const OWN: Readonly<Record<string, Readonly<Record<string, Rule>>>> = {
  device_keys: { digest: 'look' },
  resolution_texts: { digest: 'plain' },
  failure_counts: { span: 'plain' },
};

/**
 * The tables in the order they are filled, each with the columns that make a row the same in all copies when all of them hold
 * shared words. None: the rows of all copies are always one.
 */
export const TABLES: Readonly<Record<string, readonly string[]>> = {
  accounts: ['account_key'],
  devices: ['id'],
  device_profiles: ['device_id'],
  device_ids: ['persistent_id'],
  device_keys: ['device_id'],
  signal_frequencies: [],
  account_devices: ['account_key', 'device_id'],
  account_networks: ['account_key', 'narrow'],
  fingerprint_accounts: ['fingerprint', 'account_key'],
  sessions: ['id'],
  events: ['id'],
  event_details: ['event_id'],
  event_signals: ['event_id'],
  client_signals: ['digest'],
  resolution_texts: [],
  failure_counts: [],
  outcomes: ['id'],
  overview_counts: [],
  overview_members: ['member'],
  networks: ['address'],
  network_members: ['address', 'member'],
};
/** What a template's own tenants and folded figures leave in tables that no copy needs. */
export const LEFT_OUT: ReadonlySet<string> = new Set(['policies', 'environments', 'api_keys']);

export interface Column {
  name: string;
  /** Place in the primary key, from 1; 0 for none. */
  pk: number;
}

function ruleOf(table: string, column: string): Rule {
  const rule = OWN[table]?.[column] ?? RULES.get(column);
  if (rule === undefined)
    throw new Error(`the filler does not know what ${table}.${column} is: name it in bench/seed/rules.ts`);
  return rule;
}

/** Rows that are in the list of shared words, and addresses without a copy's octets, belong to all copies. */
const SHARED = 'SELECT word FROM fill.shared';

function sharedRow(table: string): string {
  const columns = TABLES[table] ?? [];
  return columns.length === 0 ? '1 = 1' : columns.map((column) => `t.${column} IN (${SHARED})`).join(' AND ');
}

/** One row for each copy. `c` has `copy`, `shift` (ms), `days` and `mark`, `home`, `abroad`. */
export function copying(table: string, columns: readonly Column[], environmentNumber: number): string | null {
  if (TABLES[table]?.length === 0) return null;
  const joins: string[] = [];
  const values = columns.map(({ name }) => {
    if (name === 'environment_id') return String(environmentNumber);
    const rule = ruleOf(table, name);
    if (rule !== 'name') return copied(rule, `t.${name}`);
    joins.push(`LEFT JOIN fill.names n_${name} ON n_${name}.copy = c.copy AND n_${name}.old = t.${name}`);
    return `coalesce(n_${name}.new, t.${name})`;
  });
  return `INSERT INTO ${table} (${columns.map(({ name }) => name).join(', ')}) SELECT ${values.join(', ')}
    FROM fill.copies c CROSS JOIN fill.${table} t ${joins.join(' ')} WHERE NOT (${sharedRow(table)})`;
}

function copied(rule: Rule, column: string): string {
  const ending = `substr(${column}, 1, length(${column}) - ${MARK.length}) || c.mark`;
  switch (rule) {
    case 'first':
    case 'last':
      return `${column} + c.shift`;
    case 'day':
      return `${column} + c.days`;
    case 'digest':
      return `CASE WHEN c.copy = 0 OR ${column} IN (${SHARED}) OR ${column} = '' THEN ${column} ELSE ${ending} END`;
    case 'look':
      return `CASE WHEN c.copy = 0 OR ${column} IN (SELECT digest FROM fill.looks) THEN ${column} ELSE ${ending} END`;
    case 'address':
      return `replace(replace(${column}, '${HOME}', c.home), '${ABROAD}', c.abroad)`;
    case 'external':
      return `CASE WHEN ${column} LIKE '%.${MARK}' THEN ${ending} ELSE ${column} END`;
    // Twins in every copy would make a look that is rare in the template common: each copy draws differently.
    case 'profile':
      return `CASE WHEN c.copy = 0 THEN ${column} ELSE replace(${column}, '"canvas_hash":"', '"canvas_hash":"' || c.mark) END`;
    default:
      return column;
  }
}

/** One row for all copies. `s` has `days`, `copies`, and `first` and `last`, the shifts in ms of its earliest and latest copy. */
export function merging(table: string, columns: readonly Column[], environmentNumber: number): string {
  const groups: string[] = [];
  const values = columns.map(({ name, pk }) => {
    if (name === 'environment_id') return String(environmentNumber);
    const value = merged(ruleOf(table, name), `t.${name}`, pk > 0);
    if (pk > 0) groups.push(value);
    return value;
  });
  return `INSERT INTO ${table} (${columns.map(({ name }) => name).join(', ')}) SELECT ${values.join(', ')}
    FROM fill.shifts s CROSS JOIN fill.${table} t WHERE ${sharedRow(table)} GROUP BY ${groups.join(', ')}`;
}

function merged(rule: Rule, column: string, inKey: boolean): string {
  if (rule === 'day') return inKey ? `${column} + s.days` : `max(${column} + s.days)`;
  if (rule === 'hour') return `${column} + s.days * 24`;
  if (rule === 'span') return `${column} + s.days * (${DAY} / t.span)`;
  if (inKey) return column;
  if (rule === 'first') return `min(${column} + s.first)`;
  if (rule === 'last') return `max(${column} + s.last)`;
  if (rule === 'count') return `CAST(sum(${column} * s.copies) AS BIGINT)`;
  if (rule !== 'name') return `max(${column})`;
  // The first of a kind is that of the oldest copy.
  return `min(coalesce((SELECT n.new FROM fill.names n WHERE n.copy = (SELECT max(copy) FROM fill.copies) AND n.old = ${column}), ${column}))`;
}

/** What is distinct cannot be added up: counted again for the rows that all copies share. */
export function recount(environmentNumber: number): string[] {
  const here = `environment_id = ${environmentNumber}`;
  const members = (kind: string) =>
    `(SELECT count(*) FROM network_members m WHERE m.${here} AND m.address = networks.address AND m.kind = '${kind}')`;
  return [
    `UPDATE devices SET account_count = (SELECT count(*) FROM account_devices p WHERE p.${here} AND p.device_id = devices.id)
      WHERE ${here} AND id IN (${SHARED})`,
    `UPDATE networks SET account_count = ${members('account')}, device_count = ${members('device')}
      WHERE ${here} AND address IN (${SHARED})`,
  ];
}

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
/** Characters of an id that hold its time: 48 bits after two that are always zero. */
const TIME_CHARACTERS = 10;

/** The id of a copy: of the copy's own time, and with its mark. All ids here have a prefix of three letters. */
function idOfCopy(id: string, at: string): string {
  const digits = Array.from({ length: TIME_CHARACTERS }, (_, place) => {
    const shifted = `((${at} + c.shift) >> ${5 * (TIME_CHARACTERS - 1 - place)}) & 31`;
    return `substr('${ALPHABET}', CAST(${shifted} AS INTEGER) + 1, 1)`;
  });
  const rest = `substr(${id}, 15, 12)`;
  return `CASE WHEN c.copy = 0 THEN ${id} ELSE substr(${id}, 1, 4) || ${digits.join(' || ')} || ${rest} || c.mark END`;
}

/** What the ids of the template's rows are called in each copy. */
export const NAMING = [
  ['events', 'created_at'],
  ['devices', 'first_seen_at'],
  ['sessions', 'started_at'],
  ['outcomes', 'submitted_at'],
].map(
  ([table, at]) => `INSERT INTO fill.names (copy, old, new) SELECT c.copy, t.id, ${idOfCopy('t.id', `t.${at}`)}
    FROM fill.copies c CROSS JOIN fill.${table} t WHERE t.id NOT IN (${SHARED})`,
);
