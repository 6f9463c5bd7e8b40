// GET /v1/environments/{env}/policy/quality: compares the decisions of a time range with the labels of their events.
import { type Confusion, emptyConfusion, type Rate, rateOf, verdictOf } from '../../outcomes/quality.ts';
import type { RecordedAssessment } from '../../records/assessments.ts';
import type { Environment } from '../../records/tenants.ts';
import type { Context } from '../context.ts';
import { countAssessments, idRangeOf, type TimeRange, walkAssessments } from './walk-assessments.ts';

/** Re-exported for the HTTP response. */
export { type Confusion, ratesOf, VERDICTS } from '../../outcomes/quality.ts';

export interface Quality {
  /** Events of the range, including forced ones. Only some of them have labels. */
  events: number;
  /** Events with a label, including `unknown`, excluding forced ones. */
  labeled: number;
  /** `labeled` of `events`. */
  coverage: Rate;
  all: Confusion;
  byVersion: Map<number, Confusion>;
  /** By the rule that decided. */
  byRule: Map<string, { name: string; confusion: Confusion }>;
  /** By every signal that fired. */
  bySignal: Map<string, Confusion>;
}

/** Exact. Its cost grows with the number of labeled events in the range, not with all events. */
export async function measureQuality(context: Context, environment: Environment, range: TimeRange): Promise<Quality> {
  const ids = idRangeOf(context, range);
  const quality: Quality = {
    events: await countAssessments(context, environment, ids),
    labeled: 0,
    coverage: rateOf(0, 0),
    all: emptyConfusion(),
    byVersion: new Map(),
    byRule: new Map(),
    bySignal: new Map(),
  };
  for await (const page of walkAssessments(context, environment, ids, 'labeledPage')) {
    for (const recorded of page) if (!recorded.forced) add(quality, recorded);
  }
  return { ...quality, coverage: rateOf(quality.labeled, quality.events) };
}

function add(quality: Quality, { label, decision, policyVersion, matchedRule, signals }: RecordedAssessment): void {
  if (label === null) return;
  const column = verdictOf(label);
  quality.labeled += 1;
  const tables = [quality.all, getOrCreate(quality.byVersion, policyVersion, emptyConfusion)];
  for (const code of signals) tables.push(getOrCreate(quality.bySignal, code, emptyConfusion));
  if (matchedRule !== null) {
    const { id, name } = matchedRule;
    tables.push(getOrCreate(quality.byRule, id, () => ({ name, confusion: emptyConfusion() })).confusion);
  }
  for (const table of tables) table[decision][column] += 1;
}

function getOrCreate<K, T>(map: Map<K, T>, key: K, create: () => T): T {
  const existing = map.get(key);
  if (existing !== undefined) return existing;
  const created = create();
  map.set(key, created);
  return created;
}
