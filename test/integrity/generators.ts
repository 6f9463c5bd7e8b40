// Generates what attackers send: sequences over event types, credentials, signals, addresses and spacings.
import fc from 'fast-check';
import { DAY, HOUR, MINUTE, SECOND } from '../../src/vocabulary/clock.ts';
import { EVENT_TYPES, eventClass } from '../../src/vocabulary/event-types.ts';
import { desktop, FRESH_ID, OWN_ID, phone } from '../devices/machines.ts';
import { discreet, guessed, type Machine, replacement, similar, upgraded } from './other-machines.ts';
import { ABROAD, HOME, NEIGHBOR, OWNER, type SentEvent } from './simulation.ts';

/** The possessions of the owner that a thief may have: the stored id, the signals, the network. */
export const POSSESSIONS = ['id', 'look', 'network'] as const;
export type Possession = (typeof POSSESSIONS)[number];

const OTHER_IDS = [FRESH_ID, '0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f'];
const OWN_LOOK = 'own look';
const MACHINES: Readonly<Record<string, Machine>> = {
  phone,
  similar,
  discreet,
  upgraded,
  guessed,
  replacement,
  [OWN_LOOK]: desktop,
};
const JUNK = [null, {}, { junk: 1 }, Object.fromEntries(Array.from({ length: 8 }, (_, n) => [`junk_${n}`, n]))];

/** Shown in a counterexample instead of twenty signals. */
function named(name: string, signals: Record<string, unknown>): Record<string, unknown> {
  return Object.defineProperty(signals, fc.toStringMethod, { value: () => name });
}
const ABROAD_ADDRESSES = [ABROAD, '45.83.77.9', '185.220.101.4', '2001:db8:1:2::3'];
/** Addresses of other classes for the network abroad: 6to4, private, loopback, documentation. */
export const ODD_ADDRESSES = ['2002:2d53:114::1', '10.0.0.1', '127.0.0.1', '198.51.100.7'];

export const SENSITIVE_TYPES = Object.keys(EVENT_TYPES).filter((type) => eventClass(type) === 'sensitive');
const PASSIVE_TYPES = ['page_view', 'logout', 'search'];
/** Logins are most frequent, because a thief wants them most. */
const ALL_TYPES = [
  'login',
  'login',
  'login',
  'login',
  'login',
  'login',
  ...Object.keys(EVENT_TYPES),
  ...PASSIVE_TYPES,
  'email_changed',
  'login.failed',
];

const spacing = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(SECOND, MINUTE, 10 * MINUTE) },
  { weight: 3, arbitrary: fc.constantFrom(HOUR, 6 * HOUR) },
  { weight: 2, arbitrary: fc.constantFrom(DAY + HOUR, 3 * DAY) },
);

/** The signals that a thief with these possessions of the owner can send. */
export function signalsWith(has: readonly Possession[]): fc.Arbitrary<SentEvent['signals']> {
  const ids = [null, ...OTHER_IDS, ...(has.includes('id') ? [OWN_ID] : [])];
  const looks = Object.keys(MACHINES).filter((name) => name !== OWN_LOOK || has.includes('look'));
  const whole = fc.record({ id: fc.constantFrom(...ids), look: fc.constantFrom(...looks) });
  const bare = has.includes('id') ? [...JUNK, { persistent_id: OWN_ID, user_agent: desktop(null).user_agent }] : JUNK;
  const best = fc.record({
    id: fc.constant(has.includes('id') ? OWN_ID : FRESH_ID),
    look: has.includes('look') ? fc.constant(OWN_LOOK) : fc.constantFrom('phone', ...looks),
  });
  return fc.oneof(
    { weight: 6, arbitrary: best.map(({ id, look }) => named(`${look} ${id}`, (MACHINES[look] as Machine)(id))) },
    { weight: 4, arbitrary: whole.map(({ id, look }) => named(`${look} ${id}`, (MACHINES[look] as Machine)(id))) },
    { weight: 1, arbitrary: fc.constantFrom(...bare) },
  );
}

export function addressWith(has: readonly Possession[]): fc.Arbitrary<string> {
  const away = fc.constantFrom(...ABROAD_ADDRESSES, ...ODD_ADDRESSES);
  return has.includes('network') ? fc.oneof(away, fc.constantFrom(HOME, NEIGHBOR)) : away;
}

/** An attacker's event. A thief with the password acts through the customer's server, so credentials of both kinds occur. */
export function attackEvent(
  has: readonly Possession[],
  limits: { types?: readonly string[]; credentials?: readonly ('public' | 'secret')[] } = {},
): fc.Arbitrary<SentEvent> {
  return fc
    .record({
      type: fc.constantFrom(...(limits.types ?? ALL_TYPES)),
      account: fc.constantFrom(OWNER, OWNER, OWNER, 'throw-away', null),
      signals: signalsWith(has),
      address: addressWith(has),
      credential: fc.constantFrom(...(limits.credentials ?? (['public', 'secret'] as const))),
      after: spacing,
    })
    .filter(isPossible);
}

/**
 * A thief's sequence, mostly from one machine and one address, and its last event. If every event were drawn independently, a
 * sequence would hardly ever return to a network a day later with the same stolen id.
 */
export function attackSequence(
  has: readonly Possession[],
  last: { types: readonly string[] },
): fc.Arbitrary<{ steps: SentEvent[]; change: SentEvent }> {
  const kit = fc.record({ signals: signalsWith(has), address: addressWith(has) });
  const step = fc.record({ event: attackEvent(has), usesKit: fc.constantFrom(true, true, true, false) });
  const ending = fc.record({ event: attackEvent(has, last), usesKit: fc.constantFrom(true, true, false) });
  return fc.record({ kit, steps: fc.array(step, { maxLength: 8 }), ending }).map(({ kit: own, steps, ending: end }) => {
    const send = ({ event, usesKit }: { event: SentEvent; usesKit: boolean }) =>
      usesKit ? { ...event, ...own } : event;
    return { steps: steps.map(send), change: send(end) };
  });
}

/** Whether an attacker can send it: only passive types need no account, and only the owner passes the server's second factor. */
function isPossible({ type, account, credential }: SentEvent): boolean {
  if (account === null && eventClass(type) !== 'passive') return false;
  return !(type === 'mfa_passed' && credential === 'secret');
}

/** Every proper subset of the owner's possessions. */
export const incompletePossessions: fc.Arbitrary<readonly Possession[]> = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...POSSESSIONS).map((lacks) => POSSESSIONS.filter((one) => one !== lacks)) },
  { weight: 1, arbitrary: fc.subarray([...POSSESSIONS], { maxLength: 1 }) },
);

const HONEST: Readonly<Record<string, Partial<SentEvent>>> = {
  'owner at home': {},
  'owner abroad': { address: '93.184.1.9' },
  'owner mistypes at home': { type: 'login_failed' },
  'owner pays at home': { type: 'payment_attempt' },
  'owner changes the email at home': { type: 'email_change' },
  'owner after clearing storage, at home': { signals: desktop('a'.repeat(32)) },
  'owner after clearing storage, abroad': { signals: desktop('b'.repeat(32)), address: '93.184.1.9' },
  'owner in a browser whose id was stolen, at home': { signals: desktop(FRESH_ID) },
  'owner pays in a browser whose id was stolen, at home': { signals: desktop(FRESH_ID), type: 'payment_attempt' },
  'owner after a browser update': {
    signals: desktop(OWN_ID, { user_agent: String(desktop(null).user_agent).replaceAll('147', '148') }),
  },
  'owner on a new phone at home': { signals: phone('c'.repeat(32)) },
  'owner on a new phone abroad': { signals: phone('c'.repeat(32)), address: '93.184.1.9' },
  "family member's first login on the owner's device": { account: 'family member' },
  'newcomer at home with a common phone': { account: 'newcomer', signals: phone('d'.repeat(32)), type: 'signup' },
  'newcomer next door': { account: 'neighbor', signals: desktop('e'.repeat(32)), address: NEIGHBOR },
  'newcomer elsewhere': { account: 'stranger', signals: phone('f'.repeat(32)), address: '93.184.7.7' },
};
/** Events of honest people: the owner or a new customer. */
export const HONEST_EVENTS: Readonly<Record<string, SentEvent>> = Object.fromEntries(
  Object.entries(HONEST).map(([name, event]) => [name, { type: 'login', ...event }]),
);

/** What the customer's server sends of an event: all of it, or only the address and the browser's User-Agent header. */
export const SERVERS: Readonly<Record<string, (event: SentEvent) => SentEvent>> = {
  'with signals': (event) => event,
  'without signals': ({ signals = desktop(OWN_ID), ...event }) => ({
    ...event,
    signals: null,
    userAgent: String(signals?.user_agent),
  }),
};

/** Types that a forger sends to make someone look like an attacker. */
const FORGED_TYPES = ['login_failed', 'login_failed', 'payment_failed', 'signup', 'password_reset_requested', 'login'];

/** Bursts of forged events by someone on the victim's network who copies the signals and may have the id. */
export function forgery(has: readonly Possession[]): fc.Arbitrary<SentEvent[]> {
  const credentials = ['public'] as const;
  const event = fc.oneof(attackEvent(has, { types: FORGED_TYPES, credentials }), attackEvent(has, { credentials }));
  const burst = fc.record({ event, repeat: fc.constantFrom(1, 15), accounts: fc.constantFrom(1, 15) });
  return fc.array(burst, { minLength: 1, maxLength: 10 }).map((bursts) =>
    bursts.flatMap(({ event: forged, repeat, accounts }) =>
      Array.from({ length: repeat }, (_, n) => ({
        ...forged,
        account: forged.account === 'throw-away' ? `made-up-${n % accounts}` : (forged.account ?? null),
        after: n === 0 ? (forged.after ?? MINUTE) : SECOND,
      })),
    ),
  );
}
