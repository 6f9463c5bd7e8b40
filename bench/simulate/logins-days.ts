// The honest traffic of the simulated logins: visits, mistakes, signups, an uptime monitor, an outage.
import { DAY, HOUR, MINUTE } from '../../src/vocabulary/clock.ts';
import { newSession, reportedBy } from './logins-campaign.ts';
import { habitualVisit } from './logins-habits.ts';
import type { PopulationMix } from './logins-parameters.ts';
import {
  type Browser,
  browserSignals,
  type Line,
  networkOf,
  newBrowser,
  type Person,
  type Place,
  type Population,
} from './logins-people.ts';
import { addressIn, humanBehavior, type Machine, makeProvider, signalsOf } from './logins-world.ts';
import type { Random } from './random.ts';

interface Visit extends Place {
  person: Person;
}

function pickNetwork(
  random: Random,
  person: Person,
  day: number,
  mix: PopulationMix,
): { address: string; scenario: string } {
  // Some providers renew addresses, others never do.
  if (random.chance(mix.renewal)) person.homeAddress = addressIn(random, person.homeArea);
  const kind = random.weightedIndex([
    mix.networkWeights.home,
    mix.networkWeights.mobile,
    person.office === null ? 0 : mix.networkWeights.office,
    mix.networkWeights.away,
  ]);
  if (kind === 1) return { address: addressIn(random, person.mobileArea), scenario: 'benign_mobile_cgnat' };
  if (kind === 2 && person.office !== null) return { address: person.office, scenario: 'benign_office_nat' };
  if (kind === 3) return { address: addressIn(random, makeProvider(random, 1, false)), scenario: 'benign_traveller' };
  return { address: person.homeAddress, scenario: day - person.joinedDay < 1 ? 'benign_signup' : 'benign_regular' };
}

function visit(random: Random, person: Person, day: number, mix: PopulationMix): Visit {
  const place = person.place?.(day) ?? null;
  if (place !== null) return { person, ...place };
  const { address, scenario } = pickNetwork(random, person, day, mix);
  const browser = random.pick(person.browsers);
  const isNew = browser.firstDay > 0 && day - browser.firstDay < 2;
  const named =
    browser.storage === 'private'
      ? 'benign_incognito'
      : browser.storage === 'cleared'
        ? 'benign_cleared_storage'
        : browser.privacyTools
          ? 'benign_privacy_browser'
          : browser.odd !== undefined
            ? 'benign_odd_client'
            : isNew
              ? 'benign_new_device'
              : scenario;
  return { person, browser, address, scenario: named };
}

/** The events of one visit: mistakes, the login, possibly a passed second factor, and later actions. */
function visitLines(
  random: Random,
  { person, browser, address, scenario }: Visit,
  at: number,
  day: number,
  mix: PopulationMix,
): Line[] {
  const lines: Line[] = [];
  const session = random.hex(32);
  const known = person.seen.has(networkOf(address)) && person.seen.has(browser.id);
  const signals = { ...browserSignals(random, browser, day), session_token: session };
  const loginCredential = mix.server ? 'secret' : 'public';
  let clock = at;
  const add = (event: string, wait: number, name = scenario): void => {
    clock += wait;
    const credential = event === 'mfa_passed' ? 'secret' : event.startsWith('login') ? loginCredential : 'public';
    const { account } = person;
    lines.push({
      at: clock,
      event,
      account,
      address,
      credential,
      signals,
      label: 'legitimate',
      scenario: name,
      campaign: null,
    });
  };
  const mistakes = random.chance(mix.typos) ? 1 + random.weightedIndex([60, 20, 8, 5, 3, 2, 1, 1]) : 0;
  const name = mistakes > 3 ? 'benign_forgot_password' : mistakes > 0 ? 'benign_password_typos' : scenario;
  for (let i = 0; i < mistakes; i += 1) add('login_failed', 4_000 + random.integer(20_000), name);
  if (mistakes > 3) {
    add('password_reset_requested', 30_000, name);
    add('password_reset_completed', 3 * MINUTE, name);
  }
  add('login', 5_000, name);
  // The customer asks for a second factor on a new network or a new browser; honest people usually pass.
  if (!known && random.chance(mix.secondFactor)) add('mfa_passed', 20_000);
  if (random.chance(0.06)) add('payment_attempt', 4 * MINUTE);
  if (random.chance(0.006)) add('payment_failed', MINUTE);
  if (random.chance(0.004)) add(random.pick(['email_change', 'password_change']), 5 * MINUTE);
  if (random.chance(0.2)) add('logout', 20 * MINUTE);
  person.seen.add(networkOf(address)).add(browser.id);
  return lines;
}

/** All honest events of one day, and those of the uptime monitor. */
export function honestDay(
  random: Random,
  { people, kiosk, kioskAddress }: Population,
  start: number,
  day: number,
  mix: PopulationMix,
): Line[] {
  const lines: Line[] = [];
  const midnight = start + day * DAY;
  for (const person of people) {
    if (day < person.joinedDay) continue;
    const joins = day === person.joinedDay && day > 0;
    const joinedAt = joins ? random.integer(DAY) : 0;
    if (joins) lines.push(signup(random, person, midnight + joinedAt, day, mix));
    if (random.chance(mix.newDevice))
      person.browsers[random.integer(person.browsers.length)] = newBrowser(random, person.locale, day, mix);
    for (const at of visitTimes(random, person, joinedAt, mix)) {
      if (random.chance(0.01)) lines.push(nameTypo(random, person, midnight + at, day, mix));
      const chosen = visit(random, person, day, mix);
      const atKiosk = random.chance(person.kiosk)
        ? { ...chosen, browser: kiosk, address: kioskAddress, scenario: 'benign_shared_kiosk' }
        : chosen;
      lines.push(
        ...(mix.extended === undefined
          ? visitLines(random, atKiosk, midnight + at, day, mix)
          : habitualVisit(random, atKiosk, midnight + at, day, mix, mix.extended)),
      );
    }
  }
  // A monitor that identifies itself as automated and logs in around the clock.
  for (let at = 0; at < DAY; at += mix.monitorEvery) lines.push(monitor(random, midnight + at, day, mix));
  return lines;
}

/** The times of a person's visits on one day, ms after midnight. In extended populations people start right after joining. */
function* visitTimes(
  random: Random,
  { rate }: Person,
  joinedAt: number,
  { extended }: PopulationMix,
): Generator<number, void> {
  if (joinedAt > 0 && extended !== undefined) yield joinedAt + 2 * MINUTE;
  for (let at = random.exponential(DAY / rate); at < DAY; at += random.exponential(DAY / rate)) {
    const time = extended === undefined ? at : hourOfDay(at, extended.night);
    if (extended === undefined || time > joinedAt) yield time;
  }
}

/** Moves a time of day so that `night` is the share of visits before 7:00. */
function hourOfDay(at: number, night: number): number {
  const quantile = at / DAY;
  return quantile < night ? (quantile / night) * 7 * HOUR : 7 * HOUR + ((quantile - night) / (1 - night)) * 17 * HOUR;
}

/** A single honest event outside a visit. Only extended populations give it a session and the server's report. */
function single(
  random: Random,
  mix: PopulationMix,
  day: number,
  browser: Browser,
  parts: Pick<Line, 'at' | 'event' | 'account' | 'address' | 'scenario'>,
): Line {
  const session = newSession(random, mix);
  const signals = browserSignals(random, browser, day);
  const extended = mix.extended === undefined ? {} : { behavior: humanBehavior(random) };
  return {
    ...parts,
    credential: mix.extended === undefined ? 'public' : reportedBy(mix, parts.event),
    signals: { ...signals, ...extended, ...(session === null ? {} : { session_token: session }) },
    label: 'legitimate',
    campaign: null,
  };
}

function signup(random: Random, person: Person, at: number, day: number, mix: PopulationMix): Line {
  const scenario = 'benign_signup';
  const { account, homeAddress: address } = person;
  return single(random, mix, day, person.browsers[0] as Browser, { at, event: 'signup', account, address, scenario });
}

function nameTypo(random: Random, person: Person, at: number, day: number, mix: PopulationMix): Line {
  const { browser, address } = person.place?.(day) ?? {
    browser: person.browsers[0] as Browser,
    address: person.homeAddress,
  };
  const parts = { at: at - MINUTE, event: 'login_failed', account: person.account, address };
  const line = single(random, mix, day, browser, { ...parts, scenario: 'benign_username_typo' });
  return { ...line, account: `${line.account}${random.pick(['w', '_', 'x'])}` };
}

const MONITOR_ID = 'monitor'.padEnd(32, '0');

function monitor(random: Random, at: number, day: number, mix: PopulationMix): Line {
  const robot: Machine = {
    os: 'linux',
    browser: 'chrome',
    screen: [1280, 720, 1],
    gpu: 'Google SwiftShader',
    cores: 2,
    rendering: 'monitor',
    locale: [['en-GB', 'en'], 'Europe/London'],
    releaseOffset: 0,
  };
  const signals = signalsOf(random, robot, day, MONITOR_ID);
  const automation = { ...(signals.automation as object), webdriver: true };
  return {
    at: at + random.integer(MINUTE),
    event: 'login',
    account: 'user_monitor',
    address: '144.76.10.20',
    // A customer's server that reports logins also reports those of the monitor.
    credential: mix.server ? 'secret' : 'public',
    signals: { ...signals, automation, behavior: { ms_to_submit: 200, key_events: 0, pointer_events: 0 } },
    label: 'automation_legitimate',
    scenario: 'automation_uptime_monitor',
    campaign: null,
  };
}

/** An outage, or a day on which many passwords expire: logins from people's own devices fail for an hour. */
export function massFailure(
  random: Random,
  { people }: Population,
  from: number,
  day: number,
  scenario: string,
  share: number,
  mix: PopulationMix,
): Line[] {
  const lines: Line[] = [];
  for (const person of people) {
    if (day < person.joinedDay || !random.chance(share)) continue;
    const chosen = { ...visit(random, person, day, mix), scenario };
    const at = from + random.integer(HOUR);
    const { account } = person;
    const first = single(random, mix, day, chosen.browser, {
      at,
      event: 'login_failed',
      account,
      address: chosen.address,
      scenario,
    });
    for (let i = 0; i <= random.integer(3); i += 1) lines.push({ ...first, at: at + i * 9_000 });
  }
  return lines;
}
