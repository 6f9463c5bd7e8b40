// GET /v1/environments/{env}/policy/quality: how right the decisions of a time range were, as far as labels tell.
import { type Confusion, emptyConfusion, type Rate, rateOf, verdictOf } from '../../outcomes/quality.ts';
import type { RecordedAssessment } from '../../records/assessments.ts';
import type { Environment } from '../../records/tenants.ts';
import type { Context } from '../context.ts';
import { countAssessments, idsOf, type TimeRange, walkAssessments } from './walk-assessments.ts';

/** The door shows rates by these. */
export { type Confusion, ratesOf, VERDICTS } from '../../outcomes/quality.ts';

export interface Quality {
  /** Events of the range, forced ones included; labels cover only some of them. */
  events: number;
  /** Of them with a label, `unknown` included and forced ones not. */
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

/** Exact; its cost grows with the labeled events of the range, not with all. @throws Failure `invalid`. */
export async function measureQuality(context: Context, environment: Environment, range: TimeRange): Promise<Quality> {
  const ids = idsOf(context, range);
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
  const verdict = verdictOf(label);
  quality.labeled += 1;
  const tables = [quality.all, tableOf(quality.byVersion, policyVersion, emptyConfusion)];
  for (const code of signals) tables.push(tableOf(quality.bySignal, code, emptyConfusion));
  if (matchedRule !== null) {
    const { id, name } = matchedRule;
    tables.push(tableOf(quality.byRule, id, () => ({ name, confusion: emptyConfusion() })).confusion);
  }
  for (const table of tables) table[decision][verdict] += 1;
}

function tableOf<K, T>(map: Map<K, T>, key: K, make: () => T): T {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  return made;
}
