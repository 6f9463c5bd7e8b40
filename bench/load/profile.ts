// Records a CPU profile of the service under load, draws its flame graph and sums its time by stage.
import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { secretKey } from '../service/first-run.ts';
import { describeMachine } from '../service/machine.ts';
import { startService } from '../service/start-service.ts';
import type { EventMix } from '../simulate/request-bodies.ts';
import { flameGraph, type Profile } from './flame-graph.ts';
import { preparedBodies, warmupSeconds } from './measure-ingest.ts';
import { runLoad } from './run-load.ts';

/**
 * The functions that start each stage; a sample belongs to the innermost one. A stage whose functions have been renamed shows
 * up with 0 in the table.
 */
const STAGES: readonly (readonly [stage: string, functions: readonly string[]])[] = [
  ['parsing the body', ['readJson', 'readEvent', 'parseEventBody']],
  ['observing the client', ['observeEvent']],
  ['looking up the key', ['authenticateRequest', 'authenticateKey']],
  ['loading history', ['loadHistory', 'loadCandidates', 'loadDeviceHistory', '#devices', '#idOwner']],
  ['recognizing the device', ['resolveById', 'resolveAmong']],
  ['scoring', ['score']],
  ['deciding', ['decide']],
  ['building rows and response', ['eventWrites', 'recordedEventBody']],
  ['writing the rows', ['save', 'flush']],
  ['applying rollups', ['applyPendingEvents', 'applyUnlessBusy', 'applyLocked', 'addToNetworks', 'addToOverview']],
  ['garbage collection', ['(garbage collector)']],
  ['committing', ['#commitBatch']],
];
const REST = 'HTTP, timers and everything else';
const SECONDS = 10;

/** Writes `service.cpuprofile` and its flame graph `service.svg` to `folder`; returns a table of the stages. */
export async function profileOfService(script: string, mix: EventMix, folder: string): Promise<string> {
  mkdirSync(folder, { recursive: true });
  const flags = ['--cpu-prof', `--cpu-prof-dir=${folder}`, '--cpu-prof-interval=500'];
  const service = await startService(script, '/readyz', {}, undefined, flags);
  const load = { url: service.baseUrl, key: secretKey(service.dataDir), connections: 64, bodies: preparedBodies(mix) };
  const warm = await runLoad({ ...load, seconds: warmupSeconds(SECONDS) });
  const counted = await runLoad({ ...load, seconds: SECONDS });
  await service.stop();
  const profiles = readdirSync(folder).filter((name) => name.startsWith('CPU.'));
  const [largest = ''] = profiles.sort((a, b) => size(folder, b) - size(folder, a));
  const path = join(folder, 'service.cpuprofile');
  renameSync(join(folder, largest), path);
  const profile = JSON.parse(readFileSync(path, 'utf8')) as Profile;
  writeFileSync(join(folder, 'service.svg'), flameGraph(profile, `the service's main thread, ${describeMachine()}`));
  const stages = byStage(profile);
  const events = warm.accepted + counted.accepted;
  const lines = [...stages]
    .sort((a, b) => b[1] - a[1])
    .map(([stage, micros]) => {
      return `| ${stage} | ${(micros / events).toFixed(0)} |`;
    });
  return [`| stage, SQLite, ${events} events, start and warmup included | µs/event |`, '|---|---|', ...lines].join(
    '\n',
  );
}

const size = (folder: string, name: string) => readFileSync(join(folder, name)).length;

/** Busy time of the main thread by stage, µs. */
function byStage({ nodes, samples, timeDeltas }: Profile): Map<string, number> {
  const stageOf = new Map(STAGES.flatMap(([stage, functions]) => functions.map((name) => [name, stage] as const)));
  const stages = new Map<number, string>();
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const walk = (id: number, parentStage: string) => {
    const node = byId.get(id);
    const stage = stageOf.get(node?.callFrame.functionName ?? '') ?? parentStage;
    stages.set(id, stage);
    for (const child of node?.children ?? []) walk(child, stage);
  };
  walk(nodes[0]?.id ?? 0, REST);
  const idle = new Set(nodes.filter(({ callFrame }) => callFrame.functionName === '(idle)').map(({ id }) => id));
  const micros = new Map<string, number>(STAGES.map(([stage]) => [stage, 0]));
  samples.forEach((id, index) => {
    if (idle.has(id)) return;
    const stage = stages.get(id) ?? REST;
    micros.set(stage, (micros.get(stage) ?? 0) + (timeDeltas[index] ?? 0));
  });
  return micros;
}
