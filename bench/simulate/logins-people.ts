// The honest population of the simulated logins: people with habits, changing devices, and several networks.
import type { PopulationMix } from './logins-parameters.ts';
import {
  addressIn,
  type Locale,
  type Machine,
  makeMachine,
  makeProvider,
  type Provider,
  pickLocale,
  pickWeightedLocale,
  signalsOf,
} from './logins-world.ts';
import type { Random } from './random.ts';

/** An event with its truth, before both are sorted and written to separate files. */
export interface Line {
  at: number;
  event: string;
  account: string;
  address: string;
  credential: 'public' | 'secret';
  signals: Record<string, unknown> | null;
  label: string;
  scenario: string;
  campaign: string | null;
  tags?: readonly string[];
}

/** A person's browser. A `stable` id lasts as long as the browser; `cleared` loses it now and then, `private` on every visit. */
export interface Browser {
  machine: Machine;
  id: string;
  storage: 'stable' | 'cleared' | 'private';
  privacyTools: boolean;
  firstDay: number;
  /** An alteration by its owner: a user-agent switcher or a virtual desktop. */
  odd?: 'user_agent' | 'virtual_desktop';
  /** The update wave of its last visit. */
  wave?: number | null;
}

/** Where a visit comes from. */
export interface Place {
  browser: Browser;
  address: string;
  scenario: string;
}

export interface Person {
  account: string;
  locale: Locale;
  browsers: Browser[];
  home: Provider;
  homeAddress: string;
  mobile: Provider;
  /** The networks of `home` and `mobile` near the person, repeated by how often they serve the person. */
  homeArea: Provider;
  mobileArea: Provider;
  office: string | null;
  /** Mean logins a day. */
  rate: number;
  joinedDay: number;
  /** Networks (first two octets, or the household) and browser ids of earlier logins. */
  seen: Set<string>;
  /** Whether the account has a second factor (extended populations). */
  secondFactor: boolean;
  /** Chance that a visit uses the shared kiosk. */
  kiosk: number;
  /** The habits of a group or a trip; null on days without. */
  place?: (day: number) => Place | null;
}

export interface Population {
  people: Person[];
  offices: string[];
  homes: Provider[];
  mobiles: Provider[];
  kiosk: Browser;
  kioskAddress: string;
}

/** The language and time zone of a household of this population. */
export function localeFor(random: Random, { extended }: PopulationMix): Locale {
  return extended === undefined ? pickLocale(random) : pickWeightedLocale(random, extended.locales);
}

/** Share of machines that speak their owner's language in extended populations. */
const SAME_LOCALE = 0.96;

/** A machine of this population, with its share of phones and its update waves. */
export function machineFor(random: Random, mix: PopulationMix, ownerLocale: Locale, only?: Machine['os']): Machine {
  const { extended } = mix;
  if (extended === undefined) return makeMachine(random, ownerLocale, only);
  const os = random.chance(extended.phones)
    ? random.chance(extended.iphones)
      ? 'iphone'
      : 'android'
    : (['windows', 'macos', 'linux'] as const)[random.weightedIndex([66, 29, 5])];
  const spoken = random.chance(SAME_LOCALE) ? ownerLocale : localeFor(random, mix);
  return { ...makeMachine(random, spoken, only ?? os), waves: extended.waves };
}

/** A browser that a person uses from `day` on. */
export function newBrowser(random: Random, ownerLocale: Locale, day: number, mix: PopulationMix): Browser {
  const storage = (['stable', 'cleared', 'private'] as const)[random.weightedIndex(mix.storage)] ?? 'stable';
  const odd = mix.extended !== undefined && random.chance(mix.extended.oddClients);
  return {
    ...(odd ? { odd: random.pick(['user_agent', 'virtual_desktop'] as const) } : {}),
    machine: machineFor(random, mix, ownerLocale),
    id: random.hex(32),
    storage,
    privacyTools: random.chance(mix.privacyTools),
    firstDay: day,
  };
}

/** In extended populations, one network of a provider serves a person's area; the others serve it now and then. */
function areaOf(random: Random, provider: Provider, { extended }: PopulationMix): Provider {
  if (extended === undefined) return provider;
  const { ipv4Prefixes } = provider;
  const own = random.pick(ipv4Prefixes);
  return { ...provider, ipv4Prefixes: [...ipv4Prefixes, ...Array<string>(12 * (ipv4Prefixes.length - 1)).fill(own)] };
}

/** A person with a home, a carrier, and one to three browsers. */
export function newPerson(
  random: Random,
  mix: PopulationMix,
  account: string,
  { homes, mobiles, offices }: Pick<Population, 'homes' | 'mobiles' | 'offices'>,
): Person {
  const locale = localeFor(random, mix);
  const home = random.pick(homes);
  const browsers = Array.from({ length: 1 + random.weightedIndex([5, 4, 1]) }, () =>
    newBrowser(random, locale, 0, mix),
  );
  const homeArea = areaOf(random, home, mix);
  const homeAddress = addressIn(random, homeArea);
  const mobile = random.pick(mobiles);
  return {
    account,
    locale,
    browsers,
    home,
    homeAddress,
    mobile,
    homeArea,
    mobileArea: areaOf(random, mobile, mix),
    office: random.chance(mix.officeShare) ? random.pick(offices) : null,
    rate: Math.max(mix.extended === undefined ? 0 : 0.08, Math.min(3, random.exponential(mix.rate))),
    joinedDay: random.chance(mix.extended?.joining ?? 0.12) ? random.integer(mix.days) : 0,
    seen: new Set<string>(),
    secondFactor: mix.extended !== undefined && random.chance(mix.extended.secondFactorAccounts),
    // In extended populations, the same tenth of the people use it repeatedly.
    kiosk: mix.extended === undefined ? mix.kiosk : random.chance(0.1) ? 10 * mix.kiosk : 0,
  };
}

export function makePopulation(random: Random, mix: PopulationMix): Population {
  const { providers = 14, prefixes = 3 } = mix.extended ?? {};
  const homes = Array.from({ length: providers }, () =>
    makeProvider(random, 1 + random.integer(prefixes), random.chance(0.4)),
  );
  const mobiles = Array.from({ length: 4 }, () => makeProvider(random, mix.extended?.carrierPrefixes ?? 2, false));
  const offices = Array.from({ length: mix.offices }, () => addressIn(random, makeProvider(random, 1, false)));
  const networks = { homes, mobiles, offices };
  const people = Array.from({ length: mix.people }, (_, number) => newPerson(random, mix, `user_${number}`, networks));
  const kiosk: Browser = {
    machine: machineFor(random, mix, localeFor(random, mix), 'windows'),
    id: random.hex(32),
    storage: 'stable',
    privacyTools: false,
    firstDay: 0,
  };
  return { people, ...networks, kiosk, kioskAddress: addressIn(random, random.pick(homes)) };
}

/** The signals a browser sends on a day; private windows and cleared storage create a new id. */
export function browserSignals(random: Random, one: Browser, day: number): Record<string, unknown> {
  if (one.storage === 'private' || (one.storage === 'cleared' && random.chance(0.2))) one.id = random.hex(32);
  const signals = signalsOf(random, one.machine, day, one.id);
  if (one.odd === 'user_agent') return { ...signals, platform: one.machine.os === 'macos' ? 'Win32' : 'MacIntel' };
  if (one.odd === 'virtual_desktop') return { ...signals, webgl_renderer: 'Google SwiftShader', plugins_count: 0 };
  if (!one.privacyTools) return signals;
  // Privacy tools hide values; they never contradict others.
  return { ...signals, webgl_renderer: undefined, canvas_hash: undefined, plugins_count: 0 };
}

/** The network of an address for `Person.seen`: an IPv6 /48 or an IPv4 /16. */
export function networkOf(address: string): string {
  return address.includes(':') ? address.split(':').slice(0, 3).join(':') : address.split('.').slice(0, 2).join('.');
}
