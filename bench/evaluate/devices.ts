// `npm run evaluate:devices -- EVENTS TRUTH [--ablations]`: measures how well devices are recognized, with the code that handles live events.
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { gunzipSync } from 'node:zlib';
import type { Truth } from './devices-metrics.ts';
import { type EvaluatedDevices, evaluateDevices, VARIANTS, type Variant } from './devices-run.ts';
import {
  ablationTable,
  attackTable,
  calibrationTable,
  causeTable,
  daysTable,
  markdown,
  systemTable,
  targetRows,
} from './devices-table.ts';

const USAGE = `Usage: npm run evaluate:devices -- EVENTS TRUTH [--ablations]

EVENTS  newline-delimited JSON as \`assay import\` reads it, plain or gzip.
TRUTH   one line per event, in the same order: {"instance", "kind", "cause", "victim", "group"}; kind is visit,
        id_clone, signal_clone, near_clone or full_clone. The resolver never reads it.
--ablations  also run without frequencies, the account's devices, the network and provisional devices, one at a time.`;

function linesOf(path: string): Buffer[] {
  const bytes = readFileSync(path);
  const plain = bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes) : bytes;
  const lines: Buffer[] = [];
  for (let start = 0; start < plain.length; ) {
    const found = plain.indexOf(10, start);
    const end = found === -1 ? plain.length : found;
    if (end > start) lines.push(plain.subarray(start, end));
    start = end + 1;
  }
  return lines;
}

function truthOf(path: string): Truth[] {
  return linesOf(path).map((line, index) => {
    const { instance, kind, cause, victim, group } = JSON.parse(line.toString('utf8')) as Partial<Truth>;
    if (typeof instance !== 'string' || typeof kind !== 'string') {
      throw new Error(`${path}:${index + 1} has no instance or kind`);
    }
    return { instance, kind, cause: cause ?? [], victim: victim ?? null, group: group ?? null };
  });
}

async function run(lines: Buffer[], truth: Truth[], variant: Variant): Promise<EvaluatedDevices> {
  const progress = (done: number) => {
    if (process.stderr.isTTY) process.stderr.write(`\r${variant}: ${done} of ${lines.length}   `);
  };
  const evaluated = await evaluateDevices(lines, truth, variant, progress);
  if (process.stderr.isTTY) process.stderr.write('\n');
  return evaluated;
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { ablations: { type: 'boolean', default: false } },
  });
  const [events, truthFile] = positionals;
  if (events === undefined || truthFile === undefined) throw new Error(USAGE);
  const lines = linesOf(events);
  const truth = truthOf(truthFile);
  if (lines.length !== truth.length) throw new Error(`${lines.length} events, but ${truth.length} truth lines`);
  const { evaluation, milliseconds } = await run(lines, truth, 'whole');
  const trusting = await run(lines, truth, 'trusting');
  const sections: [string, string][] = [
    [
      'Targets',
      markdown(['metric', 'target', 'measured', 'holds'], targetRows(evaluation, trusting.evaluation, milliseconds)),
    ],
    ['By system', systemTable(evaluation)],
    ['By days since the last visit', daysTable(evaluation)],
    ['By what changed', causeTable(evaluation)],
    ['Attacks', attackTable(evaluation)],
    ['Calibration', calibrationTable(evaluation)],
  ];
  if (values.ablations) {
    const others: [string, EvaluatedDevices['evaluation']][] = [['whole', evaluation]];
    for (const variant of VARIANTS.filter((name) => name.startsWith('no-'))) {
      others.push([variant, (await run(lines, truth, variant)).evaluation]);
    }
    sections.push(['Ablations', ablationTable(others)]);
  }
  console.log(sections.map(([title, table]) => `## ${title}\n\n${table}\n`).join('\n'));
}

await main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 2;
});
