// The honest half of the generated log-ins: people with habits, devices that change, networks they move between.
import type { Mix } from './logins-mix.ts';
import {
  addressIn,
  type Chance,
  type Locale,
  locale,
  type Machine,
  machine,
  type Provider,
  provider,
  signalsOf,
} from './logins-world.ts';

/** A line of both files, before they are sorted and split. */
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

/** One browser of one person. `stable` ids live as long as the browser, others are lost now and then, or every time. */
export interface Browser {
  machine: Machine;
  id: string;
  storage: 'stable' | 'cleared' | 'private';
  odd: boolean;
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
  /** Mean log-ins a day. */
  rate: number;
  joinedDay: number;
  /** Networks (first three octets, or the household) that a person's log-ins were seen on, for the scenario's name. */
  seen: Set<string>;
}

export interface Town {
  people: Person[];
  offices: string[];
  homes: Provider[];
  mobiles: Provider[];
  kiosk: Browser;
  kioskAddress: string;
}

/** A browser that a person has from `day` on. */
export function newBrowser(chance: Chance, where: Locale, day: number, mix: Mix): Browser {
  const storage = (['stable', 'cleared', 'private'] as const)[chance.weighted(mix.storage)] ?? 'stable';
  return { machine: machine(chance, where), id: chance.hex(32), storage, odd: chance.yes(mix.odd), firstDay: day };
}

export function town(chance: Chance, mix: Mix): Town {
  const homes = Array.from({ length: 14 }, () => provider(chance, 1 + chance.below(3), chance.yes(0.4)));
  const mobiles = Array.from({ length: 4 }, () => provider(chance, 2, false));
  const offices = Array.from({ length: mix.offices }, () => addressIn(chance, provider(chance, 1, false)));
  const people = Array.from({ length: mix.people }, (_, number) => {
    const where = locale(chance);
    const home = chance.pick(homes);
    const browsers = Array.from({ length: 1 + chance.weighted([5, 4, 1]) }, () => newBrowser(chance, where, 0, mix));
    return {
      account: `user_${number}`,
      locale: where,
      browsers,
      home,
      homeAddress: addressIn(chance, home),
      mobile: chance.pick(mobiles),
      office: chance.yes(mix.officeShare) ? chance.pick(offices) : null,
      rate: Math.min(3, chance.waiting(mix.rate)),
      joinedDay: chance.yes(0.12) ? chance.below(mix.days) : 0,
      seen: new Set<string>(),
    };
  });
  const kiosk = {
    machine: machine(chance, locale(chance), 'windows'),
    id: chance.hex(32),
    storage: 'stable',
    odd: false,
    firstDay: 0,
  } as const;
  return { people, offices, homes, mobiles, kiosk, kioskAddress: addressIn(chance, chance.pick(homes)) };
}

/** The signals a browser shows now; private windows and cleared storage bring a new id. */
export function shown(chance: Chance, one: Browser, day: number): Record<string, unknown> {
  if (one.storage === 'private' || (one.storage === 'cleared' && chance.yes(0.2))) one.id = chance.hex(32);
  const signals = signalsOf(chance, one.machine, day, one.id);
  if (!one.odd) return signals;
  // Privacy tools: nothing to read where others read something, never a contradiction.
  return { ...signals, webgl_renderer: undefined, canvas_hash: undefined, plugins_count: 0 };
}
