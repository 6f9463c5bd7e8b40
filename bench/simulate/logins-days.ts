// The honest days of the generated log-ins: visits, mistakes, sign-ups, a monitor, an outage.
import { DAY, HOUR, MINUTE } from '../../src/vocabulary/clock.ts';
import type { Mix } from './logins-mix.ts';
import { type Browser, type Line, newBrowser, type Person, shown, type Town } from './logins-people.ts';
import { addressIn, type Chance, type Machine, provider, signalsOf } from './logins-world.ts';

interface Visit {
  person: Person;
  browser: Browser;
  address: string;
  scenario: string;
}

function place(chance: Chance, person: Person, day: number, mix: Mix): { address: string; scenario: string } {
  // Providers hand out new addresses; some never do.
  if (chance.yes(mix.renewal)) person.homeAddress = addressIn(chance, person.home);
  const kind = chance.weighted([
    mix.places.home,
    mix.places.mobile,
    person.office === null ? 0 : mix.places.office,
    mix.places.away,
  ]);
  if (kind === 1) return { address: addressIn(chance, person.mobile), scenario: 'benign_mobile_cgnat' };
  if (kind === 2 && person.office !== null) return { address: person.office, scenario: 'benign_office_nat' };
  if (kind === 3) return { address: addressIn(chance, provider(chance, 1, false)), scenario: 'benign_traveller' };
  return { address: person.homeAddress, scenario: day - person.joinedDay < 1 ? 'benign_signup' : 'benign_regular' };
}

function visit(chance: Chance, person: Person, day: number, mix: Mix): Visit {
  const { address, scenario } = place(chance, person, day, mix);
  const chosen = chance.pick(person.browsers);
  const fresh = chosen.firstDay > 0 && day - chosen.firstDay < 2;
  const named =
    chosen.storage === 'private'
      ? 'benign_incognito'
      : chosen.storage === 'cleared'
        ? 'benign_cleared_storage'
        : chosen.odd
          ? 'benign_privacy_browser'
          : fresh
            ? 'benign_new_device'
            : scenario;
  return { person, browser: chosen, address, scenario: named };
}

/** The neighbourhood by which the generator itself remembers a network: what a person would call the same place. */
function neighbourhood(address: string): string {
  return address.includes(':') ? address.split(':').slice(0, 3).join(':') : address.split('.').slice(0, 2).join('.');
}

/** The lines of one visit: mistakes, the log-in, perhaps a passed challenge, and what people do then. */
function visitLines(
  chance: Chance,
  { person, browser: used, address, scenario }: Visit,
  at: number,
  day: number,
  mix: Mix,
): Line[] {
  const lines: Line[] = [];
  const session = chance.hex(32);
  const known = person.seen.has(neighbourhood(address)) && person.seen.has(used.id);
  const signals = { ...shown(chance, used, day), session_token: session };
  const byServer = mix.server ? 'secret' : 'public';
  let clock = at;
  const add = (event: string, wait: number, name = scenario): void => {
    clock += wait;
    const credential = event === 'mfa_passed' ? 'secret' : event.startsWith('login') ? byServer : 'public';
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
  const mistakes = chance.yes(mix.typos) ? 1 + chance.weighted([60, 20, 8, 5, 3, 2, 1, 1]) : 0;
  const name = mistakes > 3 ? 'benign_forgot_password' : mistakes > 0 ? 'benign_password_typos' : scenario;
  for (let i = 0; i < mistakes; i += 1) add('login_failed', 4_000 + chance.below(20_000), name);
  if (mistakes > 3) {
    add('password_reset_requested', 30_000, name);
    add('password_reset_completed', 3 * MINUTE, name);
  }
  add('login', 5_000, name);
  // Who comes from a new place on a new browser is asked for a second factor by the customer, and usually passes.
  if (!known && chance.yes(mix.secondFactor)) add('mfa_passed', 20_000);
  if (chance.yes(0.06)) add('payment_attempt', 4 * MINUTE);
  if (chance.yes(0.006)) add('payment_failed', MINUTE);
  if (chance.yes(0.004)) add(chance.pick(['email_change', 'password_change']), 5 * MINUTE);
  if (chance.yes(0.2)) add('logout', 20 * MINUTE);
  person.seen.add(neighbourhood(address)).add(used.id);
  return lines;
}

/** All honest lines of one day. */
export function honestDay(
  chance: Chance,
  { people, kiosk, kioskAddress }: Town,
  start: number,
  day: number,
  mix: Mix,
): Line[] {
  const lines: Line[] = [];
  const midnight = start + day * DAY;
  for (const person of people) {
    if (day < person.joinedDay) continue;
    if (day === person.joinedDay && day > 0) lines.push(...signup(chance, person, midnight + chance.below(DAY), day));
    if (chance.yes(mix.newDevice))
      person.browsers[chance.below(person.browsers.length)] = newBrowser(chance, person.locale, day, mix);
    for (let at = chance.waiting(DAY / person.rate); at < DAY; at += chance.waiting(DAY / person.rate)) {
      if (chance.yes(0.01)) lines.push(nameTypo(chance, person, midnight + at, day));
      const chosen = visit(chance, person, day, mix);
      const atKiosk = chance.yes(mix.kiosk)
        ? { ...chosen, browser: kiosk, address: kioskAddress, scenario: 'benign_shared_kiosk' }
        : chosen;
      lines.push(...visitLines(chance, atKiosk, midnight + at, day, mix));
    }
  }
  // A monitor that logs in around the clock, openly automated.
  for (let at = 0; at < DAY; at += mix.monitorEvery) lines.push(monitor(chance, midnight + at, day, mix));
  return lines;
}

function signup(chance: Chance, person: Person, at: number, day: number): Line[] {
  const signals = shown(chance, person.browsers[0] as Browser, day);
  return [
    {
      at,
      event: 'signup',
      account: person.account,
      address: person.homeAddress,
      credential: 'public',
      signals,
      label: 'legitimate',
      scenario: 'benign_signup',
      campaign: null,
    },
  ];
}

function nameTypo(chance: Chance, person: Person, at: number, day: number): Line {
  const signals = shown(chance, person.browsers[0] as Browser, day);
  return {
    at: at - MINUTE,
    event: 'login_failed',
    account: `${person.account}${chance.pick(['w', '_', 'x'])}`,
    address: person.homeAddress,
    credential: 'public',
    signals,
    label: 'legitimate',
    scenario: 'benign_username_typo',
    campaign: null,
  };
}

const MONITOR_ID = 'monitor'.padEnd(32, '0');

function monitor(chance: Chance, at: number, day: number, mix: Mix): Line {
  const robot: Machine = {
    os: 'linux',
    browser: 'chrome',
    screen: [1280, 720, 1],
    gpu: 'Google SwiftShader',
    cores: 2,
    rendering: 'monitor',
    locale: [['en-GB', 'en'], 'Europe/London'],
    train: 0,
  };
  const signals = signalsOf(chance, robot, day, MONITOR_ID);
  const automation = { ...(signals.automation as object), webdriver: true };
  return {
    at: at + chance.below(MINUTE),
    event: 'login',
    account: 'user_monitor',
    address: '144.76.10.20',
    // Where the customer's server reports log-ins, it reports the monitor's too.
    credential: mix.server ? 'secret' : 'public',
    signals: { ...signals, automation, behavior: { ms_to_submit: 200, key_events: 0, pointer_events: 0 } },
    label: 'automation_legitimate',
    scenario: 'automation_uptime_monitor',
    campaign: null,
  };
}

/** An outage, or a day on which many passwords expire: people fail from their own devices for an hour. */
export function massFailure(
  chance: Chance,
  { people }: Town,
  from: number,
  day: number,
  scenario: string,
  share: number,
  mix: Mix,
): Line[] {
  const lines: Line[] = [];
  for (const person of people) {
    if (day < person.joinedDay || !chance.yes(share)) continue;
    const chosen = { ...visit(chance, person, day, mix), scenario };
    const at = from + chance.below(HOUR);
    const signals = shown(chance, chosen.browser, day);
    for (let i = 0; i <= chance.below(3); i += 1) {
      lines.push({
        at: at + i * 9_000,
        event: 'login_failed',
        account: person.account,
        address: chosen.address,
        credential: 'public',
        signals,
        label: 'legitimate',
        scenario,
        campaign: null,
      });
    }
  }
  return lines;
}
