// `npm run evaluate:logins -- EVENTS TRUTH [--train PREFIX ...]`: measures how well logins are assessed, next to published rule sets on the same events.
import { parseArgs } from 'node:util';
import { auth0Like } from './baseline-auth0.ts';
import { awsAtpLike } from './baseline-aws-atp.ts';
import { crowdsecLike } from './baseline-crowdsec.ts';
import { elasticLike } from './baseline-elastic.ts';
import { freemanScores } from './baseline-freeman.ts';
import { oktaLike } from './baseline-okta.ts';
import { assess, ceilingScores, type Featured, readByPrefix } from './ceiling.ts';
import { type EventLine, isHonest, readPopulation } from './logins-input.ts';
import { byScenario, counted, type Evaluated, isStopped, thresholdAt } from './logins-measure.ts';
import type { Verdict } from './logins-run.ts';
import {
  type ComparedSystem,
  printComparison,
  printGap,
  printReliability,
  printScenarios,
  printSignals,
  printTargets,
} from './logins-tables.ts';
import { targets } from './logins-targets.ts';

const NO_SIGNALS = { codes: [], method: 'new_device', recognized: false } as const;

/** Converts a rule set's hits to verdicts without score or signals; they challenge or block as the original does. */
function ruleVerdicts(hits: readonly boolean[], decision: 'challenge' | 'block'): Verdict[] {
  return hits.map((hit) => ({ ...NO_SIGNALS, score: hit ? 100 : 0, decision: hit ? decision : 'allow' }));
}

/** Challenges from the score at which the same share of honest events is challenged as by Assay. */
function scoredVerdicts(assay: Evaluated, scores: readonly number[]): Verdict[] {
  const honest = counted(assay, (_, line) => isHonest(line));
  const share = honest.filter((index) => isStopped(assay.verdicts[index] as Verdict)).length / honest.length;
  const limit = thresholdAt(
    honest.map((index) => scores[index] ?? 0),
    share,
  );
  return scores.map((score) => ({ ...NO_SIGNALS, score, decision: score > limit ? 'challenge' : 'allow' }));
}

const RULE_SETS: readonly (readonly [string, (events: readonly EventLine[]) => boolean[], 'challenge' | 'block'])[] = [
  ['Auth0-like', auth0Like, 'block'],
  ['AWS-ATP-like', awsAtpLike, 'block'],
  ['Okta-like', oktaLike, 'challenge'],
  ['Elastic-like', elasticLike, 'challenge'],
  ['CrowdSec-like', crowdsecLike, 'block'],
];

const CEILING = 'learned ceiling';

function compared(assay: Featured, trained: readonly Featured[]): ComparedSystem[] {
  const { events, truth } = assay;
  const system = (name: string, verdicts: Verdict[], hasScore: boolean): ComparedSystem => ({
    name,
    evaluated: { events, truth, verdicts },
    hasScore,
  });
  return [
    { name: 'Assay', evaluated: assay, hasScore: true },
    ...RULE_SETS.map(([name, rules, decision]) => system(name, ruleVerdicts(rules(events), decision), false)),
    system('Freeman et al. 2016', scoredVerdicts(assay, freemanScores(events)), true),
    ...(trained.length === 0 ? [] : [system(CEILING, scoredVerdicts(assay, ceilingScores(trained, assay)), true)]),
  ];
}

function progress(name: string, total: number): (done: number) => void {
  return (done) => {
    if (process.stderr.isTTY) process.stderr.write(`\r${name}: ${done} of ${total} events${done >= total ? '\n' : ''}`);
  };
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { train: { type: 'string', multiple: true, default: [] } },
  });
  const [eventsPath, truthPath] = positionals;
  if (eventsPath === undefined || truthPath === undefined || positionals.length > 2) {
    console.error(
      'usage: npm run evaluate:logins -- EVENTS TRUTH [--train PREFIX ...]\n' +
        'EVENTS and TRUTH: newline-delimited JSON, plain or gzip. --train: learn the ceiling from PREFIX.events.ndjson.gz and\n' +
        'PREFIX.truth.ndjson.gz, never from EVENTS itself.',
    );
    process.exitCode = 2;
    return;
  }
  if (values.train.some((prefix) => eventsPath.startsWith(`${prefix}.`)))
    throw new Error(`${eventsPath} is tested: a ceiling that has seen it says nothing`);
  const population = readPopulation(eventsPath, truthPath);
  const started = performance.now();
  const assay = await assess(population, progress('tested', population.events.length));
  const seconds = (performance.now() - started) / 1000;
  const scenarios = byScenario(assay);
  console.log(`${assay.events.length} events in ${seconds.toFixed(1)} s; shares with 95 % Wilson intervals.\n`);
  printScenarios(scenarios);
  printTargets(targets(assay, scenarios));
  printReliability(assay);
  printSignals(assay);
  const trained: Featured[] = [];
  for (const prefix of values.train) {
    const other = readByPrefix(prefix);
    trained.push(await assess(other, progress(prefix, other.events.length)));
  }
  const systems = compared(assay, trained);
  printComparison(systems);
  const ceiling = systems.find(({ name }) => name === CEILING);
  if (ceiling !== undefined) printGap(assay, ceiling.evaluated);
}

await main();
