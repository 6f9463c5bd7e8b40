// How a template row becomes a row of a copy: a rule per column, and the SQL for both engines that follows from it.
import { DAY } from '../../src/vocabulary/clock.ts';
import { ATTACKER_PREFIX, COPY_SUFFIX, CUSTOMER_PREFIX } from './service-events.ts';

/**
 * `plain` and `count` are copied unchanged; `count` is summed in rows that all copies share. `first` and `last` are times in ms.
 * `day`, `hour` and `span` count days, hours and spans of the row's length. `name` is an id or account key and becomes that of
 * the copy. `digest` and `device_key` get the copy's suffix. `address` is or contains IP addresses. `external` is a customer's
 * account id. `profile` is a device profile in JSON.
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
  | 'device_key'
  | 'address'
  | 'external'
  | 'profile';

const words = (text: string) => text.trim().split(/\s+/);

/** Rules by column name, which means the same in all tables except those in `EXCEPTIONS`. An unlisted column is an error. */
const COLUMNS: Readonly<Record<Rule, readonly string[]>> = {
  plain:
    words(`environment_id policy_version score automation_score after_recovery webdriver headless_hint runtime_inconsistency recognised
    server_success forced device_new device_trusted windows window_partition server_sent settled type credential classification agent state level default_decision decision
    matched_rule_id matched_rule_name posterior runner_up candidate_count confidence signals resolution_digest resolution
    volatile_signals body is_trusted provisional conflicts cloned kind slot code revision is_current label authentication_outcome
    reason metadata submitted_by_type submitted_by_id submitted_by_name evaluation word key`),
  count: words(
    'event_count stopped_count proof_count server_proof_count count account_count device_count allowed monitored challenged blocked',
  ),
  first: words('at created_at first_seen_at first_proof_at first_server_proof_at started_at submitted_at trusted_at'),
  last: words('last_seen_at last_proof_at last_server_proof_at signals_at fingerprint_at confirmed_at recovered_at'),
  day: words('day last_seen_day'),
  hour: words('hour'),
  span: words('start'),
  name: words('id event_id first_event_id account_key device_id session_id member'),
  digest: words('fingerprint session_token persistent_id stable_digest digest'),
  device_key: [],
  address: words('address counter_address wide_network wide narrow networks'),
  external: words('external_id'),
  profile: words('profile previous_profile'),
};
const RULES: ReadonlyMap<string, Rule> = new Map(
  Object.entries(COLUMNS).flatMap(([rule, columns]) => columns.map((column) => [column, rule as Rule] as const)),
);
const EXCEPTIONS: Readonly<Record<string, Readonly<Record<string, Rule>>>> = {
  device_keys: { digest: 'device_key' },
  resolution_texts: { digest: 'plain' },
  failure_counts: { span: 'plain' },
};

/**
 * Tables in insert order. A row is the same in all copies when all the listed columns contain shared names. With an empty
 * list every row is shared by all copies.
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
  activity_rollups: ['member'],
};
/** Tables that a template's organization fills but that no copy needs. */
export const NOT_COPIED: ReadonlySet<string> = new Set(['policies', 'environments', 'api_keys']);

export interface Column {
  name: string;
  /** Position in the primary key, from 1; 0 when not part of it. */
  pk: number;
}

function ruleOf(table: string, column: string): Rule {
  const rule = EXCEPTIONS[table]?.[column] ?? RULES.get(column);
  if (rule === undefined)
    throw new Error(`the seeder has no rule for ${table}.${column}: add it to bench/seed/column-rules.ts`);
  return rule;
}

const SHARED = 'SELECT word FROM seed.shared';

/** SQL condition for a row that all copies share. */
function sharedRow(table: string): string {
  const columns = TABLES[table] ?? [];
  return columns.length === 0 ? '1 = 1' : columns.map((column) => `t.${column} IN (${SHARED})`).join(' AND ');
}

/** SQL that inserts one row per copy; null for tables whose rows are all shared. `c` is a row of `seed.copies`. */
export function copyStatement(table: string, columns: readonly Column[], environmentNumber: number): string | null {
  if (TABLES[table]?.length === 0) return null;
  const joins: string[] = [];
  const values = columns.map(({ name }) => {
    if (name === 'environment_id') return String(environmentNumber);
    const rule = ruleOf(table, name);
    if (rule !== 'name') return copied(rule, `t.${name}`);
    joins.push(`LEFT JOIN seed.names n_${name} ON n_${name}.copy = c.copy AND n_${name}.old = t.${name}`);
    return `coalesce(n_${name}.new, t.${name})`;
  });
  return `INSERT INTO ${table} (${columns.map(({ name }) => name).join(', ')}) SELECT ${values.join(', ')}
    FROM seed.copies c CROSS JOIN seed.${table} t ${joins.join(' ')} WHERE NOT (${sharedRow(table)})`;
}

function copied(rule: Rule, column: string): string {
  const renamed = `substr(${column}, 1, length(${column}) - ${COPY_SUFFIX.length}) || c.suffix`;
  switch (rule) {
    case 'first':
    case 'last':
      return `${column} + c.shift`;
    case 'day':
      return `${column} + c.days`;
    case 'digest':
      return `CASE WHEN c.copy = 0 OR ${column} IN (${SHARED}) OR ${column} = '' THEN ${column} ELSE ${renamed} END`;
    case 'device_key':
      return `CASE WHEN c.copy = 0 OR ${column} IN (SELECT digest FROM seed.shared_keys) THEN ${column} ELSE ${renamed} END`;
    case 'address':
      return `replace(replace(${column}, '${CUSTOMER_PREFIX}', c.customer_prefix), '${ATTACKER_PREFIX}', c.attacker_prefix)`;
    case 'external':
      return `CASE WHEN ${column} LIKE '%.${COPY_SUFFIX}' THEN ${renamed} ELSE ${column} END`;
    // A different canvas hash in each copy, or a fingerprint that is rare in the template would become common.
    case 'profile':
      return `CASE WHEN c.copy = 0 THEN ${column} ELSE replace(${column}, '"canvas_hash":"', '"canvas_hash":"' || c.suffix) END`;
    default:
      return column;
  }
}

/** SQL that inserts one merged row for all copies. `s` is a row of `seed.shifts`: the copies shifted by the same number of days. */
export function mergeStatement(table: string, columns: readonly Column[], environmentNumber: number): string {
  const groups: string[] = [];
  const values = columns.map(({ name, pk }) => {
    if (name === 'environment_id') return String(environmentNumber);
    const value = merged(ruleOf(table, name), `t.${name}`, pk > 0);
    if (pk > 0) groups.push(value);
    return value;
  });
  return `INSERT INTO ${table} (${columns.map(({ name }) => name).join(', ')}) SELECT ${values.join(', ')}
    FROM seed.shifts s CROSS JOIN seed.${table} t WHERE ${sharedRow(table)} GROUP BY ${groups.join(', ')}`;
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
  // A first event is that of the oldest copy.
  return `min(coalesce((SELECT n.new FROM seed.names n WHERE n.copy = (SELECT max(copy) FROM seed.copies) AND n.old = ${column}), ${column}))`;
}

/** Distinct counts cannot be summed: statements that recount them in the rows that all copies share. */
export function recountStatements(environmentNumber: number): string[] {
  const inEnvironment = `environment_id = ${environmentNumber}`;
  const members = (kind: string) =>
    `(SELECT count(*) FROM network_members m WHERE m.${inEnvironment} AND m.address = networks.address AND m.kind = '${kind}')`;
  return [
    `UPDATE devices SET account_count = (SELECT count(*) FROM account_devices p WHERE p.${inEnvironment} AND p.device_id = devices.id)
      WHERE ${inEnvironment} AND id IN (${SHARED})`,
    `UPDATE networks SET account_count = ${members('account')}, device_count = ${members('device')}
      WHERE ${inEnvironment} AND address IN (${SHARED})`,
  ];
}

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
/** Characters of an id that encode its time: two zero bits, then 48 bits. */
const TIME_CHARACTERS = 10;

/** SQL for the id of a copy: the copy's time and suffix. All ids here have a three-letter prefix. */
function idOfCopy(id: string, at: string): string {
  const digits = Array.from({ length: TIME_CHARACTERS }, (_, position) => {
    const shifted = `((${at} + c.shift) >> ${5 * (TIME_CHARACTERS - 1 - position)}) & 31`;
    return `substr('${ALPHABET}', CAST(${shifted} AS INTEGER) + 1, 1)`;
  });
  const rest = `substr(${id}, 15, 12)`;
  return `CASE WHEN c.copy = 0 THEN ${id} ELSE substr(${id}, 1, 4) || ${digits.join(' || ')} || ${rest} || c.suffix END`;
}

/** Statements that assign every template id its id in each copy of a batch. */
export const NAMING_STATEMENTS = [
  ['events', 'created_at'],
  ['devices', 'first_seen_at'],
  ['sessions', 'started_at'],
  ['outcomes', 'submitted_at'],
].map(
  ([table, at]) => `INSERT INTO seed.names (copy, old, new) SELECT c.copy, t.id, ${idOfCopy('t.id', `t.${at}`)}
    FROM seed.copies c CROSS JOIN seed.${table} t WHERE t.id NOT IN (${SHARED})`,
);
