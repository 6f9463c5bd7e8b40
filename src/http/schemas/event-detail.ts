// One event in full: the only response with the raw address and the evidence of each signal.
import Type from 'typebox';
import type { EventWithOutcome } from '../../flows/events/read-event.ts';
import { isoTime } from '../../vocabulary/clock.ts';
import { siblingId } from '../../vocabulary/ids.ts';
import { KEY_KINDS } from '../../vocabulary/words.ts';
import { AssignedToSchema } from './assignment.ts';
import { EventNetworkSchema, networkBody } from './network.ts';
import { EvaluationSchema, OutcomeSchema, outcomeBody } from './outcome.ts';
import { ResolutionSchema, resolutionBody } from './resolution.ts';
import {
  DecisionSchema,
  FiredSignalSchema,
  LevelSchema,
  MatchedRuleSchema,
  PolicyVersionSchema,
  ScoreSchema,
} from './risk.ts';
import { type BodyOf, closed, named, nullable, oneOf, time } from './schema.ts';

type SignalEvidence = Record<string, string | number | boolean | null>;

const RiskSchema = closed({
  id: Type.String({ description: 'Prefix asm_.' }),
  score: ScoreSchema,
  level: LevelSchema,
  default_decision: DecisionSchema,
  decision: DecisionSchema,
  policy_version: PolicyVersionSchema,
  matched_rule: MatchedRuleSchema,
  forced: Type.Boolean({ description: 'Whether a `force_…` account of a test environment decided.' }),
  signals: Type.Array(
    closed({
      ...FiredSignalSchema.properties,
      metadata: Type.Unsafe<SignalEvidence>(
        Type.Object(
          {},
          {
            additionalProperties: true,
            description:
              'Counts, windows and thresholds. Names that end in `_ms` are durations in milliseconds, names that end in `_at` times.',
            examples: [{ device_created: true, resolution: 'new_device' }],
          },
        ),
      ),
    }),
  ),
});

export const CredentialSchema = oneOf(KEY_KINDS, {
  description:
    'The key that sent the event. Anyone can read the public key in the page, so `public` does not say who sent it.',
});

export const EventDetailSchema = closed(
  {
    id: Type.String({ description: 'Prefix evt_.' }),
    event_type: Type.String(),
    credential: CredentialSchema,
    external_account_id: nullable(Type.String()),
    ip_address: nullable(Type.String(), { description: 'The raw address, in canonical form.' }),
    created_at: time('When the event arrived.'),
    occurred_at: time('When the event happened: the arrival time unless the backend sent another.'),
    device: closed({
      id: Type.String({ description: 'Prefix dev_.' }),
      is_trusted: Type.Boolean(),
      first_seen_at: time(),
      last_seen_at: time(),
    }),
    session: closed({
      id: Type.String({ description: 'Prefix ses_.' }),
      event_count: Type.Integer(),
      started_at: time(),
      last_seen_at: time(),
    }),
    resolution: ResolutionSchema,
    network: EventNetworkSchema,
    automation: closed({
      score: Type.Integer({ minimum: 0, maximum: 100, examples: [0] }),
      webdriver: Type.Boolean(),
      headless_hint: Type.Boolean(),
      runtime_inconsistency: Type.Boolean(),
    }),
    risk: RiskSchema,
    outcome: Type.Union([named(OutcomeSchema), Type.Null()], { description: 'The current row.' }),
    evaluation: EvaluationSchema,
    assigned_to: AssignedToSchema,
  },
  { $id: 'EventDetail', description: 'One event with its device, network, risk assessment and outcome.' },
);

export function eventDetailBody(detail: EventWithOutcome): BodyOf<typeof EventDetailSchema> {
  const { event, device, session, outcome, assignment } = detail;
  const { automation } = event;
  return {
    id: event.id,
    event_type: event.type,
    credential: event.credential,
    external_account_id: detail.externalAccountId,
    ip_address: event.address,
    created_at: isoTime(event.createdAt),
    occurred_at: isoTime(event.at),
    device: {
      id: device.id,
      is_trusted: device.isTrusted,
      first_seen_at: isoTime(device.firstSeenAt),
      last_seen_at: isoTime(device.lastSeenAt),
    },
    session: {
      id: session.id,
      event_count: session.eventCount,
      started_at: isoTime(session.startedAt),
      last_seen_at: isoTime(session.lastSeenAt),
    },
    resolution: resolutionBody(event.resolution),
    network: networkBody(event.classification),
    automation: {
      score: automation.score,
      webdriver: automation.webdriver,
      headless_hint: automation.headlessHint,
      runtime_inconsistency: automation.runtimeInconsistency,
    },
    risk: riskBody(event),
    outcome: outcome === null ? null : outcomeBody(outcome),
    evaluation: outcome?.evaluation ?? 'inconclusive',
    assigned_to: assignment?.member ?? null,
  };
}

function riskBody(event: EventWithOutcome['event']): BodyOf<typeof RiskSchema> {
  return {
    id: siblingId('assessment', event.id),
    score: event.score,
    level: event.level,
    default_decision: event.defaultDecision,
    decision: event.decision,
    policy_version: event.policyVersion,
    matched_rule: event.matchedRule,
    forced: event.forced,
    signals: event.signals.map((signal) => ({ ...signal, metadata: evidenceBody(signal.metadata) })),
  };
}

/** Evidence is stored with times in milliseconds; the API sends them as all its times. */
function evidenceBody(metadata: SignalEvidence): SignalEvidence {
  const entries = Object.entries(metadata);
  return Object.fromEntries(
    entries.map(([name, value]) => [name, typeof value === 'number' && name.endsWith('_at') ? isoTime(value) : value]),
  );
}
