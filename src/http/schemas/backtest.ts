// What a backtest answers: figures for people who want to move a threshold.
import Type from 'typebox';
import type { BacktestResult } from '../../flows/policy/backtest-policy.ts';
import { isoTime } from '../../vocabulary/clock.ts';
import { DECISIONS, EVALUATIONS } from '../../vocabulary/words.ts';
import { DecisionSchema, MatchedRuleSchema, ScoreSchema } from './risk.ts';
import { closed, time } from './schema.ts';

const count = (description?: string) =>
  Type.Integer({ minimum: 0, ...(description === undefined ? {} : { description }) });
const wordsTo = (words: readonly string[], shape: ReturnType<typeof count>) =>
  closed(Object.fromEntries(words.map((word) => [word, shape])));
const Counts = { events: count(), changed: count() };
const Transitions = closed(Object.fromEntries(DECISIONS.map((from) => [from, wordsTo(DECISIONS, count())])), {
  description: 'From the decision that was made to the one the draft makes.',
});

export const BacktestSchema = closed(
  {
    ...Counts,
    forced: count('Events that a force_* account decided; no other figure counts them.'),
    labelled: count('Events whose current outcome has a label.'),
    transitions: Transitions,
    by_event_type: Type.Record(Type.String(), closed(Counts)),
    by_day: Type.Array(closed({ date: Type.String({ description: 'UTC.' }), ...Counts })),
    evaluation: closed({ before: wordsTo(EVALUATIONS, count()), after: wordsTo(EVALUATIONS, count()) }),
    rules: Type.Array(
      closed({
        id: Type.String({ description: 'As given, or draft_ and its place in the body.' }),
        name: Type.String(),
        priority: Type.Integer(),
        matched: count('Events it matches, also those that an earlier rule decides.'),
        decided: count('Events it decides.'),
        hidden: Type.Boolean({ description: 'It matches events, but an earlier rule always decides them.' }),
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
      { description: 'The first hundred events that change, oldest first.' },
    ),
  },
  {
    $id: 'Backtest',
    description: 'What a draft policy would have decided over recorded assessments. Nothing is kept.',
  },
);

export function backtestBody({ tally, draft, forced, labeled, evaluation }: BacktestResult) {
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
