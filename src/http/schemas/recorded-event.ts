// The response to an ingested event, complete or reduced for callers that must not see the score.
import Type from 'typebox';
import type { RecordedEvent } from '../../flows/events/event-input.ts';
import { isoTime } from '../../vocabulary/clock.ts';
import {
  DecisionSchema,
  FiredSignalSchema,
  LevelSchema,
  PolicyVersionSchema,
  RecordedRuleSchema,
  ScoreSchema,
} from './risk.ts';
import { type BodyOf, closed, named, nullable, time } from './schema.ts';

export const RecordedEventSchema = Type.Object(
  {
    id: Type.String({ description: 'Prefix evt_.' }),
    event_type: Type.Optional(Type.String()),
    external_account_id: Type.Optional(nullable(Type.String())),
    created_at: time(),
    device: Type.Optional(closed({ id: Type.String({ description: 'Prefix dev_.' }), is_trusted: Type.Boolean() })),
    session: Type.Optional(closed({ id: Type.String({ description: 'Prefix ses_.' }) })),
    risk: Type.Optional(
      closed({
        score: ScoreSchema,
        level: LevelSchema,
        decision: DecisionSchema,
        signals: Type.Array(named(FiredSignalSchema)),
        matched_rule: RecordedRuleSchema,
        policy_version: PolicyVersionSchema,
      }),
    ),
  },
  {
    $id: 'RecordedEvent',
    additionalProperties: false,
    description:
      'The event and its risk. With a public key of an environment with `public_risk: none`, only `id` and `created_at`.',
  },
);

/** `reduced` leaves only the id and the time. */
export function recordedEventBody(event: RecordedEvent, reduced: boolean): BodyOf<typeof RecordedEventSchema> {
  const created_at = isoTime(event.createdAt);
  if (reduced) return { id: event.id, created_at };
  const { score, level, decision, signals, matchedRule, policyVersion } = event;
  return {
    id: event.id,
    event_type: event.type,
    external_account_id: event.externalAccountId,
    created_at,
    device: { id: event.device.id, is_trusted: event.device.isTrusted },
    session: { id: event.sessionId },
    risk: { score, level, decision, signals, matched_rule: matchedRule, policy_version: policyVersion },
  };
}
