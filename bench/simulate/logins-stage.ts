// What every generated campaign starts from: a place in time, a tool, a victim, an address.
import { HOUR } from '../../src/vocabulary/clock.ts';
import type { Mix } from './logins-mix.ts';
import type { Line, Person, Town } from './logins-people.ts';
import {
  addressIn,
  type Chance,
  locale,
  type Machine,
  machine,
  type Provider,
  provider,
  signalsOf,
} from './logins-world.ts';

/** What every campaign is given. */
export interface Stage {
  chance: Chance;
  town: Town;
  mix: Mix;
  /** When it begins, and on which day of the world. */
  at: number;
  day: number;
  campaign: string;
}

export type Campaign = (stage: Stage) => Line[];

/** An attacker's tool: a machine with an id, or bare requests. */
export interface Tool {
  machine: Machine;
  id: string;
  bare: boolean;
}

export function tool(chance: Chance, bare = false): Tool {
  return {
    machine: machine(chance, locale(chance), chance.pick(['windows', 'linux', 'macos', 'android'])),
    id: chance.hex(32),
    bare,
  };
}

/** What a tool sends: a script fills forms fast; some tools leave a trace. */
export function sent(stage: Stage, { machine: who, id, bare }: Tool, fresh = false): Record<string, unknown> | null {
  if (bare) return null;
  const { chance, day } = stage;
  const signals = signalsOf(chance, who, day, fresh ? chance.hex(32) : id);
  return {
    ...signals,
    behavior: { ms_to_submit: 300 + chance.below(4000), key_events: 0, pointer_events: chance.below(3), pasted: true },
  };
}

export function line(
  stage: Stage,
  label: string,
  parts: Pick<Line, 'at' | 'event' | 'account' | 'address' | 'signals'>,
): Line {
  const scenario = stage.campaign.split('#')[0] as string;
  // Where the customer's server reports log-ins, it reports the attackers' too.
  const credential = stage.mix.server && parts.event.startsWith('login') ? 'secret' : 'public';
  return { ...parts, credential, label, scenario, campaign: stage.campaign };
}

export function victim({ chance, town, day }: Stage): Person {
  const joined = town.people.filter(({ joinedDay }) => joinedDay < day);
  return chance.pick(joined);
}

/** A leaked list: some of its names exist here. */
export function leaked(stage: Stage, existing: number): string {
  return stage.chance.yes(existing) ? victim(stage).account : `leak_${stage.chance.hex(8)}`;
}

/** A rented proxy: each attempt may come from anywhere. */
export function proxy(chance: Chance): string {
  return addressIn(chance, provider(chance, 1, false));
}

/** A neighbor of an address: the same provider, another line. */
export function neighbourOf(chance: Chance, { wides, six }: Provider): string {
  return addressIn(chance, { wides, six });
}

/** How long a campaign's traces matter to the honest people beside it. */
export const AFTERMATH = 2 * HOUR;
