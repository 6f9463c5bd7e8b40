// A backtest: the draft policy in the request, and what it would have decided.
import Type from 'typebox';
import type { BacktestResult } from '../../flows/policy/backtest-policy.ts';
import { ruleForm } from '../../flows/policy/rule-form.ts';
import { isoTime } from '../../vocabulary/clock.ts';
import { DECISIONS, EVALUATIONS } from '../../vocabulary/words.ts';
import { DraftRuleBody, ThresholdsSchema } from './policy.ts';
import { DecisionSchema, MatchedRuleSchema, ScoreSchema } from './risk.ts';
import { type BodyOf, closed, count, countsOf, fieldsOf, time, timeInput } from './schema.ts';

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
const NONE = Object.fromEntries(DECISIONS.map((decision) => [decision, 0]));
const Transitions = closed(fieldsOf(DECISIONS, closed(fieldsOf(DECISIONS, count()))), {
  examples: [Object.fromEntries(DECISIONS.map((from) => [from, from === 'allow' ? { ...NONE, challenge: 1 } : NONE]))],
  description: 'From the recorded decision to the decision of the draft.',
});

export const BacktestSchema = closed(
  {
    ...Counts,
    forced: Type.Integer({
      minimum: 0,
      description: 'Events that a force_* account decided; no other count includes them.',
      examples: [0],
    }),
    labelled: count('Events whose current outcome has a label.'),
    transitions: Transitions,
    by_event_type: Type.Record(Type.String(), closed(Counts), { examples: [{ login: { events: 1, changed: 1 } }] }),
    by_day: Type.Array(closed({ date: Type.String({ description: 'UTC.' }), ...Counts })),
    evaluation: closed({
      before: countsOf(EVALUATIONS, 'correct_allow'),
      after: countsOf(EVALUATIONS, 'correct_challenge'),
    }),
    rules: Type.Array(
      closed({
        id: Type.String({
          description: 'As given, or draft_ and its position in the body, from 1.',
          examples: ['polr_01m7zweae9e0ttzdyss4193jta'],
        }),
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
        to: { ...DecisionSchema, examples: ['challenge'] },
        rule: {
          ...MatchedRuleSchema,
          examples: [{ id: 'polr_01m7zweae9e0ttzdyss4193jta', name: 'Challenge payouts from new devices' }],
        },
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
