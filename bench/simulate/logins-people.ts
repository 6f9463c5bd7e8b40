// The honest population of the simulated logins: people with habits, changing devices, and several networks.
import type { PopulationMix } from './logins-mix.ts';
import {
  addressIn,
  type Locale,
  type Machine,
  makeMachine,
  makeProvider,
  type Provider,
  pickLocale,
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
}

/** A person's browser. A `stable` id lasts as long as the browser; `cleared` loses it now and then, `private` on every visit. */
export interface Browser {
  machine: Machine;
  id: string;
  storage: 'stable' | 'cleared' | 'private';
  privacyTools: boolean;
  firstDay: number;
}

export interface Person {
  account: string;
  locale: Locale;
  browsers: Browser[];
  home: Provider;
  homeAddress: string;
  mobile: Provider;
  office: string | null;
  /** Mean logins a day. */
  rate: number;
  joinedDay: number;
  /** Networks (first two octets, or the household) and browser ids of earlier logins. */
  seen: Set<string>;
}

export interface Population {
  people: Person[];
  offices: string[];
  homes: Provider[];
  mobiles: Provider[];
  kiosk: Browser;
  kioskAddress: string;
}

/** A browser that a person uses from `day` on. */
export function newBrowser(random: Random, ownerLocale: Locale, day: number, mix: PopulationMix): Browser {
  const storage = (['stable', 'cleared', 'private'] as const)[random.weightedIndex(mix.storage)] ?? 'stable';
  return {
    machine: makeMachine(random, ownerLocale),
    id: random.hex(32),
    storage,
    privacyTools: random.chance(mix.privacyTools),
    firstDay: day,
  };
}

export function makePopulation(random: Random, mix: PopulationMix): Population {
  const homes = Array.from({ length: 14 }, () => makeProvider(random, 1 + random.integer(3), random.chance(0.4)));
  const mobiles = Array.from({ length: 4 }, () => makeProvider(random, 2, false));
  const offices = Array.from({ length: mix.offices }, () => addressIn(random, makeProvider(random, 1, false)));
  const people = Array.from({ length: mix.people }, (_, number) => {
    const locale = pickLocale(random);
    const home = random.pick(homes);
    const browsers = Array.from({ length: 1 + random.weightedIndex([5, 4, 1]) }, () =>
      newBrowser(random, locale, 0, mix),
    );
    return {
      account: `user_${number}`,
      locale,
      browsers,
      home,
      homeAddress: addressIn(random, home),
      mobile: random.pick(mobiles),
      office: random.chance(mix.officeShare) ? random.pick(offices) : null,
      rate: Math.min(3, random.exponential(mix.rate)),
      joinedDay: random.chance(0.12) ? random.integer(mix.days) : 0,
      seen: new Set<string>(),
    };
  });
  const kiosk = {
    machine: makeMachine(random, pickLocale(random), 'windows'),
    id: random.hex(32),
    storage: 'stable',
    privacyTools: false,
    firstDay: 0,
  } as const;
  return { people, offices, homes, mobiles, kiosk, kioskAddress: addressIn(random, random.pick(homes)) };
}

/** The signals a browser sends on a day; private windows and cleared storage create a new id. */
export function browserSignals(random: Random, one: Browser, day: number): Record<string, unknown> {
  if (one.storage === 'private' || (one.storage === 'cleared' && random.chance(0.2))) one.id = random.hex(32);
  const signals = signalsOf(random, one.machine, day, one.id);
  if (!one.privacyTools) return signals;
  // Privacy tools hide values; they never contradict others.
  return { ...signals, webgl_renderer: undefined, canvas_hash: undefined, plugins_count: 0 };
}
