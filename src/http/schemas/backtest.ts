// A backtest: the draft policy in the request, and what it would have decided.
import Type from 'typebox';
import type { BacktestResult } from '../../flows/policy/backtest-policy.ts';
import { ruleForm } from '../../flows/policy/rule-form.ts';
import { isoTime } from '../../vocabulary/clock.ts';
import { DECISIONS, EVALUATIONS } from '../../vocabulary/words.ts';
import { DraftRuleBody, ThresholdsSchema } from './policy.ts';
import { DecisionSchema, MatchedRuleSchema, ScoreSchema } from './risk.ts';
import { type BodyOf, closed, count, fieldsOf, time, timeInput } from './schema.ts';

export const BacktestBody = closed({
  from: timeInput('ISO 8601 with a time zone, inclusive; by arrival.'),
  to: timeInput('ISO 8601 with a time zone, exclusive.'),
  thresholds: Type.Optional(ThresholdsSchema),
  rules: Type.Optional(
    Type.Array(DraftRuleBody, {
      maxItems: ruleForm.limits.rules,
      description: 'By default, the rules of the active policy.',
    }),
  ),
});

const Counts = { events: count(), changed: count() };
const Evaluations = closed(fieldsOf(EVALUATIONS, count()));
const Transitions = closed(fieldsOf(DECISIONS, closed(fieldsOf(DECISIONS, count()))), {
  description: 'From the recorded decision to the decision of the draft.',
});

export const BacktestSchema = closed(
  {
    ...Counts,
    forced: count('Events that a force_* account decided; no other count includes them.'),
    labelled: count('Events whose current outcome has a label.'),
    transitions: Transitions,
    by_event_type: Type.Record(Type.String(), closed(Counts)),
    by_day: Type.Array(closed({ date: Type.String({ description: 'UTC.' }), ...Counts })),
    evaluation: closed({ before: Evaluations, after: Evaluations }),
    rules: Type.Array(
      closed({
        id: Type.String({ description: 'As given, or draft_ and its position in the body, from 1.' }),
        name: Type.String(),
        priority: Type.Integer(),
        matched: count('Events that it matches, including those that an earlier rule decides.'),
        decided: count('Events that it decides.'),
        hidden: Type.Boolean({ description: 'Whether an earlier rule decides every event that it matches.' }),
      }),
    ),
    examples: Type.Array(
      closed({
        event_id: Type.String(),
        event_type: Type.String(),
        created_at: time(),
        score: ScoreSchema,
        from: DecisionSchema,
        to: DecisionSchema,
        rule: MatchedRuleSchema,
      }),
      { description: 'The newest hundred events whose decision changes, newest first.' },
    ),
  },
  {
    $id: 'Backtest',
    description: 'What a draft policy would have decided over recorded assessments. Nothing is stored.',
  },
);

export function backtestBody(result: BacktestResult): BodyOf<typeof BacktestSchema> {
  const { tally, draft, forced, labeled, evaluation } = result;
  return {
    ...tally.total,
    forced,
    labelled: labeled,
    transitions: tally.transitions,
    by_event_type: Object.fromEntries(tally.byType),
    by_day: [...tally.byDay].map(([date, counts]) => ({ date, ...counts })),
    evaluation,
    rules: draft.rules.map(({ id, name, priority }) => {
      const { matched, decided } = tally.rules.get(id) ?? { matched: 0, decided: 0 };
      return { id, name, priority, matched, decided, hidden: matched > 0 && decided === 0 };
    }),
    examples: tally.examples.map(({ eventId, eventType, createdAt, score, from, to, rule }) => ({
      event_id: eventId,
      event_type: eventType,
      created_at: isoTime(createdAt),
      score,
      from,
      to,
      rule,
    })),
  };
}
