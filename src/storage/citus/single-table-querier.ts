// Runs an event's statements on a distributed database, each as single-table statements, which Citus plans once.
import type { Batcher, Row, Value } from '../engine.ts';
import {
  ACCOUNT,
  DEVICE_COLUMNS,
  NEIGHBORS,
  NETWORK_COLUMNS,
  NEWEST_SESSION,
  OLDEST_PROOFS,
  READ_ACCOUNT,
  READ_DEVICES,
  READ_FINGERPRINT,
  READ_FREQUENCIES,
  READ_ID_OWNER,
  READ_PAIR,
  READ_SESSION,
  SESSION,
  TOKEN_SESSIONS,
} from '../events/ingest-reads.ts';
import { first } from '../reads.ts';
import { columns, type Statement, select, sql, type Write } from '../sql.ts';
import { macro } from '../sql-macros.ts';
import { rowsOfList } from './rows-of-list.ts';

const ANY = sql`= ANY (CAST(? AS TEXT[]))`;
const ID_OWNER = select`device_id, cloned, conflicts, last_seen_at AS id_last_seen_at FROM device_ids
  WHERE environment_id = ? AND persistent_id = ?`;
const DEVICES = select`${columns(DEVICE_COLUMNS)} FROM devices WHERE environment_id = ? AND id ${ANY}`;
const PROFILES = select`device_id, profile FROM device_profiles
  WHERE environment_id = ? AND device_id ${ANY}`;
const ACCOUNTS = select`${ACCOUNT} FROM accounts WHERE environment_id = ? AND account_key = ?`;
const NETWORKS = sql`${columns(NETWORK_COLUMNS)} FROM account_networks WHERE environment_id = ? AND account_key = ?`;
const ANY_NETWORK = select`${NETWORKS} LIMIT 1`;
const NARROW_NETWORK = select`${NETWORKS} AND wide = ? AND narrow = ?`;
const WIDE_NETWORKS = select`${NETWORKS} AND wide = ? LIMIT ${NEIGHBORS}`;
const OLDEST_IN_WIDE = select`account_key FROM account_networks WHERE environment_id = ? AND wide = ? AND first_proof_at <= ?
  ORDER BY first_proof_at LIMIT ${OLDEST_PROOFS}`;
const OF_FINGERPRINT = sql`FROM fingerprint_accounts WHERE environment_id = ? AND fingerprint = ?`;
const OWN_FINGERPRINT = select`1 + server_sent + 2 * settled AS own ${OF_FINGERPRINT} AND account_key = ?`;
const OTHER_FINGERPRINT = select`1 AS found ${OF_FINGERPRINT} AND account_key <> ? LIMIT 1`;
const SESSIONS_OF_TOKEN = select`${SESSION}, device_id, account_key FROM sessions
  WHERE environment_id = ? AND session_token = ? AND session_token <> '' ${NEWEST_SESSION} LIMIT ${TOKEN_SESSIONS}`;
const FREQUENCIES = select`key, CAST(sum(count) AS ${macro.int8}) AS count FROM signal_frequencies
  WHERE environment_id = ? AND key ${ANY} GROUP BY key`;

/** The values of a statement, in the order of its placeholders. */
type Values = readonly [Value, Value, Value, Value, Value, Value, Value, Value, Value];
type Reading = (values: Values) => Promise<Row[]>;

/**
 * Citus caches the plan of a single-table statement with the environment as a constant: 0.04 to 0.06 ms at the node that owns the
 * environment. It plans joins, subqueries and JSON lists at every execution, on the entry node and on the owner: 0.3 to 1.2 ms.
 * The statements that PostgreSQL runs as one are therefore divided here, and their rows are combined.
 */
export class SingleTableQuerier implements Batcher {
  readonly readsAhead = true;
  readonly #querier: Batcher;
  readonly #readings: ReadonlyMap<Statement, Reading>;
  /** Owners of persistent ids read since the last write: the device and its session are read through them. */
  readonly #idOwners = new Map<Value, Promise<Row | null>>();

  constructor(querier: Batcher) {
    this.#querier = querier;
    this.#readings = new Map<Statement, Reading>([
      [READ_ID_OWNER, ([account, environment, id]) => this.#idOwnerWithDevice(environment, id, account)],
      [READ_DEVICES, ([environment, ids]) => this.#devices(environment, textArray(ids))],
      [
        READ_ACCOUNT,
        ([wide, narrow, , , , , before, environment, account]) =>
          this.#account([environment, account], { wide, narrow, before }),
      ],
      [READ_FINGERPRINT, ([environment, fingerprint, account]) => this.#fingerprint(environment, fingerprint, account)],
      [READ_FREQUENCIES, ([environment, keys]) => this.#querier.all(FREQUENCIES, environment, textArray(keys))],
      [READ_SESSION.ofToken, (values) => this.#sessionOfToken(values)],
      [READ_SESSION.ofIdOwner, (values) => this.#sessionOfIdOwner(values)],
      [READ_SESSION.ofTokenAndIdOwner, (values) => this.#sessionOfTokenAndIdOwner(values)],
    ]);
  }

  all<R>(statement: Statement, ...values: Value[]): Promise<R[]> {
    const reading = this.#readings.get(statement);
    if (reading === undefined) return this.#querier.all<R>(statement, ...values);
    return reading(values as unknown as Values) as Promise<R[]>;
  }

  run(statement: Write, ...values: Value[]): Promise<number> {
    this.#idOwners.clear();
    return this.#querier.run(statement, ...values);
  }

  send(statement: Write, ...values: Value[]): Promise<void> {
    this.#idOwners.clear();
    const rows = rowsOfList(statement, values);
    return rows === null
      ? this.#querier.send(statement, ...values)
      : this.#querier.send(rows.statement, ...rows.values);
  }

  #idOwner(environment: Value, id: Value): Promise<Row | null> {
    const known = this.#idOwners.get(id) ?? first(this.#querier.all(ID_OWNER, environment, id));
    this.#idOwners.set(id, known);
    return known;
  }

  async #idOwnerWithDevice(environment: Value, id: Value, account: Value): Promise<Row[]> {
    const owner = await this.#idOwner(environment, id);
    if (owner === null) return [];
    const device = owner.device_id as string;
    const [devices, pairs] = await Promise.all([
      this.#devices(environment, textArray(JSON.stringify([device]))),
      account === null ? [] : this.#querier.all(READ_PAIR, environment, account, device),
    ]);
    return devices.map((row) => ({ pair_first_seen_at: null, ...row, ...owner, ...pairs[0] }));
  }

  async #devices(environment: Value, ids: string): Promise<Row[]> {
    const [devices, profiles] = await Promise.all([
      this.#querier.all(DEVICES, environment, ids),
      this.#querier.all(PROFILES, environment, ids),
    ]);
    const profileOf = new Map(profiles.map(({ device_id, ...profile }) => [device_id, profile]));
    return devices.flatMap((row) => {
      const profile = profileOf.get(row.id);
      return profile === undefined ? [] : [{ ...row, ...profile }];
    });
  }

  async #account(
    account: readonly [environment: Value, key: Value],
    { wide, narrow, before }: Record<'wide' | 'narrow' | 'before', Value>,
  ): Promise<Row[]> {
    const [accounts, any, narrowRows, wideRows, oldest] = await Promise.all([
      this.#querier.all(ACCOUNTS, ...account),
      this.#querier.all(ANY_NETWORK, ...account),
      this.#querier.all(NARROW_NETWORK, ...account, wide, narrow),
      this.#querier.all(WIDE_NETWORKS, ...account, wide),
      this.#querier.all(OLDEST_IN_WIDE, account[0], wide, before),
    ]);
    const packed = (rows: readonly Row[]) => rows.map((row) => NETWORK_COLUMNS.map((column) => row[column]));
    const networks = {
      any_proven: any.length > 0,
      narrow: packed(narrowRows),
      in_wide: packed(wideRows),
      accounts_in_wide: narrowRows.length > 0 ? null : new Set(oldest.map((row) => row.account_key)).size,
    };
    return accounts.map((row) => ({ ...row, ...networks }));
  }

  async #fingerprint(environment: Value, fingerprint: Value, account: Value): Promise<Row[]> {
    const [own, others] = await Promise.all([
      this.#querier.all<{ own: number }>(OWN_FINGERPRINT, environment, fingerprint, account),
      this.#querier.all(OTHER_FINGERPRINT, environment, fingerprint, account),
    ]);
    return [{ own: own[0]?.own ?? 0, elsewhere: others.length > 0 }];
  }

  async #sessionOfIdOwner([environment, , id, account]: Values): Promise<Row[]> {
    const owner = await this.#idOwner(environment, id);
    const device = owner?.device_id as string | undefined;
    return device === undefined ? [] : this.#querier.all(READ_SESSION.ofDevice, environment, device, account);
  }

  async #sessionOfTokenAndIdOwner([environment, token, , id, account]: Values): Promise<Row[]> {
    const [owner, sessions] = await Promise.all([
      this.#idOwner(environment, id),
      this.#querier.all(SESSIONS_OF_TOKEN, environment, token),
    ]);
    return owner === null ? [] : newestOf(sessions, owner.device_id, account);
  }

  async #sessionOfToken([environment, token, device, account]: Values): Promise<Row[]> {
    return newestOf(await this.#querier.all(SESSIONS_OF_TOKEN, environment, token), device, account);
  }
}

function newestOf(sessions: readonly Row[], device: unknown, account: Value): Row[] {
  return sessions.filter((row) => row.device_id === device && row.account_key === account).slice(0, 1);
}

/** A JSON list of texts as an array of PostgreSQL. */
function textArray(list: Value): string {
  const texts = JSON.parse(list as string) as string[];
  return `{${texts.map((text) => `"${text.replace(/["\\]/g, '\\$&')}"`).join(',')}}`;
}
