// The building blocks of simulated attack campaigns: context, tools, victims, addresses.
import { HOUR } from '../../src/vocabulary/clock.ts';
import type { PopulationMix } from './logins-mix.ts';
import type { Line, Person, Population } from './logins-people.ts';
import {
  addressIn,
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
}

export function makeTool(random: Random, bare = false): Tool {
  return {
    machine: makeMachine(random, pickLocale(random), random.pick(['windows', 'linux', 'macos', 'android'])),
    id: random.hex(32),
    bare,
  };
}

/** The signals a tool sends; it fills in forms faster than people do. With `fresh` it sends a new id. */
export function toolSignals(
  context: CampaignContext,
  { machine, id, bare }: Tool,
  fresh = false,
): Record<string, unknown> | null {
  if (bare) return null;
  const { random, day } = context;
  const signals = signalsOf(random, machine, day, fresh ? random.hex(32) : id);
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
): Line {
  const scenario = context.campaign.split('#')[0] as string;
  // A customer's server that reports logins also reports those of attackers.
  const credential = context.mix.server && parts.event.startsWith('login') ? 'secret' : 'public';
  return { ...parts, credential, label, scenario, campaign: context.campaign };
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

/** Another address of the same provider. */
export function neighborAddress(random: Random, provider: Provider): string {
  return addressIn(random, provider);
}

/** How long a campaign affects the honest people around it, ms. */
export const AFTERMATH = 2 * HOUR;
