// `npx tsx bench/simulate/logins.ts MIX FOLDER [--seed N] [--people N]`: writes a population that the signals were not tuned on, with its truth.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import { DAY, HOUR } from '../../src/vocabulary/clock.ts';
import { GUESSING } from './logins-attacks.ts';
import { honestDay, massFailure } from './logins-days.ts';
import { MIXES, type Mix } from './logins-mix.ts';
import { type Line, type Town, town } from './logins-people.ts';
import { AFTERMATH, type Stage } from './logins-stage.ts';
import { sessionHijack, TAKEOVERS } from './logins-takeovers.ts';
import { Chance } from './logins-world.ts';

const START = Date.UTC(2026, 4, 4);
/** Takeovers are one or a few events each, so there are more of them. */
const TAKEOVERS_PER_CAMPAIGN = 8;

function attackLines(chance: Chance, people: Town, mix: Mix, honest: readonly Line[]): Line[] {
  const lines: Line[] = [];
  const stage = (scenario: string, number: number): Stage => {
    const day = mix.warmupDays + chance.below(mix.days - mix.warmupDays - 1);
    return {
      chance,
      town: people,
      mix,
      day,
      at: START + day * DAY + chance.below(20 * HOUR),
      campaign: `${scenario}#${number}`,
    };
  };
  for (const [scenario, campaign] of Object.entries(GUESSING)) {
    for (let number = 1; number <= mix.campaigns; number += 1) lines.push(...campaign(stage(scenario, number)));
  }
  for (let number = 1; number <= mix.campaigns * TAKEOVERS_PER_CAMPAIGN; number += 1) {
    for (const [scenario, campaign] of Object.entries(TAKEOVERS)) lines.push(...campaign(stage(scenario, number)));
    lines.push(...sessionHijack(stage('session_hijack', number), honest));
  }
  return lines;
}

/** Names honest people beside an attack by what happened to them. */
function nameBystanders(honest: readonly Line[], attacks: readonly Line[]): void {
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

function populate(mix: Mix): Line[] {
  const chance = new Chance(mix.seed);
  const people = town(chance, mix);
  const honest: Line[] = [];
  for (let day = 0; day < mix.days; day += 1) honest.push(...honestDay(chance, people, START, day, mix));
  const outage = mix.warmupDays + 2;
  honest.push(...massFailure(chance, people, START + outage * DAY + 10 * HOUR, outage, 'benign_outage', 0.12, mix));
  const expiry = mix.warmupDays + 7;
  honest.push(...massFailure(chance, people, START + expiry * DAY + 9 * HOUR, expiry, 'benign_expiry_day', 0.05, mix));
  const attacks = attackLines(chance, people, mix, honest);
  nameBystanders(honest, attacks);
  return [...honest, ...attacks].sort((a, b) => a.at - b.at);
}

function main(): void {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { seed: { type: 'string' }, people: { type: 'string' } },
  });
  const [name, folder] = positionals;
  const listed = name === undefined ? undefined : MIXES[name];
  const mix = listed && {
    ...listed,
    seed: Number(values.seed ?? listed.seed),
    people: Number(values.people ?? listed.people),
  };
  if (mix === undefined || folder === undefined) {
    console.error(`usage: generate-logins ${Object.keys(MIXES).join('|')} FOLDER [--seed N] [--people N]`);
    process.exitCode = 2;
    return;
  }
  const lines = populate(mix);
  const end = START + mix.warmupDays * DAY;
  const events = lines.map(({ at, event, account, address, credential, signals }) =>
    JSON.stringify({
      event,
      account: { id: account },
      ip_address: address,
      occurred_at: new Date(at).toISOString(),
      credential,
      ...(signals === null ? {} : { signals }),
    }),
  );
  const truth = lines.map(({ at, label, scenario, campaign }) =>
    JSON.stringify({
      label,
      scenario,
      ...(campaign === null ? {} : { campaign }),
      phase: at < end ? 'warmup' : 'eval',
    }),
  );
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${name}.events.ndjson.gz`), gzipSync(`${events.join('\n')}\n`));
  writeFileSync(join(folder, `${name}.truth.ndjson.gz`), gzipSync(`${truth.join('\n')}\n`));
  console.log(`${lines.length} events`);
}

main();
