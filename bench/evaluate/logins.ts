// `npm run evaluate:logins -- EVENTS TRUTH`: how well log-ins are judged, by the same code as live ones, beside two yardsticks.

import { auth0Like } from './baseline-auth0.ts';
import { awsAtpLike } from './baseline-aws-atp.ts';
import { type EventLine, readPopulation } from './logins-input.ts';
import { byScenario, type Evaluated } from './logins-measure.ts';
import { runThroughService, type Verdict } from './logins-run.ts';
import { printComparison, printScenarios, printSignals, printTargets } from './logins-tables.ts';
import { targets } from './logins-targets.ts';

/** A yardstick's refusals as verdicts: it knows no score and no reasons. */
function refusals(events: readonly EventLine[], judge: (events: readonly EventLine[]) => boolean[]): Verdict[] {
  return judge(events).map((refused) => ({
    score: refused ? 100 : 0,
    decision: refused ? 'block' : 'allow',
    codes: [],
    method: 'new_device',
  }));
}

async function main(eventsPath: string | undefined, truthPath: string | undefined): Promise<void> {
  if (eventsPath === undefined || truthPath === undefined) {
    console.error('usage: npm run evaluate:logins -- EVENTS TRUTH   (newline JSON, plain or gzip)');
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
  const ours: Evaluated = { events, truth, verdicts };
  const scenarios = byScenario(ours);
  console.log(`${events.length} events in ${seconds.toFixed(1)} s; shares with 95 % Wilson intervals.\n`);
  printScenarios(scenarios);
  printTargets(targets(ours, scenarios));
  printSignals(ours);
  printComparison([
    ['Assay', ours],
    ['Auth0-like', { events, truth, verdicts: refusals(events, auth0Like) }],
    ['AWS-ATP-like', { events, truth, verdicts: refusals(events, awsAtpLike) }],
  ]);
}

await main(process.argv[2], process.argv[3]);
