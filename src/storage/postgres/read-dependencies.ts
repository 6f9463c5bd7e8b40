// Decides which writes of an event change what another event has read, for events that share a transaction in order.
import { HOUR } from '../../vocabulary/clock.ts';
import type { Row, Value } from '../engine.ts';
import { EVENT_COLUMNS, INSERT_EVENT } from '../events/event-columns.ts';
import {
  ATTACH_ID,
  COUNT_FAILURES,
  INSERT_ACCOUNT,
  INSERT_DEVICE,
  INSERT_FINGERPRINT_ACCOUNT,
  INSERT_KEYS,
  INSERT_PAIR,
  INSERT_PROFILE,
  INSERT_SESSION,
  PROVE_ACCOUNT,
  PROVE_NETWORK,
  PROVE_PAIR,
  PROVE_PAIR_SAME_DAY,
  RECOVER_ACCOUNT,
  REFUTE_ID,
  TOUCH_ID,
  UPDATE_DEVICE,
  UPDATE_PAIR,
  UPDATE_PROFILE,
  UPDATE_SESSION,
} from '../events/event-statements.ts';
import {
  READ_ACCOUNT,
  READ_ACCOUNT_DEVICES,
  READ_FAILURES_BY_HOUR,
  READ_FAILURES_BY_MINUTE,
  READ_FINGERPRINT,
  READ_FIRST_EVENT,
  READ_FREQUENCIES,
  READ_ID_OWNER,
  READ_KEY_DEVICES,
  READ_LAST_SERVER_SUCCESS,
  READ_PAIR,
  READ_SESSION,
} from '../events/ingest-reads.ts';
import type { Statement, Write } from '../sql.ts';

/** Something stored, such as one account. A read with `until` depends only on changes that are dated at or before it. */
export interface Dependency {
  name: string;
  until?: number;
}

/** Something that a write changes. `at` is in the unit of the dependency's `until`; without it, every reader is affected. */
export interface Change {
  name: string;
  at?: number;
}

type Rows = readonly Row[];
type DependenciesOf = (values: readonly Value[], rows: Rows) => Dependency[];
type ChangesOf = (values: readonly Value[]) => Change[];

/** An account's row and its networks. */
const account = (key: Value | undefined) => ({ name: `account ${key}` });
const pair = (accountKey: Value | undefined, deviceId: Value | undefined) => ({
  name: `pair ${accountKey} ${deviceId}`,
});
/** Which devices an account has, their first proofs, and the days of their last ones. */
const devicesOf = (accountKey: Value | undefined) => ({ name: `devices of ${accountKey}` });
const fingerprintOf = (accountKey: Value | undefined) => ({ name: `fingerprint of ${accountKey}` });
const device = (id: Value | undefined) => ({ name: `device ${id}` });
const persistentId = (id: Value | undefined) => ({ name: `id ${id}` });
const fingerprint = (digest: Value | undefined) => ({ name: `fingerprint ${digest}` });
const candidateKey = (kind: Value | undefined, digest: Value | undefined) => ({ name: `key ${kind} ${digest}` });
const session = (id: Value | undefined) => ({ name: `session ${id}` });
const sessionsOf = (accountKey: Value | undefined) => ({ name: `sessions of ${accountKey}` });
const sessionsWith = (token: Value | undefined) => ({ name: `sessions with ${token}` });
const proofsIn = (wide: Value | undefined) => `proofs in ${wide}`;
const EVENTS = 'events';
const SERVER_SUCCESS = 'server success';
const FAILURES_BY_HOUR = 'failures by hour';

const sessionRows = (rows: Rows) => rows.map((row) => session(row.id as string));

/** Reads of rows by a key, which few other events change. */
const OF_KEYED_ROWS: readonly [Statement, DependenciesOf][] = [
  [
    READ_ID_OWNER,
    ([key, , id], rows) => [
      persistentId(id),
      ...rows.flatMap((row) => [device(row.id as string), pair(key, row.id as string)]),
    ],
  ],
  [READ_PAIR, ([, key, deviceId]) => [pair(key, deviceId)]],
  [READ_SESSION.ofDevice, ([, , accountKey], rows) => [sessionsOf(accountKey), ...sessionRows(rows)]],
  [
    READ_SESSION.ofIdOwner,
    ([, , id, accountKey], rows) => [persistentId(id), sessionsOf(accountKey), ...sessionRows(rows)],
  ],
  [READ_SESSION.ofToken, ([, token], rows) => [sessionsWith(token), ...sessionRows(rows)]],
  [
    READ_SESSION.ofTokenAndIdOwner,
    ([, token, , id], rows) => [persistentId(id), sessionsWith(token), ...sessionRows(rows)],
  ],
  [READ_ACCOUNT, accountDependencies],
  [READ_FINGERPRINT, ([, digest]) => [fingerprint(digest)]],
  [READ_KEY_DEVICES, ([, kind, digest]) => [candidateKey(kind, digest)]],
  [READ_ACCOUNT_DEVICES, ([, accountKey]) => [devicesOf(accountKey)]],
];

/** Reads of events and counters. Reads of counters that `CountsSince` updates depend on nothing. */
const OF_EVENTS: readonly [Statement, DependenciesOf][] = [
  [READ_FREQUENCIES, () => []],
  [READ_FAILURES_BY_MINUTE, () => []],
  [READ_FAILURES_BY_HOUR, ([, , , hour]) => [{ name: FAILURES_BY_HOUR, until: Number(hour) - 1 }]],
  [READ_FIRST_EVENT, () => [{ name: EVENTS }]],
  [READ_LAST_SERVER_SUCCESS, ([, at]) => [{ name: SERVER_SUCCESS, until: Number(at) }]],
];

/** Proofs of other accounts in the same /16 (or /32) count only when they are old enough. */
function accountDependencies(values: readonly Value[]): Dependency[] {
  const [wide, , , , , , provenUntil, , accountKey] = values;
  return [account(accountKey), { name: proofsIn(wide), until: Number(provenUntil) }];
}

const last = (values: readonly Value[], position = 1) => values[values.length - position];

/** Writes of the rows that `OF_KEYED_ROWS` reads. The names of a write distinguish the rows of its table (`ReadAheadConnection`). */
const KEYED_WRITES: readonly [Write, ChangesOf][] = [
  [INSERT_DEVICE, ([, id]) => [device(id)]],
  [INSERT_PROFILE, ([, id]) => [device(id)]],
  [UPDATE_DEVICE, (values) => [device(last(values))]],
  [UPDATE_PROFILE, (values) => [device(last(values))]],
  [ATTACH_ID, ([, id]) => [persistentId(id)]],
  [TOUCH_ID, (values) => [persistentId(last(values))]],
  [REFUTE_ID, (values) => [persistentId(last(values))]],
  [INSERT_KEYS, ([, , keys]) => keyList(keys).map(([kind, digest]) => candidateKey(kind, digest))],
  [INSERT_ACCOUNT, ([, key]) => [account(key)]],
  [PROVE_ACCOUNT, (values) => [account(last(values))]],
  [RECOVER_ACCOUNT, (values) => [account(last(values))]],
  [INSERT_PAIR, ([, key, id]) => [pair(key, id), devicesOf(key)]],
  [PROVE_PAIR, (values) => [pair(last(values, 2), last(values)), devicesOf(last(values, 2))]],
  [PROVE_PAIR_SAME_DAY, (values) => [pair(last(values, 2), last(values)), devicesOf(last(values, 2))]],
  [UPDATE_PAIR, (values) => [pair(last(values, 2), last(values))]],
  [PROVE_NETWORK, ([, key, wide, , at]) => [account(key), { name: proofsIn(wide), at: Number(at) }]],
  [INSERT_FINGERPRINT_ACCOUNT, ([, digest, key]) => [fingerprint(digest), fingerprintOf(key)]],
  [UPDATE_SESSION, (values) => [session(last(values))]],
  [INSERT_SESSION, ([, , , key, token]) => [sessionsOf(key), sessionsWith(token)]],
];

const EVENT_WRITES: readonly [Write, ChangesOf][] = [
  [INSERT_EVENT, eventChanges],
  [COUNT_FAILURES, ([, span, start]) => (span === HOUR ? [{ name: FAILURES_BY_HOUR, at: Number(start) }] : [])],
];

const AT = EVENT_COLUMNS.indexOf('at');
const IS_SERVER_SUCCESS = EVENT_COLUMNS.indexOf('server_success');

function eventChanges(values: readonly Value[]): Change[] {
  const success = values[IS_SERVER_SUCCESS] === 1 ? [{ name: SERVER_SUCCESS, at: Number(values[AT]) }] : [];
  return [{ name: EVENTS }, ...success];
}

const keyList = (keys: Value | undefined) => JSON.parse(keys as string) as [kind: number, digest: string][];

function byText<S extends Statement, V>(entries: readonly (readonly [S, V])[]): ReadonlyMap<string, V> {
  return new Map(entries.map(([{ text }, value]) => [text, value]));
}

const keyedReads = byText(OF_KEYED_ROWS);
const allReads = byText([...OF_KEYED_ROWS, ...OF_EVENTS]);
const keyedWrites = byText(KEYED_WRITES);
const allWrites = byText([...KEYED_WRITES, ...EVENT_WRITES]);

/** What the result of a read depends on; null when this is unknown, so that the result must not be cached. */
export function dependenciesOf({ text }: Statement, values: readonly Value[], rows: Rows): Dependency[] | null {
  return allReads.get(text)?.(values, rows) ?? null;
}

/** What a write of an event changes that a read may depend on. */
export function changesOf({ text }: Write, values: readonly Value[]): Change[] {
  return allWrites.get(text)?.(values) ?? [];
}

/** The device whose row or profile a write changes, or null. */
export function changedDevice({ text }: Write, values: readonly Value[]): string | null {
  if (text === UPDATE_DEVICE.text || text === UPDATE_PROFILE.text) return last(values) as string;
  return text === INSERT_DEVICE.text ? (values[1] as string) : null;
}

/** Whether a read sees only rows for which `isKeyedWrite` is true. */
export const isKeyedRead = ({ text }: Statement): boolean => keyedReads.has(text);
export const isKeyedWrite = ({ text }: Write): boolean => keyedWrites.has(text);
