// Honest visits of the extended populations: second factors that fail, every sensitive change, update waves, new customers.
import { MINUTE } from '../../src/vocabulary/clock.ts';
import { newSession, reportedBy, sensitiveChange } from './logins-campaign.ts';
import type { ExtendedMix, PopulationMix } from './logins-parameters.ts';
import { type Browser, browserSignals, type Line, networkOf, type Person, type Place } from './logins-people.ts';
import { humanBehavior, updateWave } from './logins-world.ts';
import type { Random } from './random.ts';

/** Scenarios that keep their name when a password is mistyped, so that a group's events stay together. */
const GROUP_SCENARIO =
  /^benign_(account_sharing|private_relay|family_tablet|fleet|carrier_cgnat|travel_own_device|travel_new_phone|shared_kiosk|odd_client)$/;
/** A customer younger than this many days pays this many times as often. */
const NEW_CUSTOMER = { days: 2, factor: 2.5 } as const;

/** Whether the browser took part in an update wave since its last visit; remembers the visit. */
function updated(browser: Browser, day: number): boolean {
  const wave = updateWave(browser.machine, day);
  const before = browser.wave;
  browser.wave = wave;
  return before !== undefined && before !== null && wave !== null && wave > before;
}

/** The events of a second factor that a person is asked for, and whether the person passes. */
function secondFactorEvents(random: Random, { secondFactorFails }: ExtendedMix): { events: string[]; passed: boolean } {
  if (!random.chance(secondFactorFails)) return { events: ['mfa_challenge', 'mfa_passed'], passed: true };
  const gaveUp = random.chance(0.2);
  return { events: ['mfa_challenge', 'mfa_failed', ...(gaveUp ? [] : ['mfa_passed'])], passed: !gaveUp };
}

/** The events of one visit: mistakes, the login, possibly a second factor, and what the person came for. */
export function habitualVisit(
  random: Random,
  { person, browser, address, scenario }: Place & { person: Person },
  at: number,
  day: number,
  mix: PopulationMix,
  extended: ExtendedMix,
): Line[] {
  const lines: Line[] = [];
  const session = newSession(random, mix);
  const tags = updated(browser, day) ? { tags: ['update_wave'] } : {};
  const signals = { ...browserSignals(random, browser, day), ...(session === null ? {} : { session_token: session }) };
  let clock = at;
  const add = (event: string, wait: number, name = scenario): void => {
    clock += wait;
    lines.push({
      at: clock,
      event,
      account: person.account,
      address,
      credential: reportedBy(mix, event),
      signals: { ...signals, behavior: humanBehavior(random) },
      label: 'legitimate',
      scenario: name,
      campaign: null,
      ...tags,
    });
  };
  const mistakes = random.chance(mix.typos) ? 1 + random.weightedIndex([60, 20, 8, 5, 3, 2, 1, 1]) : 0;
  const mistyped = mistakes > 3 ? 'benign_forgot_password' : mistakes > 0 ? 'benign_password_typos' : scenario;
  const name = GROUP_SCENARIO.test(scenario) ? scenario : mistyped;
  for (let i = 0; i < mistakes; i += 1) add('login_failed', 4_000 + random.integer(20_000), name);
  if (mistakes > 3) {
    add('password_reset_requested', 30_000, name);
    add('password_reset_completed', 3 * MINUTE, name);
  }
  add('login', 5_000, name);
  if (person.secondFactor && needsSecondFactor(person, browser, address, extended)) {
    const { events, passed } = secondFactorEvents(random, extended);
    for (const event of events) add(event, 4_000 + random.integer(25_000));
    if (!passed) return lines;
  }
  const young = person.joinedDay > 0 && day - person.joinedDay < NEW_CUSTOMER.days;
  if (random.chance(extended.pageViews)) add('page_view', MINUTE);
  if (random.chance(extended.payments * (young ? NEW_CUSTOMER.factor : 1))) {
    if (random.chance(extended.paymentFails)) add('payment_failed', 3 * MINUTE);
    add('payment_attempt', MINUTE);
  }
  if (random.chance(extended.sensitive)) add(sensitiveChange(random), 5 * MINUTE);
  if (random.chance(0.2)) add('logout', 20 * MINUTE);
  person.seen.add(networkOf(address)).add(browser.id);
  return lines;
}

/** On a new device and network, or on a new device alone if the customer requires it; never at a person's first login. */
function needsSecondFactor(
  person: Person,
  browser: Browser,
  address: string,
  { asksOnNewDevice }: ExtendedMix,
): boolean {
  if (person.seen.size === 0 || person.seen.has(browser.id)) return false;
  return asksOnNewDevice || !person.seen.has(networkOf(address));
}
