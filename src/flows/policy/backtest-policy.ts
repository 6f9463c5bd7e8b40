// POST /v1/environments/{env}/policy/backtest: what a draft policy would have decided about recorded events. Writes nothing.
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
import { throwIssues } from './change-policy.ts';
import { ruleOf } from './create-rule.ts';
import { countAssessments, idRangeOf, type TimeRange, walkAssessments } from './walk-assessments.ts';

/** Minimum time between two progress steps, ms. */
const PROGRESS_INTERVAL = 200;

export type Evaluations = Record<Evaluation, number>;

export interface BacktestResult {
  tally: Tally;
  draft: Policy;
  /** Events decided by a `force_*` account: no policy changes them, and no other count includes them. */
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
 * The draft as a complete policy. Omitted parts come from the active policy; a rule without an id gets one from its
 * index.
 * @throws Failure `invalid` with all issues.
 */
export async function draftPolicy(context: Context, environment: Environment, draft: DraftInput): Promise<Policy> {
  const issues: ValidationIssue[] =
    draft.thresholds === undefined ? [] : validateThresholds(draft.thresholds, '/thresholds');
  const rules = (draft.rules ?? []).map((rule, index) => {
    const { id, ...input } = rule as RuleInput & { id?: string };
    issues.push(...validateRule(input, pointer('/rules', index)));
    return { id: id ?? `draft_${index + 1}`, input };
  });
  if (issues.length === 0) issues.push(...duplicateIssues(rules));
  throwIssues(issues);
  const active = await context.policyOf(environment);
  return {
    version: active.version,
    thresholds: (draft.thresholds as Thresholds | undefined) ?? active.thresholds,
    rules:
      draft.rules === undefined
        ? wellFormed(active.rules)
        : byPriority(rules.map(({ id, input }) => ruleOf(id, input))),
  };
}

/** Issues of two rules with the same priority or the same id, which could not be saved together. */
function duplicateIssues(rules: readonly { id: string; input: RuleInput }[]): ValidationIssue[] {
  const seen = new Set<string | number>();
  return rules.flatMap(({ id, input }, index) => {
    const at = pointer('/rules', index);
    const issues: ValidationIssue[] = [];
    if (seen.has(input.priority)) {
      issues.push({ pointer: `${at}/priority`, code: 'priority_taken', detail: 'Another rule has this priority.' });
    }
    if (seen.has(id)) issues.push({ pointer: `${at}/id`, code: 'repeated', detail: 'Another rule has this id.' });
    seen.add(input.priority).add(id);
    return issues;
  });
}

/** Stored rules may be malformed. They never match an event, so the backtest leaves them out. */
function wellFormed(rules: readonly (Rule | null)[]): Rule[] {
  return rules.filter((rule) => typeof rule?.id === 'string') as Rule[];
}

function byPriority(rules: readonly Rule[]): Rule[] {
  return [...rules].sort((a, b) => b.priority - a.priority);
}

/** The facts that were available to the policy when the event was decided. */
function factsOf(recorded: RecordedAssessment): PolicyFacts {
  const { eventType, score, level, automationScore, deviceNew, deviceTrusted } = recorded;
  return { eventType, score, level, automationScore, deviceNew, deviceTrusted, signals: new Set(recorded.signals) };
}

/** Yields progress about every `PROGRESS_INTERVAL`, then the result. Stops reading when the consumer stops iterating. */
export async function* backtestPolicy(
  context: Context,
  environment: Environment,
  draft: Policy,
  range: TimeRange,
): AsyncGenerator<BacktestStep> {
  const ids = idRangeOf(context, range);
  const total = await countAssessments(context, environment, ids);
  const result: BacktestResult = {
    tally: new Tally(draft),
    draft,
    forced: 0,
    labeled: 0,
    evaluation: { before: noEvaluations(), after: noEvaluations() },
  };
  let done = 0;
  let reportedAt = context.clock();
  yield { done, total };
  for await (const page of walkAssessments(context, environment, ids, 'page')) {
    for (const recorded of page) addTo(result, recorded);
    done += page.length;
    if (context.clock() - reportedAt < PROGRESS_INTERVAL) continue;
    reportedAt = context.clock();
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
  const drafted = result.tally.add({ eventId, createdAt, decision, facts: factsOf(recorded) });
  if (label !== null) result.labeled += 1;
  result.evaluation.before[evaluate(decision, label)] += 1;
  result.evaluation.after[evaluate(drafted, label)] += 1;
}

function noEvaluations(): Evaluations {
  return Object.fromEntries(EVALUATIONS.map((word) => [word, 0])) as Evaluations;
}
