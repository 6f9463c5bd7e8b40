// Events and risk assessments as their lists return them.
import Type from 'typebox';
import type { EventWithNotes } from '../../flows/campaigns/export-case.ts';
import { MAX_COUNTED } from '../../flows/events/count-events.ts';
import type { MaskedEvent } from '../../flows/events/list-events.ts';
import type { ComparedAssessment } from '../../flows/events/read-assessment.ts';
import { isoTime } from '../../vocabulary/clock.ts';
import { formatNumber } from '../../vocabulary/format-count.ts';
import { siblingId } from '../../vocabulary/ids.ts';
import { AssignedToSchema } from './assignment.ts';
import { CredentialSchema } from './event-detail.ts';
import { NoteSchema, noteBody } from './note.ts';
import { EvaluationSchema, LabelSchema } from './outcome.ts';
import {
  DecisionSchema,
  FiredSignalSchema,
  LevelSchema,
  MatchedRuleSchema,
  PolicyVersionSchema,
  ScoreSchema,
} from './risk.ts';
import { type BodyOf, closed, count, named, nullable, time } from './schema.ts';

export const EventItemSchema = closed(
  {
    id: Type.String({ description: 'Prefix evt_.' }),
    event_type: Type.String(),
    external_account_id: nullable(Type.String()),
    ip_masked: nullable(Type.String()),
    device: closed({ id: Type.String({ description: 'Prefix dev_.' }), is_trusted: Type.Boolean() }),
    session: closed({ id: Type.String({ description: 'Prefix ses_.' }) }),
    risk: closed({
      score: ScoreSchema,
      level: LevelSchema,
      decision: DecisionSchema,
      signals: Type.Array(
        closed({ code: FiredSignalSchema.properties.code, weight: FiredSignalSchema.properties.weight }),
      ),
      default_decision: DecisionSchema,
      policy_version: PolicyVersionSchema,
      matched_rule: MatchedRuleSchema,
    }),
    evaluation: EvaluationSchema,
    label: nullable(LabelSchema),
    assigned_to: AssignedToSchema,
    created_at: time(),
    // Last, so that the columns of a CSV file keep their positions.
    credential: CredentialSchema,
  },
  { $id: 'EventItem', description: 'An event in a list.' },
);

export function eventItem(event: MaskedEvent): BodyOf<typeof EventItemSchema> {
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
      signals: event.signals.map(({ code, weight }) => ({ code, weight })),
      default_decision: event.defaultDecision,
      policy_version: event.policyVersion,
      matched_rule: event.matchedRule,
    },
    evaluation: event.evaluation,
    label: event.label,
    assigned_to: event.assignedTo,
    created_at: isoTime(event.createdAt),
    credential: event.credential,
  };
}

export const EventCountSchema = closed(
  {
    count: count(`At most ${formatNumber(MAX_COUNTED)}.`),
    is_complete: Type.Boolean({ description: 'False when more events match.', examples: [true] }),
  },
  { $id: 'EventCount', description: 'How many events match a filter.' },
);

/** An event of an exported campaign. */
export const CaseItemSchema = closed({
  ...EventItemSchema.properties,
  reason: nullable(Type.String({ description: 'Written down with the current outcome.' })),
  notes: Type.Array(NoteSchema),
});

export function caseItem({ event, reason, notes }: EventWithNotes): BodyOf<typeof CaseItemSchema> {
  return { ...eventItem(event), reason, notes: notes.map(noteBody) };
}

export const LetThroughSchema = closed(
  {
    ...EventItemSchema.properties,
    campaign_id: Type.String({ description: 'The newest campaign with its device or fingerprint, prefix cmp_.' }),
  },
  { $id: 'LetThroughEvent', description: 'An event that a campaign let through.' },
);

export function letThroughItem(event: MaskedEvent & { campaignId: string }): BodyOf<typeof LetThroughSchema> {
  return { ...eventItem(event), campaign_id: event.campaignId };
}

const ASSESSMENT_FIELDS = {
  id: Type.String({ description: 'Prefix asm_.' }),
  event_id: Type.String(),
  event_type: Type.String(),
  score: ScoreSchema,
  level: LevelSchema,
  default_decision: DecisionSchema,
  decision: DecisionSchema,
  policy_version: PolicyVersionSchema,
  matched_rule: MatchedRuleSchema,
  signals: Type.Array(named(FiredSignalSchema)),
  evaluation: EvaluationSchema,
  created_at: time(),
};

export const AssessmentItemSchema = closed(ASSESSMENT_FIELDS, {
  $id: 'RiskAssessment',
  description: 'The risk assessment of an event.',
});

const TodaySchema = closed({
  simulation: Type.Literal(true),
  policy_version: PolicyVersionSchema,
  default_decision: DecisionSchema,
  matched_rule: MatchedRuleSchema,
  decision: DecisionSchema,
  changed: Type.Boolean({ description: 'Whether it differs from the recorded decision.' }),
});

export const ComparedAssessmentSchema = closed(
  {
    ...ASSESSMENT_FIELDS,
    forced: Type.Boolean({
      description: 'Whether a `force_…` account of a test environment decided; no policy changes that.',
    }),
    as_of_today: Type.Union([TodaySchema, Type.Null()], {
      description: 'With compare=current: what the active policy decides for the recorded facts. Nothing is stored.',
    }),
  },
  { $id: 'ComparedAssessment', description: 'The recorded assessment, with what the active policy would decide.' },
);

export function comparedAssessmentBody({
  event,
  outcome,
  today,
}: ComparedAssessment): BodyOf<typeof ComparedAssessmentSchema> {
  // Only the event's detail contains the evidence of a signal.
  const signals = event.signals.map(({ code, weight, description }) => ({ code, weight, description }));
  const item = assessmentItem({ ...event, signals, evaluation: outcome?.evaluation ?? 'inconclusive' });
  const simulated = today && {
    simulation: true as const,
    policy_version: today.policyVersion,
    default_decision: today.defaultDecision,
    matched_rule: today.matchedRule,
    decision: today.decision,
    changed: today.decision !== event.decision,
  };
  return { ...item, forced: event.forced, as_of_today: simulated };
}

type Assessed = Omit<
  MaskedEvent,
  'credential' | 'externalAccountId' | 'maskedAddress' | 'deviceIsTrusted' | 'label' | 'assignedTo'
>;

export function assessmentItem(event: Assessed): BodyOf<typeof AssessmentItemSchema> {
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
