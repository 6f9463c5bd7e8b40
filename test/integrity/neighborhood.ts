// People who share homes, an office, a carrier and models of machines: their visits, as sequences that generators draw.
import fc from 'fast-check';
import { DAY, HOUR, MINUTE } from '../../src/vocabulary/clock.ts';
import { desktop, phone } from '../devices/machines.ts';
import { idOf, type SentEvent } from './simulation.ts';

/** One event of an honest person, `at` ms after the first one. */
export interface Visit {
  at: number;
  visitor: string;
  /** Which of the visitor's locations, modulo their number. */
  location: number;
  type: string;
  /** Majors since the first version of the browser. */
  version: number;
  /** Its position in the sequence: a browser that adds noise draws differently each time, and one that deletes its id has a new one. */
  n: number;
}

type Look = (id: string | null, visit: Pick<Visit, 'version' | 'n'>) => Record<string, unknown>;

const chrome = (version: number) => ({
  user_agent: String(desktop(null).user_agent).replaceAll('147', String(147 + version)),
});
const OFFICE_PC = {
  ...{ fonts: ['Arial', 'Calibri', 'Marlett', 'Segoe UI'], languages: ['en-US'], timezone: 'Europe/London' },
  ...{
    canvas_hash: 'oc',
    webgl_hash: 'ow',
    audio_hash: 'oa',
    math_hash: 'om',
    hardware_concurrency: 8,
    device_memory: 8,
  },
  webgl_vendor: 'Google Inc. (Intel)',
  webgl_renderer: 'ANGLE (Intel, Intel(R) UHD Graphics 770 (0x00004680) Direct3D11 vs_5_0 ps_5_0, D3D11)',
  screen: { width: 1920, height: 1080, avail_width: 1920, avail_height: 1032, color_depth: 24, pixel_ratio: 1 },
};
const LAPTOP = {
  ...{
    fonts: ['Arial', 'Gill Sans'],
    canvas_hash: 'lc',
    webgl_hash: 'lw',
    hardware_concurrency: 10,
    device_memory: 16,
  },
  webgl_vendor: 'Google Inc. (AMD)',
  webgl_renderer: 'ANGLE (AMD, AMD Radeon 780M (0x000015BF) Direct3D11 vs_5_0 ps_5_0, D3D11)',
  screen: { width: 1440, height: 900, avail_width: 1440, avail_height: 860, color_depth: 24, pixel_ratio: 2 },
};
/** What each machine shows. */
export const LOOKS: Readonly<Record<string, Look>> = {
  computer: (id, { version }) => desktop(id, chrome(version)),
  'office pc': (id, { version }) => desktop(id, { ...OFFICE_PC, ...chrome(version) }),
  laptop: (id, { version }) => desktop(id, { ...LAPTOP, ...chrome(version) }),
  phone: (id) => phone(id),
  noisy: (id, { version, n }) =>
    desktop(id, {
      ...{ ...OFFICE_PC, ...chrome(version), fonts: ['Arial', 'Candara'] },
      ...{ canvas_hash: `c${n}`, webgl_hash: `w${n}`, audio_hash: `a${n}` },
    }),
};

export const LOCATIONS: Readonly<Record<string, string>> = {
  home: '85.7.20.14',
  'next door': '85.7.20.77',
  office: '91.12.8.5',
  carrier: '46.114.3.9',
  'carrier elsewhere': '46.114.90.20',
  hotel: '93.184.1.9',
  'another home': '82.9.1.4',
  abroad: '45.83.1.20',
};

/** The id of a browser that deletes it after each visit. */
const DELETED = 'deleted';

export interface Visitor {
  account: string;
  look: string;
  /** The stored id; null for a browser that stores none. */
  id: string | null;
  locations: readonly string[];
}

const visitor = (account: string, look: string, id: string | null, ...locations: string[]): Visitor => ({
  account,
  look,
  id,
  locations,
});

/** People with a history, in the browsers that they have used for days. */
const RESIDENTS: Readonly<Record<string, Visitor>> = {
  "Carl's pc": visitor('Carl', 'office pc', idOf(4), 'office'),
  "Anna's computer": visitor('Anna', 'computer', idOf(1), 'home'),
  "Ben's phone": visitor('Ben', 'phone', idOf(3), 'home', 'carrier', 'office'),
  "Dora's pc": visitor('Dora', 'office pc', idOf(5), 'office'),
  "Emil's pc": visitor('Emil', 'office pc', idOf(6), 'office'),
  "Fay's private window": visitor('Fay', 'laptop', null, 'another home'),
  "Gus's noisy browser": visitor('Gus', 'noisy', idOf(8), 'home', 'carrier'),
  "Hana's browser, which deletes its id": visitor('Hana', 'laptop', DELETED, 'another home', 'hotel'),
};
/** The other browsers that they use, and newcomers. */
export const VISITORS: Readonly<Record<string, Visitor>> = {
  ...RESIDENTS,
  "Anna's phone": visitor('Anna', 'phone', idOf(2), 'home', 'carrier', 'carrier elsewhere', 'hotel'),
  "Anna's laptop": visitor('Anna', 'laptop', idOf(12), 'home', 'hotel'),
  "Anna's private window": visitor('Anna', 'computer', null, 'home'),
  "Ben on Anna's computer": visitor('Ben', 'computer', idOf(1), 'home'),
  "Dora on Carl's pc": visitor('Dora', 'office pc', idOf(4), 'office'),
  "Dora's phone": visitor('Dora', 'phone', idOf(7), 'office', 'carrier'),
  "Nina's phone": visitor('Nina', 'phone', idOf(9), 'carrier', 'home', 'office'),
  "Nora's pc": visitor('Nora', 'office pc', idOf(10), 'office'),
  "Nils's laptop": visitor('Nils', 'laptop', idOf(11), 'hotel', 'another home'),
};
const isResident = ({ account }: Visitor): boolean => Object.values(RESIDENTS).some((one) => one.account === account);

export const visitorOf = ({ visitor: name }: Pick<Visit, 'visitor'>): Visitor => VISITORS[name] as Visitor;

/** The stored id that a visit shows. */
export function idOfVisit(visit: Visit): string | null {
  const { id } = visitorOf(visit);
  return id === DELETED ? idOf(1_000 + visit.n) : id;
}

export function addressOfVisit(visit: Visit): string {
  const { locations } = visitorOf(visit);
  return LOCATIONS[locations[visit.location % locations.length] as string] as string;
}

/** The event of a visit. Page views come from the browser; what `credential` says is sent with the others. */
export function eventOfVisit(visit: Visit, credential: 'public' | 'secret'): SentEvent {
  const { account, look } = visitorOf(visit);
  const signals = { ...LOOKS[look]?.(idOfVisit(visit), visit), session_token: sessionOf(visit) };
  const { type } = visit;
  return {
    type,
    account,
    signals,
    address: addressOfVisit(visit),
    credential: type === 'page_view' ? 'public' : credential,
  };
}

/**
 * The session token of a visit. A browser that deletes its id has no session left, either, and an update restarts the browser. Known and left
 * open: in a session that goes on after an update, on an unproven device away from home, a claim with its looks can seem to move the session.
 */
export function sessionOf(visit: Visit): string {
  const start = visitorOf(visit).id === DELETED ? visit.n : visit.version;
  return `the session of ${visit.visitor} since ${start}`;
}

const TYPES = [
  ...['login', 'login', 'login', 'login', 'login', 'login_failed', 'login_failed', 'page_view', 'page_view', 'signup'],
  ...['payment_attempt', 'payment_failed', 'email_change', 'payout_change', 'mfa_challenge', 'mfa_passed'],
  ...['password_reset_requested', 'password_reset_completed'],
];

const step = fc.record({
  visitor: fc.constantFrom(...Object.keys(VISITORS)),
  /** Whether the visitor of the step before continues instead. */
  continues: fc.constantFrom(true, true, true, false),
  location: fc.nat(3),
  type: fc.constantFrom(...TYPES),
  after: fc.constantFrom(MINUTE, MINUTE, 10 * MINUTE, HOUR, 6 * HOUR, DAY + HOUR),
  updates: fc.constantFrom(false, false, false, false, false, false, false, true),
});

/** Daily logins of the residents, and then what anybody does. */
export const visits: fc.Arbitrary<Visit[]> = fc
  .record({ days: fc.constantFrom(3, 3, 9), steps: fc.array(step, { minLength: 3, maxLength: 14 }) })
  .map(({ days, steps }) => {
    const list: Visit[] = [];
    const add = (visit: Omit<Visit, 'n'>) => list.push({ ...visit, n: list.length });
    for (let day = 0; day < days; day += 1) {
      for (const [index, name] of Object.keys(RESIDENTS).entries()) {
        add({ at: day * DAY + index * MINUTE, visitor: name, location: 0, type: 'login', version: 0 });
      }
    }
    let [at, version, last] = [days * DAY, 0, steps[0] as { visitor: string; location: number }];
    for (const { after, updates, continues, ...drawn } of steps) {
      at += after;
      if (updates) version += 1;
      if (!continues) last = drawn;
      const type = drawn.type === 'signup' && isResident(visitorOf(last)) ? 'login' : drawn.type;
      add({ at, visitor: last.visitor, location: last.location, type, version });
    }
    return list;
  });

/** When the account was first able to prove something; after all visits if it never was. */
export function firstProofOf(list: readonly Visit[], isSame: (visit: Visit) => boolean): number {
  const proof = list.find((visit) => ['login', 'signup', 'mfa_passed'].includes(visit.type) && isSame(visit));
  return proof?.at ?? Number.POSITIVE_INFINITY;
}
