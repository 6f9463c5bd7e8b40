// A5: attacks and the floods that are meant to hide them, as scripts of events.
import fc from 'fast-check';
import { SECOND } from '../../src/vocabulary/clock.ts';
import { EVENT_TYPES, eventClass } from '../../src/vocabulary/event-types.ts';
import type { KeyKind } from '../../src/vocabulary/words.ts';
import { desktop, phone } from '../devices/machines.ts';
import type { SentEvent } from './simulation.ts';

/** Accounts with a history of their own, elsewhere. */
export const VICTIMS = Array.from({ length: 12 }, (_, index) => `victim-${index}`);

/** The logins that give the victims their history. */
export function victimLogins(credential: KeyKind): SentEvent[] {
  return VICTIMS.map((account, index) => {
    const signals = desktop(index.toString(16).repeat(32), {
      canvas_hash: `canvas ${index}`,
      fonts: [`font ${index}`],
    });
    return { type: 'login', account, signals, address: `93.${index}.1.1`, credential, after: SECOND };
  });
}

const TOOL_ID = 'a1'.repeat(16);
const TOOL = phone(TOOL_ID, { session_token: 'the-session-of-the-tool' });
const ADDRESS = '45.83.1.20';
/** A different machine for each number. */
const machine = (n: number) =>
  desktop(n.toString(16).padStart(32, '0'), { canvas_hash: `c${n}`, webgl_hash: `w${n}`, fonts: [`f${n}`] });

type Script = readonly Pick<SentEvent, 'type' | 'account' | 'signals' | 'address'>[];

const onVictims = (count: number, event: (index: number) => Partial<SentEvent> & { type: string }): Script =>
  VICTIMS.slice(0, count).map((account, index) => ({ account, signals: TOOL, address: ADDRESS, ...event(index) }));
const repeated = (count: number, event: Partial<SentEvent> & { type: string }): Script =>
  Array.from({ length: count }, () => ({ account: VICTIMS[0] as string, signals: TOOL, address: ADDRESS, ...event }));

/** The attacks that the signals of the catalog detect. */
export const ATTACKS: Readonly<Record<string, Script>> = {
  'brute force': [...repeated(11, { type: 'login_failed' }), ...repeated(1, { type: 'login' })],
  'brute force with a new id each time': Array.from({ length: 11 }, (_, n) => ({
    type: 'login_failed',
    account: VICTIMS[0] as string,
    signals: machine(n + 900),
    address: ADDRESS,
  })),
  'stuffing from one address': onVictims(10, (index) => ({ type: 'login_failed', signals: machine(index + 800) })),
  'stuffing with one device': onVictims(7, (index) => ({ type: 'login_failed', address: `45.${index}.1.1` })),
  'stuffing with one look': onVictims(10, (index) => ({
    type: 'login_failed',
    signals: phone((index + 300).toString(16).padStart(32, '0')),
    address: `45.${index}.1.1`,
  })),
  'password resets': onVictims(6, () => ({ type: 'password_reset_requested' })),
  'one account reset again and again': repeated(6, { type: 'password_reset_requested' }),
  'card testing': repeated(6, { type: 'payment_failed' }),
  'card testing with a new id each time': Array.from({ length: 6 }, (_, n) => ({
    type: 'payment_failed',
    account: VICTIMS[n] as string,
    signals: phone((n + 500).toString(16).padStart(32, '0')),
    address: ADDRESS,
  })),
  'account farm': Array.from({ length: 5 }, (_, n) => ({
    type: 'signup',
    account: `farmed-${n}`,
    signals: TOOL,
    address: ADDRESS,
  })),
  'emulators that sign up at one address': Array.from({ length: 6 }, (_, n) => ({
    type: 'signup',
    account: `emulated-${n}`,
    signals: machine(n + 700),
    address: ADDRESS,
  })),
  'guessing names with a new machine and address each time': Array.from({ length: 4 }, (_, n) => ({
    type: 'login_failed',
    account: `nobody-${n}`,
    signals: machine(n + 600),
    address: `45.${n + 40}.1.1`,
  })),
  'card testing with a new account, machine and address each time': Array.from({ length: 10 }, (_, n) => ({
    type: 'payment_failed',
    account: `guest-${n}`,
    signals: machine(n + 1000),
    address: `45.${n + 60}.1.1`,
  })),
  'prompt bombing': [...repeated(6, { type: 'mfa_challenge' }), ...repeated(1, { type: 'mfa_passed' })],
  takeover: [...repeated(1, { type: 'login' }), ...repeated(1, { type: 'payout_change' })],
};

/** A flood: `count` events of a type that share some keys with the attack and vary the others. */
export interface Flood {
  type: string;
  count: number;
  shares: readonly ('account' | 'address' | 'device' | 'look' | 'session')[];
  /** The number of the flood's accounts, unless it shares the attack's. */
  accounts: number;
  /** Whether a part of the flood precedes each event, instead of all of it the attack. */
  interleaved: boolean;
}

const FLOOD_TYPES = [...Object.keys(EVENT_TYPES), 'page_view', 'search'];

export const flood: fc.Arbitrary<Flood> = fc.record({
  type: fc.constantFrom(...FLOOD_TYPES),
  count: fc.constantFrom(30, 210, 450),
  shares: fc.subarray(['account', 'address', 'device', 'look', 'session'] as const, { minLength: 1 }),
  accounts: fc.constantFrom(1, 3, 500),
  interleaved: fc.boolean(),
});

/** The `n`th event of a flood around an event of the attack. */
export function floodEvent({ type, shares, accounts }: Flood, beside: Script[number], n: number): SentEvent {
  const shared = beside.signals as Record<string, unknown>;
  const id = shares.includes('device') ? shared.persistent_id : (n + 4096).toString(16).padStart(32, '0');
  const own = shares.includes('look') || shares.includes('device') ? { ...shared } : machine(n + 4096);
  const { session_token: _, ...signals } = { ...own, persistent_id: id } as Record<string, unknown>;
  const passive = eventClass(type) === 'passive';
  const account = shares.includes('account') ? beside.account : passive ? null : `junk-${n % accounts}`;
  return {
    type,
    account: account ?? null,
    signals: shares.includes('session') ? { ...signals, session_token: shared.session_token } : signals,
    address: shares.includes('address') ? (beside.address as string) : `62.${(n >> 8) & 255}.${n & 255}.7`,
    after: SECOND / 10,
  };
}

/** Attacks with accounts that no one else owns: an earlier login to them makes them the attacker's. */
export const OWN_ACCOUNTS: ReadonlySet<string> = new Set([
  'account farm',
  'emulators that sign up at one address',
  'guessing names with a new machine and address each time',
  'card testing with a new account, machine and address each time',
]);
