// How an environment is connected, as the integration page shows it.
import Type from 'typebox';
import {
  type Integration,
  MAX_SAMPLED,
  type RejectionTotal,
  type SampleOfKey,
} from '../../flows/integration/read-integration.ts';
import { isoTime, SECOND } from '../../vocabulary/clock.ts';
import { KEY_KINDS } from '../../vocabulary/words.ts';
import { KeySchema, keyBody } from './control.ts';
import { type BodyOf, closed, count, fieldsOf, isoTimeOrNull, named, nullable, time } from './schema.ts';

const Count = count();
const LastAt = time('Accurate to five minutes.');

export const IntegrationSchema = closed(
  {
    from: time('Counts start at this time.'),
    refused_events: Type.Array(
      closed({
        code: Type.String({ description: 'Code of the error.', examples: ['rate_limited'] }),
        count: Count,
        last_at: LastAt,
      }),
    ),
    refused_origins: Type.Array(closed({ origin: Type.String(), count: Count, last_at: LastAt })),
    issues: Type.Array(
      closed({
        code: Type.String({ description: 'Code of the issue.', examples: ['unknown_field'] }),
        pointer: Type.String({
          description: 'Place in the body; names that are not names of fields are left out.',
          examples: ['/account'],
        }),
        count: Count,
        last_at: LastAt,
      }),
      { description: 'What was wrong with bodies that were refused.' },
    ),
    event_types: Type.Array(
      closed({
        event_type: Type.String({ examples: ['email_changed'] }),
        read_as: nullable(Type.String(), {
          description: 'The type of the catalog that it is scored as, or null.',
          examples: ['email_change'],
        }),
        count: Count,
      }),
      { description: 'Event types outside the catalog, first those that closely resemble a type of the catalog.' },
    ),
    sample: closed(
      {
        events: Count,
        first_at: nullable(time()),
        last_at: nullable(time()),
        by_key: closed(
          fieldsOf(
            KEY_KINDS,
            closed({
              events: Count,
              few_signals: count('Too few client signals for a fingerprint.'),
              busiest_address: closed(
                { events: Count, accounts: count('Different accounts in these events.') },
                { description: 'The events from the address that most events have.' },
              ),
            }),
          ),
        ),
      },
      {
        description: `The newest events, at most ${MAX_SAMPLED}; \`sdk_versions\` and \`clock\` are of the same events.`,
      },
    ),
    sdk_versions: Type.Array(closed({ version: Type.String({ examples: ['0.1.0'] }), count: Count })),
    clock: closed(
      {
        dated: count('Events that were sent with `occurred_at`.'),
        ahead: count('Dated more than a second after they were received.'),
        late: count('Dated more than five minutes before they were received.'),
        max_ahead_seconds: Type.Number({ minimum: 0 }),
        median_delay_seconds: Type.Number({ description: 'From the time of the event until it was received.' }),
      },
      { description: 'Times that backends sent in `occurred_at`, compared with the arrival.' },
    ),
    unused_keys: Type.Array(named(KeySchema), {
      description: 'Active keys that were not used for 30 days, or that are older than a day and were never used.',
    }),
    mail_server: Type.Boolean({
      description: 'The installation has an SMTP server. Without one, alerts cannot be sent by email.',
    }),
    steps: closed({
      sdk_seen: Type.Boolean({ description: 'An event of the sample came from the SDK.' }),
      origins_set: Type.Boolean({ description: 'The environment lists allowed origins.' }),
      webhook_verified: Type.Boolean({ description: 'An endpoint has accepted a delivery.' }),
    }),
  },
  {
    $id: 'Integration',
    description: 'How an environment is connected: refused events, how events arrive, and unused keys.',
  },
);

export function integrationBody(integration: Integration): BodyOf<typeof IntegrationSchema> {
  const { sample, clock, steps } = integration;
  const byKey = ({ events, fewSignals, busiestAddress }: SampleOfKey) => ({
    events,
    few_signals: fewSignals,
    busiest_address: busiestAddress,
  });
  return {
    from: isoTime(integration.from),
    refused_events: integration.refused.map((row) => ({ code: row.word, ...countOf(row) })),
    refused_origins: integration.origins.map((row) => ({ origin: row.word, ...countOf(row) })),
    issues: integration.issues.map((row) => {
      const [code = '', pointer = ''] = row.word.split(' ');
      return { code, pointer, ...countOf(row) };
    }),
    event_types: integration.eventTypes.map(({ type, readAs, count: events }) => ({
      event_type: type,
      read_as: readAs,
      count: events,
    })),
    sample: {
      events: sample.events,
      first_at: isoTimeOrNull(sample.firstAt),
      last_at: isoTimeOrNull(sample.lastAt),
      by_key: { public: byKey(sample.byKey.public), secret: byKey(sample.byKey.secret) },
    },
    sdk_versions: integration.sdkVersions,
    clock: {
      dated: clock.dated,
      ahead: clock.ahead,
      late: clock.late,
      max_ahead_seconds: clock.maxAhead / SECOND,
      median_delay_seconds: clock.medianDelay / SECOND,
    },
    unused_keys: integration.unusedKeys.map(keyBody),
    mail_server: integration.mailServer,
    steps: {
      sdk_seen: steps.sdkSeen,
      origins_set: steps.originsSet,
      webhook_verified: steps.webhookVerified,
    },
  };
}

function countOf({ count: events, lastAt }: RejectionTotal) {
  return { count: events, last_at: isoTime(lastAt) };
}
