// The bodies of webhook deliveries, for the API reference and generated types. `src/webhooks/envelope.ts` writes them.
import Type, { type TSchema } from 'typebox';
import { ALERT_KINDS } from '../../vocabulary/alerts.ts';
import { WEBHOOK_TYPES, type WebhookType } from '../../vocabulary/words.ts';
import { EvaluationSchema, OutcomeSchema } from './outcome.ts';
import { DecisionSchema, FiredSignalSchema, LevelSchema, ScoreSchema } from './risk.ts';
import { closed, named, nullable, oneOf, time } from './schema.ts';

const RiskSchema = closed({
  score: ScoreSchema,
  level: LevelSchema,
  decision: DecisionSchema,
  signals: Type.Array(named(FiredSignalSchema)),
});

const EVENT = {
  event_id: Type.String({ description: 'Prefix evt_.' }),
  event_type: Type.String({ examples: ['login'] }),
  device_id: Type.String({ description: 'Prefix dev_.' }),
  risk: RiskSchema,
};

const { reason: _reason, metadata: _metadata, ...OUTCOME } = OutcomeSchema.properties;

const AssessmentDataSchema = closed(EVENT, {
  $id: 'WebhookAssessment',
  description: 'The assessment of an event. Read address, account and evidence from `GET /v1/events/{event}`.',
});
const OutcomeDataSchema = closed(
  { ...EVENT, outcome: closed({ ...OUTCOME, evaluation: EvaluationSchema }) },
  { $id: 'WebhookOutcome', description: 'The outcome of an event, without its reason and metadata.' },
);
const TrustDataSchema = closed(
  {
    event_id: Type.Null(),
    event_type: Type.Null(),
    device_id: EVENT.device_id,
    risk: Type.Null(),
    is_trusted: Type.Boolean(),
    changed_at: time('When a member changed the trust.'),
  },
  { $id: 'WebhookDeviceTrust', description: 'A change of a device’s trust. No event caused it.' },
);
const AlertDataSchema = closed(
  {
    event_id: Type.Null(),
    event_type: Type.Null(),
    device_id: Type.Null(),
    risk: Type.Null(),
    alert: closed({
      id: Type.String({ description: 'Prefix alt_; the same when it opens and when it is resolved.' }),
      rule_id: Type.String({ description: 'Prefix alr_.' }),
      rule_name: Type.String({ examples: ['Blocked logins'] }),
      kind: oneOf(ALERT_KINDS),
      what: Type.String({
        description: 'What happened, in one sentence.',
        examples: ['40 % of the events were blocked: 40 of 100 within 15 minutes.'],
      }),
      value: Type.Integer({ description: 'The measured value, in the unit of the threshold.', examples: [40] }),
      threshold: Type.Integer({ examples: [20] }),
      since: time('When it began, as far as the data says.'),
      opened_at: time(),
      resolved_at: nullable(time()),
      url: Type.String({
        description: 'Where to look in the dashboard.',
        examples: ['https://risk.example.com/alerts'],
      }),
    }),
  },
  { $id: 'WebhookAlert', description: 'An alert. No single event caused it.' },
);
const TestDataSchema = closed(
  { ...EVENT, test: Type.Literal(true) },
  { $id: 'WebhookTest', description: 'Sample values; the event and the device do not exist.' },
);

/** Listed among the components of the document. */
export const WEBHOOK_PAYLOADS = [
  AssessmentDataSchema,
  OutcomeDataSchema,
  TrustDataSchema,
  AlertDataSchema,
  TestDataSchema,
];

function dataSchema(type: WebhookType): TSchema {
  if (type.startsWith('outcome.')) return OutcomeDataSchema;
  if (type === 'device.trusted' || type === 'device.trust_revoked') return TrustDataSchema;
  if (type.startsWith('alert.')) return AlertDataSchema;
  return type === 'webhook.test' ? TestDataSchema : AssessmentDataSchema;
}

/** The body of a delivery of this type. */
function envelopeSchema(type: WebhookType): TSchema {
  return closed({
    id: Type.String({ description: 'Prefix wh_evt_; the same in every attempt. Drop repetitions by it.' }),
    type: oneOf([type]),
    created_at: time('When the cause happened.'),
    api_version: Type.String({ description: 'Version of this shape, as a date.', examples: ['2026-11-01'] }),
    data: named(dataSchema(type)),
  });
}

export const ENVELOPE_SCHEMAS = Object.fromEntries(WEBHOOK_TYPES.map((type) => [type, envelopeSchema(type)])) as Record<
  WebhookType,
  TSchema
>;
