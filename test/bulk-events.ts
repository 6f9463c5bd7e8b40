// Rows of a made-up past: events with all that lists read beside them, in the proportions of an ordinary service.
import { createHash } from 'node:crypto';
import { Random } from '../bench/random.ts';
import { hashOpaque } from '../src/devices/client-signals.ts';
import { DAY } from '../src/vocabulary/clock.ts';
import { encodeBase32, ID_PREFIXES, type IdKind } from '../src/vocabulary/ids.ts';
import type { BulkTables } from './bulk-rows.ts';

export interface Past {
  environmentNumber: number;
  /** How many events; a tenth as many devices, half as many accounts as devices. */
  events: number;
  /** ms; the newest event is of this moment. */
  until: number;
  /** Over how many days; 90. */
  days?: number;
  seed?: number;
}

/** What questions are asked about: the busiest of each kind, and ids from the middle of their lists. */
export interface Landmarks {
  eventId: string;
  deviceId: string;
  /** Sends one event in a hundred, each for any account. */
  busyDeviceId: string;
  busyAccount: string;
  /** Needs a hundred events at least. */
  labelledEventId: string;
}

const BATCH = 5_000;
const TYPES = ['login', 'login', 'login', 'login', 'login', 'login', 'page_view', 'login_failed', 'payment', 'signup'];
/** Of a hundred events: decision, level, score and what fired. */
const VERDICTS = [
  { upTo: 90, decision: 'allow', level: 'low', score: 5, codes: ['KNOWN_DEVICE'] },
  { upTo: 95, decision: 'monitor', level: 'medium', score: 35, codes: ['NEW_DEVICE'] },
  { upTo: 98, decision: 'challenge', level: 'high', score: 65, codes: ['NEW_DEVICE', 'NEW_NETWORK'] },
  { upTo: 100, decision: 'block', level: 'critical', score: 95, codes: ['NEW_DEVICE', 'BRUTE_FORCE_SUSPECTED'] },
] as const;
const FREQUENT: ReadonlySet<string> = new Set(['KNOWN_DEVICE']);
const PROFILE = JSON.stringify({
  os_family: 'Windows',
  browser_family: 'Chrome',
  browser_version: [147, 0],
  languages: ['nb-NO', 'nb', 'en'],
  timezone: 'Europe/Oslo',
  screen: [1920, 1080],
  hardware_concurrency: 8,
  device_memory: 8,
  canvas_hash: 'c'.repeat(32),
});
const RESOLUTION = JSON.stringify([
  'persistent_id',
  'Known by its id.',
  ['persistent_id', 'timezone'],
  [],
  [],
  [],
  'w1',
]);
const CHANGED = JSON.stringify(['fingerprint', 'Like before.', ['timezone'], [['screen', '1', '2']], [], [], 'w1']);
const TABLES = ['events', 'event_details', 'event_signals', 'devices', 'account_devices', 'outcomes', 'networks'];

/** An id that sorts by `at` and then by `number`, the same on every run. */
export function idOf(kind: IdKind, at: number, number: number): string {
  const bytes = createHash('sha256').update(`${kind} ${number}`).digest().subarray(0, 16);
  bytes.writeUIntBE(at, 0, 6);
  bytes.writeUInt32BE(number, 6);
  return `${ID_PREFIXES[kind]}_${encodeBase32(bytes)}`;
}

const eventColumns = `environment_id at created_at policy_version score automation_score webdriver headless_hint
  runtime_inconsistency recognised server_success forced device_new device_trusted id type credential account_key device_id
  session_id address counter_address classification state level default_decision decision matched_rule_id matched_rule_name`;
const COLUMNS: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  Object.entries({
    events: eventColumns,
    event_details:
      'environment_id event_id posterior runner_up device_count candidate_count confidence signals resolution_digest resolution',
    event_signals: 'environment_id code event_id',
    outcomes: `environment_id submitted_at revision is_current id event_id label submitted_by_type submitted_by_id
      submitted_by_name decision evaluation`,
    devices: 'environment_id first_seen_at last_seen_at event_count account_count is_trusted provisional id networks',
    device_profiles: 'environment_id device_id profile',
    sessions: 'environment_id started_at last_seen_at event_count id device_id account_key session_token',
    accounts: 'environment_id first_seen_at proof_count account_key external_id',
    account_devices: 'environment_id first_seen_at last_seen_at event_count last_seen_day account_key device_id',
    networks: `environment_id event_count account_count device_count allowed monitored challenged blocked first_seen_at
      last_seen_at address first_event_id classification`,
  }).map(([table, names]) => [table, names.trim().split(/\s+/)]),
);

type Rows = Map<string, (string | number | null)[][]>;

export interface FilledPast extends Landmarks {
  /** Adds events that are newer than all before, of devices that are there. */
  append(count: number): Promise<void>;
}

/** Fills an environment that has no events yet. */
export async function fillPast(tables: BulkTables, past: Past): Promise<FilledPast> {
  const world = new PastWorld(past);
  const { environmentNumber: env } = past;
  await tables.insert('resolution_texts', ['environment_id', 'digest', 'body'], [[env, 'common', RESOLUTION]]);
  const fill = async () => {
    for (let from = 0; from < past.events; from += BATCH) {
      await insertAll(tables, world.events(from, Math.min(from + BATCH, past.events)));
    }
    for (const rows of world.around()) await insertAll(tables, rows);
  };
  // A small table's indexes are cheaper to keep than to build again.
  await (past.events > BATCH ? tables.withoutIndexes(TABLES, fill) : fill());
  let next = past.events;
  const append = async (count: number) => {
    next += count;
    await insertAll(tables, world.events(next - count, next));
  };
  return { ...world.landmarks(), append };
}

async function insertAll(tables: BulkTables, rows: Rows): Promise<void> {
  for (const [table, some] of rows) await tables.insert(table, COLUMNS[table] ?? [], some);
}

class PastWorld {
  readonly #past: Past;
  readonly #random: Random;
  readonly #devices: number;
  readonly #start: number;
  readonly #span: number;
  readonly #deviceEvents: Int32Array;
  /** `account device` to how often. */
  readonly #pairs = new Map<number, number>();

  constructor(past: Past) {
    this.#past = past;
    this.#random = new Random(past.seed ?? 1);
    this.#devices = Math.max(20, Math.ceil(past.events / 10));
    this.#span = (past.days ?? 90) * DAY;
    this.#start = past.until - this.#span;
    this.#deviceEvents = new Int32Array(this.#devices);
  }

  get #accounts(): number {
    return Math.ceil(this.#devices / 2);
  }

  /** One in a hundred events comes from the busy device 0, one in a hundred from the busy account 0. */
  #who(): { device: number; account: number } {
    const lot = this.#random.next();
    const device = 1 + this.#random.whole(this.#devices - 1);
    if (lot < 0.01) return { device: 0, account: device >> 1 };
    return { device, account: lot < 0.02 ? 0 : device >> 1 };
  }

  #at(number: number): number {
    return Math.floor(this.#start + ((number + 1) / this.#past.events) * this.#span);
  }

  eventId(number: number): string {
    return idOf('event', this.#at(number), number);
  }

  deviceId(number: number): string {
    return idOf('device', Math.floor(this.#start + (number / this.#devices) * this.#span), number);
  }

  events(from: number, to: number): Rows {
    const rows: Rows = new Map(['events', 'event_details', 'event_signals', 'outcomes'].map((name) => [name, []]));
    for (let number = from; number < to; number += 1) this.#event(number, rows);
    return rows;
  }

  #event(number: number, rows: Rows): void {
    const env = this.#past.environmentNumber;
    const [at, id] = [this.#at(number), this.eventId(number)];
    const { device, account } = this.#who();
    const chance = this.#random.next() * 100;
    const { decision, level, score, codes } = VERDICTS.find(({ upTo }) => chance < upTo) ?? VERDICTS[0];
    const type = this.#random.pick(TYPES);
    const [deviceId, accountKey] = [this.deviceId(device), hashOpaque(`account_${account}`)];
    this.#deviceEvents[device] = (this.#deviceEvents[device] ?? 0) + 1;
    const pair = account * this.#devices + device;
    this.#pairs.set(pair, (this.#pairs.get(pair) ?? 0) + 1);
    const rule = decision === 'block' && number % 2 === 0 ? idOf('rule', this.#start, number % 5) : null;
    const address = addressOf(device);
    const fixed = [0, 0, 0, 1, 0, 0, codes[0] === 'NEW_DEVICE' ? 1 : 0, 0];
    const session = idOf('session', this.#start, device);
    const verdict = [decision === 'allow' ? 'known' : 'new', level, decision, decision];
    const named = [id, type, 'secret', accountKey, deviceId, session, address, address, 'public', ...verdict];
    rows.get('events')?.push([env, at, at, 1, score, 0, ...fixed, ...named, rule, rule === null ? null : 'A rule']);
    const signals = codes.map((code) => [code, 20, `${code} fired on this event.`, { count: 1, window: 'PT1H' }]);
    const kept = number % 30 === 0 ? [null, CHANGED] : ['common', null];
    rows.get('event_details')?.push([env, id, 0.9, 0.1, 3, 2, 90, JSON.stringify(signals), ...kept]);
    for (const code of codes) if (!FREQUENT.has(code)) rows.get('event_signals')?.push([env, code, id]);
    if (number % 100 === 50) rows.get('outcomes')?.push(this.#outcome(number, at, id, decision));
  }

  #outcome(number: number, at: number, event: string, decision: string) {
    const fraud = number % 1_000 === 50;
    const evaluation = fraud ? 'potential_false_negative' : `correct_${decision}`;
    const said = [fraud ? 'account_takeover' : 'legitimate', 'secret_key', 'key', 'Backend', decision, evaluation];
    return [this.#past.environmentNumber, at, 1, 1, idOf('outcome', at, number), event, ...said];
  }

  /** Devices, accounts and networks, when all events are known. */
  *around(): Generator<Rows> {
    const env = this.#past.environmentNumber;
    const { until } = this.#past;
    for (let from = 0; from < this.#devices; from += BATCH) {
      const devices = Array.from({ length: Math.min(BATCH, this.#devices - from) }, (_, at) => from + at);
      const counts = (device: number) => this.#deviceEvents[device] ?? 0;
      const network = (device: number) => [counts(device), 1, 1, counts(device), 0, 0, 0, this.#start, until];
      yield new Map<string, (string | number | null)[][]>([
        ['devices', devices.map((n) => [env, this.#start, until, counts(n), 1, 0, 0, this.deviceId(n), '[]'])],
        ['device_profiles', devices.map((n) => [env, this.deviceId(n), PROFILE])],
        [
          'sessions',
          devices.map((n) => [env, this.#start, until, 1, idOf('session', this.#start, n), this.deviceId(n), '', '']),
        ],
        ['networks', devices.map((n) => [env, ...network(n), addressOf(n), this.eventId(n), 'public'])],
      ]);
    }
    for (let from = 0; from < this.#accounts; from += BATCH) {
      const names = Array.from({ length: Math.min(BATCH, this.#accounts - from) }, (_, at) => `account_${from + at}`);
      yield new Map([['accounts', names.map((name) => [env, this.#start, 1, hashOpaque(name), name])]]);
    }
    const pairs = [...this.#pairs];
    for (let from = 0; from < pairs.length; from += BATCH) {
      yield new Map([['account_devices', pairs.slice(from, from + BATCH).map((pair) => this.#pairRow(pair))]]);
    }
  }

  #pairRow([pair, count]: [number, number]) {
    const account = hashOpaque(`account_${Math.floor(pair / this.#devices)}`);
    const { environmentNumber, until } = this.#past;
    const day = Math.floor(until / DAY);
    return [environmentNumber, this.#start, until, count, day, account, this.deviceId(pair % this.#devices)];
  }

  landmarks(): Landmarks {
    const middle = Math.floor(this.#past.events / 2);
    return {
      eventId: this.eventId(middle),
      deviceId: this.deviceId(Math.floor(this.#devices / 2)),
      busyDeviceId: this.deviceId(0),
      busyAccount: 'account_0',
      labelledEventId: this.eventId(Math.floor(middle / 100) * 100 + 50),
    };
  }
}

/** An address of its own for each device. */
function addressOf(device: number): string {
  return `${20 + ((device >> 22) & 63)}.${(device >> 14) & 255}.${(device >> 6) & 255}.${1 + (device & 63)}`;
}
