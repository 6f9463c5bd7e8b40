// Events and risk assessments as their lists show them (contract 4).
import Type from 'typebox';
import type { MaskedEvent } from '../../flows/list-events.ts';
import { isoTime } from '../../vocabulary/clock.ts';
import { siblingId } from '../../vocabulary/ids.ts';
import { closed, named, nullable, time } from '../shape.ts';
import { EvaluationShape } from './outcome.ts';
import { DecisionShape, FiredSignalShape, LevelShape, MatchedRuleShape, ScoreShape } from './risk.ts';

export const EventItemShape = closed(
  {
    id: Type.String({ description: 'Prefix evt_.' }),
    event_type: Type.String(),
    external_account_id: nullable(Type.String()),
    ip_masked: nullable(Type.String()),
    device: closed({ id: Type.String(), is_trusted: Type.Boolean() }),
    session: closed({ id: Type.String() }),
    risk: closed({
      score: ScoreShape,
      level: LevelShape,
      decision: DecisionShape,
      signals: Type.Array(closed({ code: Type.String() })),
    }),
    evaluation: EvaluationShape,
    created_at: time(),
  },
  { $id: 'EventItem', description: 'An event in a list.' },
);

export function eventItem(event: MaskedEvent) {
  return {
    id: event.id,
    event_type: event.type,
    external_account_id: event.externalAccountId,
    ip_masked: event.maskedAddress,
    device: { id: event.deviceId, is_trusted: event.deviceIsTrusted },
    session: { id: event.sessionId },
    risk: {
      score: event.score,
      level: event.level,
      decision: event.decision,
      signals: event.signals.map(({ code }) => ({ code })),
    },
    evaluation: event.evaluation,
    created_at: isoTime(event.createdAt),
  };
}

export const AssessmentItemShape = closed(
  {
    id: Type.String({ description: 'Prefix asm_.' }),
    event_id: Type.String(),
    event_type: Type.String(),
    score: ScoreShape,
    level: LevelShape,
    default_decision: DecisionShape,
    decision: DecisionShape,
    policy_version: Type.Integer({ minimum: 1 }),
    matched_rule: MatchedRuleShape,
    signals: Type.Array(named(FiredSignalShape)),
    evaluation: EvaluationShape,
    created_at: time(),
  },
  { $id: 'RiskAssessment', description: 'What was decided about an event.' },
);

export function assessmentItem(event: MaskedEvent) {
  return {
    id: siblingId('assessment', event.id),
    event_id: event.id,
    event_type: event.type,
    score: event.score,
    level: event.level,
    default_decision: event.defaultDecision,
    decision: event.decision,
    policy_version: event.policyVersion,
    matched_rule: event.matchedRule,
    signals: event.signals,
    evaluation: event.evaluation,
    created_at: isoTime(event.createdAt),
  };
}
