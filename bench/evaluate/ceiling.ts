// The learned ceiling: boosted trees with the same input as the score, trained on other populations. Never part of the product.
import { predict, train } from './boosted-trees.ts';
import { featuresOf } from './ceiling-features.ts';
import { type EventLine, isCounted, isHonest, readPopulation, type TruthLine } from './logins-input.ts';
import { runThroughService, type Verdict } from './logins-run.ts';

/** A population that has run through the service, with the features of each event. */
export interface Featured {
  events: readonly EventLine[];
  truth: readonly TruthLine[];
  verdicts: readonly Verdict[];
  features: readonly Float64Array[];
}

/** Runs a population through the service and returns it with its features. */
export async function assess(
  { events, truth }: { events: EventLine[]; truth: TruthLine[] },
  onProgress: (done: number) => void,
): Promise<Featured> {
  const features: Float64Array[] = [];
  const verdicts = await runThroughService(events, onProgress, (index, assessed) => {
    features[index] = featuresOf(assessed);
  });
  return { events, truth, verdicts, features };
}

/** A scenario weighs as much as its count raised to this power: otherwise the trees would learn little besides floods. */
const WEIGHT_EXPONENT = 0.5;
/** Weight of all attacks relative to all honest events. */
const ATTACK_WEIGHT = 0.5;

/** The weight of each row: attack scenarios by the root of their size, honest rows equally. */
function weightsOf(lines: readonly TruthLine[]): Float64Array {
  const sizes = new Map<string, number>();
  for (const { scenario } of lines) sizes.set(scenario, (sizes.get(scenario) ?? 0) + 1);
  const raw = lines.map((line) => (isHonest(line) ? 0 : (sizes.get(line.scenario) ?? 1) ** (WEIGHT_EXPONENT - 1)));
  const attack = raw.reduce((sum, weight) => sum + weight, 0);
  const honest = lines.filter(isHonest).length;
  return Float64Array.from(raw, (weight) => (weight === 0 ? 1 : (weight * ATTACK_WEIGHT * honest) / attack));
}

/** The probability of an attack, 0 to 100, of each event of `tested`, by trees trained on the counted events of the others. */
export function ceilingScores(trained: readonly Featured[], tested: Featured): number[] {
  const rows = trained.flatMap(({ truth, features }) =>
    truth.flatMap((line, index) => {
      const row = features[index];
      return isCounted(line) && row !== undefined ? [{ line, row }] : [];
    }),
  );
  const lines = rows.map(({ line }) => line);
  const labels = Uint8Array.from(lines, (line) => (isHonest(line) ? 0 : 1));
  const model = train(
    rows.map(({ row }) => row),
    labels,
    weightsOf(lines),
  );
  return tested.features.map((row) => 100 * predict(model, row));
}

/** Reads `PREFIX.events.ndjson.gz` and `PREFIX.truth.ndjson.gz`. */
export function readByPrefix(prefix: string): { events: EventLine[]; truth: TruthLine[] } {
  return readPopulation(`${prefix}.events.ndjson.gz`, `${prefix}.truth.ndjson.gz`);
}
