// `npm run evaluate:logins -- EVENTS TRUTH`: measures how well logins are assessed, with the code that handles live events, against two baselines.

import { auth0Like } from './baseline-auth0.ts';
import { awsAtpLike } from './baseline-aws-atp.ts';
import { type EventLine, readPopulation } from './logins-input.ts';
import { byScenario, type Evaluated } from './logins-measure.ts';
import { runThroughService, type Verdict } from './logins-run.ts';
import { printComparison, printReliability, printScenarios, printSignals, printTargets } from './logins-tables.ts';
import { targets } from './logins-targets.ts';

/** Converts a baseline's blocks to verdicts without score or signals. */
function baselineVerdicts(
  events: readonly EventLine[],
  baseline: (events: readonly EventLine[]) => boolean[],
): Verdict[] {
  return baseline(events).map((blocked) => ({
    score: blocked ? 100 : 0,
    decision: blocked ? 'block' : 'allow',
    codes: [],
    method: 'new_device',
    recognized: false,
  }));
}

async function main(eventsPath: string | undefined, truthPath: string | undefined): Promise<void> {
  if (eventsPath === undefined || truthPath === undefined) {
    console.error('usage: npm run evaluate:logins -- EVENTS TRUTH   (newline-delimited JSON, plain or gzip)');
    process.exitCode = 2;
    return;
  }
  const { events, truth } = readPopulation(eventsPath, truthPath);
  const started = performance.now();
  const verdicts = await runThroughService(events, (done) => {
    if (process.stderr.isTTY) process.stderr.write(`\r${done} of ${events.length} events`);
  });
  if (process.stderr.isTTY) process.stderr.write('\n');
  const seconds = (performance.now() - started) / 1000;
  const assay: Evaluated = { events, truth, verdicts };
  const scenarios = byScenario(assay);
  console.log(`${events.length} events in ${seconds.toFixed(1)} s; shares with 95 % Wilson intervals.\n`);
  printScenarios(scenarios);
  printTargets(targets(assay, scenarios));
  printReliability(assay);
  printSignals(assay);
  printComparison([
    ['Assay', assay],
    ['Auth0-like', { events, truth, verdicts: baselineVerdicts(events, auth0Like) }],
    ['AWS-ATP-like', { events, truth, verdicts: baselineVerdicts(events, awsAtpLike) }],
  ]);
}

await main(process.argv[2], process.argv[3]);
