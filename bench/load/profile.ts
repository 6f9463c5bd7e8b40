// A CPU profile of the service under load: kept as a file for a flame graph, and summed up by stage.
import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { secretKey } from '../service/first-run.ts';
import { machine } from '../service/machine.ts';
import { startService } from '../service/start-service.ts';
import { flameGraph, type Profile } from './flame-graph.ts';
import { runLoad } from './load.ts';
import { ring, warmingSeconds } from './measure-ingest.ts';
import type { Mix } from './population.ts';

/** Functions that begin a stage; a sample belongs to the innermost of them. */
const STAGES: readonly (readonly [stage: string, functions: readonly string[]])[] = [
  ['reading the body', ['readJson', 'readEventBody']],
  ['observing the client', ['observeEvent']],
  ['looking up the key', ['findKey', 'authenticate']],
  ['reading what is known', ['loadSubject', 'loadCandidates', 'loadDevice']],
  ['recognizing the device', ['resolveById', 'resolveAmong']],
  ['scoring', ['score']],
  ['deciding', ['decide']],
  ['making the rows and the answer', ['eventWrites', 'recordedEventBody']],
  ['writing the rows', ['save']],
  ['folding figures', ['foldEvents']],
  ['collecting garbage', ['(garbage collector)']],
  ['committing', ['#commitBatch']],
];
const REST = 'HTTP, timers and the rest';
const SECONDS = 10;

/** Writes `service.cpuprofile` and, drawn from it, `service.svg` into `folder`; returns a table of the stages. */
export async function profileOfService(script: string, mix: Mix, folder: string): Promise<string> {
  mkdirSync(folder, { recursive: true });
  const flags = ['--cpu-prof', `--cpu-prof-dir=${folder}`, '--cpu-prof-interval=500'];
  const service = await startService(script, '/readyz', {}, undefined, flags);
  const load = { url: service.baseUrl, key: secretKey(service.dataDir), connections: 64, bodies: ring(mix) };
  const warm = await runLoad({ ...load, seconds: warmingSeconds(SECONDS) });
  const counted = await runLoad({ ...load, seconds: SECONDS });
  await service.stop();
  const made = readdirSync(folder).filter((name) => name.startsWith('CPU.'));
  const [largest = ''] = made.sort((a, b) => size(folder, b) - size(folder, a));
  const path = join(folder, 'service.cpuprofile');
  renameSync(join(folder, largest), path);
  const profile = JSON.parse(readFileSync(path, 'utf8')) as Profile;
  writeFileSync(join(folder, 'service.svg'), flameGraph(profile, `the service's main thread, ${machine()}`));
  const stages = byStage(profile);
  const events = warm.accepted + counted.accepted;
  const lines = [...stages]
    .sort((a, b) => b[1] - a[1])
    .map(([stage, micros]) => {
      return `| ${stage} | ${(micros / events).toFixed(0)} |`;
    });
  return [`| stage, SQLite, ${events} events, start and warming included | µs/event |`, '|---|---|', ...lines].join(
    '\n',
  );
}

const size = (folder: string, name: string) => readFileSync(join(folder, name)).length;

/** Time of the main thread by stage, in microseconds, without idling. */
function byStage({ nodes, samples, timeDeltas }: Profile): Map<string, number> {
  const stageOf = new Map(STAGES.flatMap(([stage, functions]) => functions.map((name) => [name, stage] as const)));
  const stages = new Map<number, string>();
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const walk = (id: number, above: string) => {
    const node = byId.get(id);
    const stage = stageOf.get(node?.callFrame.functionName ?? '') ?? above;
    stages.set(id, stage);
    for (const child of node?.children ?? []) walk(child, stage);
  };
  walk(nodes[0]?.id ?? 0, REST);
  const idle = new Set(nodes.filter(({ callFrame }) => callFrame.functionName === '(idle)').map(({ id }) => id));
  const micros = new Map<string, number>();
  samples.forEach((id, index) => {
    if (idle.has(id)) return;
    const stage = stages.get(id) ?? REST;
    micros.set(stage, (micros.get(stage) ?? 0) + (timeDeltas[index] ?? 0));
  });
  return micros;
}
