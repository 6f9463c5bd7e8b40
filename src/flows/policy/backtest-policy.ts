// POST /v1/environments/{env}/policy/backtest: what a draft would have decided over recorded assessments. Writes nothing.
import { evaluate } from '../../outcomes/evaluation.ts';
import { pointer } from '../../policy/pointer.ts';
import type { Policy, PolicyFacts, Rule, Thresholds } from '../../policy/policy.ts';
import { Tally } from '../../policy/tally.ts';
import { type RuleInput, validateRule } from '../../policy/validate-rule.ts';
import { validateThresholds } from '../../policy/validate-thresholds.ts';
import type { RecordedAssessment } from '../../records/assessments.ts';
import type { Environment } from '../../records/tenants.ts';
import type { ValidationIssue } from '../../vocabulary/failure.ts';
import { EVALUATIONS, type Evaluation } from '../../vocabulary/words.ts';
import type { Context } from '../context.ts';
import { ruleOf } from './create-rule.ts';
import { throwIssues } from './refuse-issues.ts';
import { countAssessments, idsOf, type TimeRange, walkAssessments } from './walk-assessments.ts';

/** How often progress is told, ms. */
const TELL_EVERY = 200;

export type Evaluations = Record<Evaluation, number>;

export interface BacktestResult {
  tally: Tally;
  draft: Policy;
  /** Events that a `force_*` account decided: no policy changes them, and no other figure counts them. */
  forced: number;
  labeled: number;
  evaluation: { before: Evaluations; after: Evaluations };
}

export type BacktestStep = { done: number; total: number } | { result: BacktestResult };

export interface DraftInput {
  thresholds?: unknown;
  rules?: unknown[];
}

/**
 * The draft as a policy; what it leaves out is that of the policy in force. Rules that bear no id get one by their place.
 * @throws Failure `invalid` with every wrong place.
 */
export async function draftPolicy(context: Context, environment: Environment, draft: DraftInput): Promise<Policy> {
  const places: ValidationIssue[] =
    draft.thresholds === undefined ? [] : validateThresholds(draft.thresholds, '/thresholds');
  const rules = (draft.rules ?? []).map((given, index) => {
    const { id, ...input } = given as RuleInput & { id?: string };
    places.push(...validateRule(input, pointer('/rules', index)));
    return { id: id ?? `draft_${index + 1}`, input };
  });
  if (places.length === 0) places.push(...repeated(rules));
  throwIssues(places);
  const inForce = await context.policyOf(environment);
  return {
    version: inForce.version,
    thresholds: (draft.thresholds as Thresholds | undefined) ?? inForce.thresholds,
    rules:
      draft.rules === undefined ? nameable(inForce.rules) : inOrder(rules.map(({ id, input }) => ruleOf(id, input))),
  };
}

/** Two rules of one priority or one id could never be saved together. */
function repeated(rules: readonly { id: string; input: RuleInput }[]): ValidationIssue[] {
  const seen = new Set<string | number>();
  return rules.flatMap(({ id, input }, index) => {
    const at = pointer('/rules', index);
    const places: ValidationIssue[] = [];
    if (seen.has(input.priority)) {
      places.push({ pointer: `${at}/priority`, code: 'priority_taken', detail: 'Another rule has this priority.' });
    }
    if (seen.has(id)) places.push({ pointer: `${at}/id`, code: 'repeated', detail: 'Another rule has this id.' });
    seen.add(input.priority).add(id);
    return places;
  });
}

/** Storage may hold what is no rule; it never matches. */
function nameable(rules: readonly (Rule | null)[]): Rule[] {
  return rules.filter((rule) => typeof rule?.id === 'string') as Rule[];
}

function inOrder(rules: readonly Rule[]): Rule[] {
  return [...rules].sort((a, b) => b.priority - a.priority);
}

/** What a policy may ask about a recorded event: what was known when it was decided. */
export function factsOf(recorded: Pick<RecordedAssessment, keyof PolicyFacts>): PolicyFacts {
  const { eventType, score, level, automationScore, deviceNew, deviceTrusted } = recorded;
  return { eventType, score, level, automationScore, deviceNew, deviceTrusted, signals: new Set(recorded.signals) };
}

/** Progress now and then, and the result at the end. Whoever stops asking cancels it. */
export async function* backtestPolicy(
  context: Context,
  environment: Environment,
  draft: Policy,
  range: TimeRange,
): AsyncGenerator<BacktestStep> {
  const ids = idsOf(context, range);
  const total = await countAssessments(context, environment, ids);
  const result: BacktestResult = {
    tally: new Tally(draft),
    draft,
    forced: 0,
    labeled: 0,
    evaluation: { before: noEvaluations(), after: noEvaluations() },
  };
  let done = 0;
  let toldAt = context.clock();
  yield { done, total };
  for await (const page of walkAssessments(context, environment, ids, 'page')) {
    for (const recorded of page) addTo(result, recorded);
    done += page.length;
    if (context.clock() - toldAt < TELL_EVERY) continue;
    toldAt = context.clock();
    yield { done, total: Math.max(done, total) };
  }
  yield { done, total: done };
  yield { result };
}

function addTo(result: BacktestResult, recorded: RecordedAssessment): void {
  if (recorded.forced) {
    result.forced += 1;
    return;
  }
  const { eventId, createdAt, decision, label } = recorded;
  const to = result.tally.add({ eventId, createdAt, decision, facts: factsOf(recorded) });
  if (label !== null) result.labeled += 1;
  result.evaluation.before[evaluate(decision, label)] += 1;
  result.evaluation.after[evaluate(to, label)] += 1;
}

function noEvaluations(): Evaluations {
  return Object.fromEntries(EVALUATIONS.map((word) => [word, 0])) as Evaluations;
}
