// `npm run evaluate:campaigns -- EVENTS TRUTH`: measures how well the grouping of stopped events matches the attacks.
import { groupEvents } from '../../src/flows/campaigns/group-events.ts';
import { recordEvent } from '../../src/flows/events/record-event.ts';
import type { StoppedEvent } from '../../src/records/campaigns.ts';
import { openEvaluationService } from './evaluation-service.ts';
import { type EventLine, isHonest, readPopulation, type TruthLine } from './logins-input.ts';

/** With fewer stopped events, an attack is too small for an analyst to look for, and a group does not claim an attack. */
const MIN_EVENTS = 10;
const ALL_TIMES = { from: 0, to: Date.UTC(9999, 0, 1) };

/** One attack: its stopped events, and how many of them its largest campaign holds. */
interface Attack {
  stopped: number;
  together: number;
}

/** Records every event at its own time, and returns those that were challenged or blocked, with the truth of each. */
async function stoppedEvents(events: readonly EventLine[], truth: readonly TruthLine[]) {
  const service = await openEvaluationService();
  let now = 0;
  const context = { ...service.context, clock: () => now };
  const truthOf = new Map<string, TruthLine>();
  for (const [index, line] of events.entries()) {
    now = line.at;
    const { recorded } = await recordEvent(context, service.environment, {
      type: line.event,
      accountId: line.account?.id ?? null,
      signals: line.signals,
      address: line.ip_address,
      userAgent: line.user_agent,
      occurredAt: null,
      credential: line.credential,
      idempotency: null,
      imported: null,
    });
    truthOf.set(recorded.id, truth[index] as TruthLine);
  }
  const { campaigns } = context.store;
  const stopped = await campaigns.stopped(service.environment.number, ALL_TIMES, events.length, 'newest');
  await context.store.close();
  return { stopped, truthOf: ({ id }: StoppedEvent) => truthOf.get(id) as TruthLine };
}

/** Events by attack; those of honest people and legitimate robots are left out. */
function byAttack(events: readonly StoppedEvent[], truthOf: (event: StoppedEvent) => TruthLine): Map<string, number> {
  const counts = new Map<string, number>();
  for (const event of events) {
    const { campaign } = truthOf(event);
    if (campaign !== null) counts.set(campaign, (counts.get(campaign) ?? 0) + 1);
  }
  return counts;
}

const percent = (part: number, whole: number) => (whole === 0 ? '-' : `${((100 * part) / whole).toFixed(1)} %`);

function printClasses(attacks: ReadonlyMap<string, Attack>): void {
  const classes = new Map<string, Attack[]>();
  for (const [name, attack] of attacks) {
    const [scenario] = name.split('#') as [string];
    if (attack.stopped >= MIN_EVENTS) classes.set(scenario, [...(classes.get(scenario) ?? []), attack]);
  }
  console.log('| Attack | Attacks | Stopped events | In the largest campaign | Least |\n|---|---|---|---|---|');
  for (const [scenario, list] of classes) {
    const stopped = list.reduce((sum, one) => sum + one.stopped, 0);
    const together = list.reduce((sum, one) => sum + one.together, 0);
    const least = Math.min(...list.map((one) => one.together / one.stopped));
    console.log(`| ${scenario} | ${list.length} | ${stopped} | ${percent(together, stopped)} | ${percent(least, 1)} |`);
  }
}

interface Tally {
  groups: number;
  events: number;
  honest: number;
  ofOthers: number;
  /** Groups of mostly honest people or legitimate robots, which are not the campaign of an attack. */
  claimed: number;
}

function printKinds(kinds: ReadonlyMap<string, Tally>): void {
  console.log('\n| Kind | Campaigns of attacks | Events | Strangers | Of other attacks | Groups without an attack |');
  console.log('|---|---|---|---|---|---|');
  for (const [kind, { groups, events, honest, ofOthers, claimed }] of kinds) {
    console.log(
      `| ${kind} | ${groups} | ${events} | ${honest} (${percent(honest, events)}) | ${ofOthers} | ${claimed} |`,
    );
  }
}

async function main(): Promise<void> {
  const [eventsPath, truthPath] = process.argv.slice(2);
  if (eventsPath === undefined || truthPath === undefined) {
    console.error('usage: npm run evaluate:campaigns -- EVENTS TRUTH');
    process.exitCode = 2;
    return;
  }
  const population = readPopulation(eventsPath, truthPath);
  const { stopped, truthOf } = await stoppedEvents(population.events, population.truth);
  const attacks = new Map<string, Attack>();
  for (const [name, count] of byAttack(stopped, truthOf)) attacks.set(name, { stopped: count, together: 0 });
  const kinds = new Map<string, Tally>();
  for (const { kind, events } of groupEvents(stopped)) {
    const own = byAttack(events, truthOf);
    for (const [name, count] of own) {
      const attack = attacks.get(name) as Attack;
      attack.together = Math.max(attack.together, count);
    }
    if (events.length < MIN_EVENTS) continue;
    const tally = kinds.get(kind) ?? { groups: 0, events: 0, honest: 0, ofOthers: 0, claimed: 0 };
    kinds.set(kind, tally);
    const attacking = [...own.values()].reduce((sum, count) => sum + count, 0);
    if (attacking * 2 < events.length) {
      tally.claimed += 1;
      continue;
    }
    tally.groups += 1;
    tally.events += events.length;
    tally.honest += events.filter((event) => isHonest(truthOf(event))).length;
    tally.ofOthers += attacking - Math.max(...own.values());
  }
  const honest = stopped.filter((event) => isHonest(truthOf(event))).length;
  console.log(`${population.events.length} events, ${stopped.length} stopped, of them ${honest} honest\n`);
  printClasses(attacks);
  printKinds(kinds);
}

await main();
