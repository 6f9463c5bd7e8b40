// The building blocks of simulated attack campaigns: context, tools, victims, addresses.
import { HOUR } from '../../src/vocabulary/clock.ts';
import type { PopulationMix } from './logins-parameters.ts';
import { type Line, localeFor, machineFor, type Person, type Population } from './logins-people.ts';
import {
  addressIn,
  humanBehavior,
  type Machine,
  makeMachine,
  makeProvider,
  type Provider,
  pickLocale,
  signalsOf,
} from './logins-world.ts';
import type { Random } from './random.ts';

/** What a campaign is generated from. */
export interface CampaignContext {
  random: Random;
  population: Population;
  mix: PopulationMix;
  /** Start time (ms since the epoch) and day of the simulation. */
  at: number;
  day: number;
  campaign: string;
}

export type Campaign = (stage: CampaignContext) => Line[];

/** An attacker's tool. A `bare` one sends no client signals. */
export interface Tool {
  machine: Machine;
  id: string;
  bare: boolean;
  /** Whether it fills in forms like a person. */
  human: boolean;
  /** The session of the current visit; undefined if every event is a separate visit. */
  session?: string | null;
}

export function makeTool({ random, mix }: CampaignContext, bare = false, only?: Machine['os']): Tool {
  const { extended } = mix;
  const machine =
    extended === undefined
      ? makeMachine(random, pickLocale(random), random.pick(['windows', 'linux', 'macos', 'android']))
      : machineFor(random, mix, localeFor(random, mix), only);
  return {
    machine,
    id: random.hex(32),
    bare,
    human: extended !== undefined && random.chance(extended.humanTools),
  };
}

/** The session token of a new visit, or null; in extended populations attackers have one as often as honest people. */
export function newSession(random: Random, { extended }: PopulationMix): string | null {
  return extended === undefined || random.chance(extended.tokenMissing) ? null : random.hex(32);
}

/** The signals a tool sends; it fills in forms faster than people do. With `fresh` it sends a new id. */
export function toolSignals(
  context: CampaignContext,
  { machine, id, bare, human, session }: Tool,
  fresh = false,
): Record<string, unknown> | null {
  if (bare) return null;
  const { random, day } = context;
  const token = session === undefined ? newSession(random, context.mix) : session;
  const signals = {
    ...signalsOf(random, machine, day, fresh ? random.hex(32) : id),
    ...(token === null ? {} : { session_token: token }),
  };
  if (human) return { ...signals, behavior: humanBehavior(random) };
  return {
    ...signals,
    behavior: {
      ms_to_submit: 300 + random.integer(4000),
      key_events: 0,
      pointer_events: random.integer(3),
      pasted: true,
    },
  };
}

export function campaignLine(
  context: CampaignContext,
  label: string,
  parts: Pick<Line, 'at' | 'event' | 'account' | 'address' | 'signals'>,
  scenario = context.campaign.split('#')[0] as string,
): Line {
  return {
    ...parts,
    credential: reportedBy(context.mix, parts.event),
    label,
    scenario,
    campaign: context.campaign,
  };
}

/** A customer's server that reports an event type also reports the events of attackers. */
export function reportedBy({ server, extended }: PopulationMix, event: string): Line['credential'] {
  if (extended === undefined) return server && event.startsWith('login') ? 'secret' : 'public';
  return event === 'mfa_passed' || extended.serverEvents.includes(event) ? 'secret' : 'public';
}

export function pickVictim({ random, population, day }: CampaignContext): Person {
  const joined = population.people.filter(({ joinedDay }) => joinedDay < day);
  return random.pick(joined);
}

/** An account from a leaked list; `existing` is the share of its names that exist here. */
export function leakedAccount(context: CampaignContext, existing: number): string {
  return context.random.chance(existing) ? pickVictim(context).account : `leak_${context.random.hex(8)}`;
}

/** The address of a rented proxy, in a random network. */
export function proxyAddress(random: Random): string {
  return addressIn(random, makeProvider(random, 1, false));
}

/** A home address behind a residential proxy: of a provider here, or of one elsewhere. */
export function residentialAddress({ random, population, mix }: CampaignContext): string {
  return random.chance(mix.extended?.localResidential ?? 0)
    ? addressIn(random, random.pick(population.homes))
    : addressIn(random, makeProvider(random, 1, random.chance(0.3)));
}

/** Another address of the same provider. */
export function neighborAddress(random: Random, provider: Provider): string {
  return addressIn(random, provider);
}

/** How long a campaign affects the honest people around it, ms. */
export const AFTERMATH = 2 * HOUR;

/** Types of events that change who controls an account. */
export const SENSITIVE_TYPES = [
  'email_change',
  'phone_change',
  'password_change',
  'mfa_disabled',
  'payout_change',
  'api_key_created',
] as const;

export function sensitiveChange(random: Random): (typeof SENSITIVE_TYPES)[number] {
  return random.pick(SENSITIVE_TYPES);
}

/** A thief at the second factor, who is asked for it if the account has one (new device and network) and hardly ever passes. */
export function secondFactor(
  context: CampaignContext,
  label: string,
  victim: Person,
  { address, signals, at }: { address: string; signals: () => Line['signals']; at: number },
  scenario?: string,
): { lines: Line[]; passed: boolean } {
  const { random, mix } = context;
  if (mix.extended === undefined || !victim.secondFactor) return { lines: [], passed: true };
  const passed = random.chance(mix.extended.thievesPass);
  const events = [
    'mfa_challenge',
    ...(passed ? ['mfa_passed'] : random.chance(0.3) ? ['mfa_failed', 'mfa_failed'] : ['mfa_failed']),
  ];
  const lines = events.map((event, step) =>
    campaignLine(
      context,
      label,
      {
        at: at + step * (10_000 + random.integer(25_000)),
        event,
        account: victim.account,
        address,
        signals: signals(),
      },
      scenario,
    ),
  );
  return { lines, passed };
}
