// Writes a population of devices and its truth for `evaluate:devices`. Seed, mix and rates differ from the development data;
// it has identical phones in one account, family computers, and an id that many machines share.
//   npm run simulate:devices -- OUT [--seed N] [--people N] [--days N] [--twins SHARE] [--phones WEIGHT] [--pace FACTOR]
//   writes OUT.events.ndjson and OUT.truth.ndjson. --phones weighs phones against computers, --pace scales the rates of change.
import { createWriteStream } from 'node:fs';
import { parseArgs } from 'node:util';
import { DAY, HOUR } from '../../src/vocabulary/clock.ts';
import { type Machine, makeMachine, type System, signalsOf } from './devices-machines.ts';
import { Random } from './random.ts';

const START = Date.parse('2026-03-01T00:00:00Z');
/** An id that a broken integration sends from every machine. */
const BROKEN_ID = '7d9f1c52a0b34e6f9b1d2c3e4f5a6b7c';

interface Person {
  accounts: string[];
  home: string;
  work: string;
}

interface Instance {
  name: string;
  machine: Machine;
  person: Person;
  id: string;
  /** Share of visits before which the person clears storage. */
  clears: number;
  private: boolean;
  /** Whether it sends `BROKEN_ID`. */
  broken: boolean;
  nextAt: number;
  lastAt: number;
  /** Mean time between visits, days. */
  every: number;
  /** The home time zone while traveling, else null. */
  homeTimezone: string | null;
}

interface Row {
  at: number;
  event: Record<string, unknown>;
  truth: Record<string, unknown>;
}

type Mix = readonly (readonly [System, number])[];

function mixOf(phones: number): Mix {
  return [
    ['Windows', 34],
    ['Android', 30 * phones],
    ['iOS', 18 * phones],
    ['macOS', 14],
    ['Linux', 4],
  ];
}

export interface Plan {
  seed: number;
  people: number;
  days: number;
  /** Share of phone owners who have the same model twice. */
  twins: number;
  /** Weight of phones against computers; at 1, phones are 48 %. */
  phones: number;
  /** Factor for all rates of change. */
  pace: number;
}

/** Generates the visits and attacks of a population over `days`, in time order. */
export function generate({ seed, people, days, twins, phones, pace }: Plan): Row[] {
  const random = new Random(seed);
  const mix = mixOf(phones);
  const instances: Instance[] = [];
  for (let index = 0; index < people; index += 1) addPerson(random, index, { days, twins, mix }, instances);
  const rows: Row[] = [];
  for (const instance of instances) {
    while (instance.nextAt < START + days * DAY) {
      rows.push(visit(random, instance, pace));
      instance.lastAt = instance.nextAt;
      instance.nextAt += Math.max(0.01, -Math.log(1 - random.next()) * instance.every) * DAY;
    }
  }
  rows.push(...attacks(random, rows, mix));
  return rows.sort((one, other) => one.at - other.at);
}

function addPerson(
  random: Random,
  index: number,
  { days, twins, mix }: { days: number; twins: number; mix: Mix },
  instances: Instance[],
): void {
  const person: Person = {
    accounts: [`person_${index}`],
    home: `81.${random.integer(200)}.${random.integer(256)}`,
    work: `62.${random.integer(60)}.${random.integer(256)}`,
  };
  if (random.chance(0.04)) person.accounts.push(`family_${index}`);
  const first = makeMachine(random, random.weighted(mix));
  const machines = [first];
  // A second device, a second browser, and rarely the same phone model twice in one account.
  if (random.chance(0.22)) machines.push(makeMachine(random, random.weighted(mix)));
  if (random.chance(0.06))
    machines.push({ ...first, browser: first.browser === 'Firefox' ? 'Chrome' : 'Firefox', major: 141 });
  if ((first.system === 'Android' || first.system === 'iOS') && random.chance(twins))
    machines.push({ ...first, fonts: [...first.fonts] });
  for (const machine of machines) {
    instances.push({
      name: `m${instances.length}`,
      machine,
      person,
      id: random.hex(32),
      clears: random.chance(0.12) ? 0.25 : 0.012,
      private: random.chance(0.03),
      broken: random.chance(0.012),
      nextAt: START + random.next() * days * 0.4 * DAY,
      lastAt: 0,
      every: random.weighted([
        [0.7, 2],
        [3, 4],
        [8, 3],
        [20, 1],
      ]),
      homeTimezone: null,
    });
  }
}

function visit(random: Random, instance: Instance, pace: number): Row {
  const cause = instance.lastAt === 0 ? [] : change(random, instance, pace);
  const { machine, person } = instance;
  const id = instance.broken ? BROKEN_ID : instance.private && random.chance(0.5) ? null : instance.id;
  return {
    at: instance.nextAt,
    event: {
      event: 'login',
      account: { id: person.accounts.length > 1 && random.chance(0.3) ? person.accounts[1] : person.accounts[0] },
      ip_address: address(random, instance),
      occurred_at: new Date(instance.nextAt).toISOString(),
      credential: 'public',
      signals: { ...(id === null ? {} : { persistent_id: id }), ...signalsOf(machine, random) },
    },
    truth: { instance: instance.name, kind: 'visit', cause },
  };
}

function address(random: Random, { person, homeTimezone }: Instance): string {
  if (homeTimezone !== null) return `91.${random.integer(200)}.${random.integer(256)}.${1 + random.integer(250)}`;
  if (random.chance(0.2)) return `109.40.${random.integer(64)}.${1 + random.integer(250)}`;
  return `${random.chance(0.7) ? person.home : person.work}.${1 + random.integer(250)}`;
}

/** Applies what changed on the machine since its last visit and returns the causes. */
function change(random: Random, instance: Instance, pace: number): string[] {
  const { machine } = instance;
  const days = (instance.nextAt - instance.lastAt) / DAY;
  const cause: string[] = [];
  const occurs = (perDay: number, name: string): boolean => {
    const happened = random.chance(1 - Math.exp(-perDay * pace * days));
    if (happened) cause.push(name);
    return happened;
  };
  if (machine.browser === 'Safari' ? occurs(1 / 60, 'browser_update') : occurs(1 / 26, 'browser_update')) {
    machine.major = Math.round((machine.major + (machine.browser === 'Safari' ? 0.1 : 1)) * 10) / 10;
  }
  if (machine.system === 'Windows' && occurs(1 / 120, 'gpu_driver')) machine.driver += 1;
  if (machine.system !== 'Android' && machine.system !== 'iOS' && occurs(1 / 50, 'resolution')) {
    machine.screen = random.pick([
      [1920, 1080],
      [2560, 1440],
      [1536, 864],
      [1440, 900],
    ]);
  }
  if (machine.system === 'Windows' && occurs(1 / 200, 'fonts'))
    machine.fonts = [...machine.fonts, `Font ${random.hex(4)}`].sort();
  if (occurs(1 / 700, 'do_not_track')) machine.doNotTrack = !machine.doNotTrack;
  if (occurs(1 / 500, 'languages')) machine.languages = [...machine.languages, 'nl'];
  travel(random, instance, cause);
  loseStorage(random, instance, days, pace, cause);
  return cause;
}

function travel(random: Random, instance: Instance, cause: string[]): void {
  if (instance.homeTimezone === null && random.chance(0.015)) {
    instance.homeTimezone = instance.machine.timezone;
    instance.machine.timezone = random.pick(['America/New_York', 'Asia/Tokyo', 'Europe/London']);
    cause.push('timezone');
  } else if (instance.homeTimezone !== null && random.chance(0.4)) {
    instance.machine.timezone = instance.homeTimezone;
    instance.homeTimezone = null;
    cause.push('timezone_back');
  }
}

function loseStorage(random: Random, instance: Instance, days: number, pace: number, cause: string[]): void {
  const expired = instance.machine.browser === 'Safari' && days >= 7 && random.chance(0.8);
  if (!expired && !instance.private && !random.chance(instance.clears * pace)) return;
  instance.id = random.hex(32);
  cause.push(expired ? 'storage_expired' : 'storage_cleared');
}

/** Copies of ids and signals, sent from a network the victim never used, within an hour of one of its visits. */
function attacks(random: Random, visits: readonly Row[], mix: Mix): Row[] {
  const rows: Row[] = [];
  for (let index = 0; index < visits.length / 120; index += 1) {
    const target = random.pick(visits);
    const own = signalsOf(makeMachine(random, random.weighted(mix)), random);
    const copied = target.event.signals as Record<string, unknown>;
    const kind = random.pick(['id_clone', 'signal_clone', 'near_clone', 'full_clone']);
    if (copied.persistent_id === undefined || copied.persistent_id === BROKEN_ID) continue;
    const fresh = random.hex(32);
    const signals = {
      id_clone: { ...own, persistent_id: copied.persistent_id },
      signal_clone: { ...copied, persistent_id: fresh },
      near_clone: { ...copied, persistent_id: fresh, webgl_hash: own.webgl_hash, canvas_hash: random.hex(32) },
      full_clone: copied,
    }[kind];
    const at = target.at + HOUR * random.next();
    rows.push({
      at,
      event: {
        ...target.event,
        ip_address: `45.${random.integer(200)}.${random.integer(256)}.9`,
        occurred_at: new Date(at).toISOString(),
        signals,
      },
      truth: { instance: `thief_${index}`, kind, cause: [], victim: target.truth.instance },
    });
  }
  return rows;
}

if (process.argv[1] === import.meta.filename) {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      seed: { type: 'string', default: '7' },
      people: { type: 'string', default: '900' },
      days: { type: 'string', default: '120' },
      twins: { type: 'string', default: '0.004' },
      phones: { type: 'string', default: '1' },
      pace: { type: 'string', default: '1' },
    },
  });
  const [out] = positionals;
  if (out === undefined) throw new Error('usage: npm run simulate:devices -- OUT');
  const { seed, people, days, twins, phones, pace } = values;
  const rows = generate({
    seed: Number(seed),
    people: Number(people),
    days: Number(days),
    twins: Number(twins),
    phones: Number(phones),
    pace: Number(pace),
  });
  const events = createWriteStream(`${out}.events.ndjson`);
  const truth = createWriteStream(`${out}.truth.ndjson`);
  for (const [seq, row] of rows.entries()) {
    events.write(`${JSON.stringify(row.event)}\n`);
    truth.write(`${JSON.stringify({ seq, ...row.truth })}\n`);
  }
  events.end();
  truth.end();
}
