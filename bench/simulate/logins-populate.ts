// A simulated population: the honest days of its people and the attacks on it, in time order, each event with its truth.
import { DAY, HOUR } from '../../src/vocabulary/clock.ts';
import { GUESSING } from './logins-attacks.ts';
import { AFTERMATH, type CampaignContext } from './logins-campaign.ts';
import { honestDay, massFailure } from './logins-days.ts';
import { addGroups } from './logins-groups.ts';
import { IDENTITIES, sessionReplay } from './logins-identities.ts';
import { EXTENDED_FAMILIES, type PopulationMix } from './logins-parameters.ts';
import { type Line, makePopulation, type Population } from './logins-people.ts';
import { SCHEMES } from './logins-schemes.ts';
import { sessionHijack, TAKEOVERS } from './logins-takeovers.ts';
import { Random } from './random.ts';

/** The first day of every population, ms. */
export const START = Date.UTC(2026, 4, 4);
/** The default of `PopulationMix.takeovers`. */
const TAKEOVERS_PER_CAMPAIGN = 8;

function attackLines(random: Random, people: Population, mix: PopulationMix, honest: readonly Line[]): Line[] {
  const lines: Line[] = [];
  const contextOf = (scenario: string, number: number): CampaignContext => {
    const day = mix.warmupDays + random.integer(mix.days - mix.warmupDays - 1);
    return {
      random,
      population: people,
      mix,
      day,
      at: START + day * DAY + random.integer(20 * HOUR),
      campaign: `${scenario}#${number}`,
    };
  };
  for (const [scenario, campaign] of Object.entries(GUESSING)) {
    for (let number = 1; number <= mix.campaigns; number += 1) lines.push(...campaign(contextOf(scenario, number)));
  }
  for (let number = 1; number <= mix.campaigns * (mix.takeovers ?? TAKEOVERS_PER_CAMPAIGN); number += 1) {
    for (const [scenario, campaign] of Object.entries(TAKEOVERS)) lines.push(...campaign(contextOf(scenario, number)));
    lines.push(...sessionHijack(contextOf('session_hijack', number), honest));
  }
  const families = { ...IDENTITIES, ...SCHEMES };
  for (const family of mix.extended === undefined ? [] : EXTENDED_FAMILIES) {
    for (let number = 1; number <= (mix.extended?.attacks[family] ?? 0); number += 1) {
      const context = contextOf(family, number);
      lines.push(...(family === 'session_replay' ? sessionReplay(context, honest) : families[family](context)));
    }
  }
  return lines;
}

/** Gives honest events near an attack the scenario of a bystander. */
function markBystanders(honest: readonly Line[], attacks: readonly Line[]): void {
  for (const one of attacks) {
    const nat = one.scenario === 'nat_attacker';
    if (!nat && one.scenario !== 'victim_injection') continue;
    for (const other of honest) {
      const near = other.at > one.at && other.at < one.at + AFTERMATH;
      if (near && nat && other.address === one.address) other.scenario = 'benign_nat_neighbour';
      if (near && !nat && other.account === one.account) other.scenario = 'benign_injection_victim';
    }
  }
}

export function populate(mix: PopulationMix): Line[] {
  const random = new Random(mix.seed);
  const people = makePopulation(random, mix);
  if (mix.extended !== undefined) addGroups(random, mix, mix.extended, people);
  const honest: Line[] = [];
  for (let day = 0; day < mix.days; day += 1) honest.push(...honestDay(random, people, START, day, mix));
  const outage = mix.warmupDays + 2;
  honest.push(...massFailure(random, people, START + outage * DAY + 10 * HOUR, outage, 'benign_outage', 0.12, mix));
  const expiry = mix.warmupDays + 7;
  honest.push(...massFailure(random, people, START + expiry * DAY + 9 * HOUR, expiry, 'benign_expiry_day', 0.05, mix));
  const attacks = attackLines(random, people, mix, honest);
  markBystanders(honest, attacks);
  // A campaign that started on the last days ends with the simulation in extended populations; published results of the others include what came after.
  const end = mix.extended === undefined ? Number.POSITIVE_INFINITY : START + mix.days * DAY;
  return [...honest, ...attacks].filter(({ at }) => at < end).sort((a, b) => a.at - b.at);
}
