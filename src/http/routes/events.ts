// POST /v1/events and GET /v1/events/{event}.
import type { FastifyReply, FastifyRequest } from 'fastify';
import Type from 'typebox';
import type { Caller, KeyCaller } from '../../flows/auth/authenticate.ts';
import type { EventInput, RecordedEvent } from '../../flows/events/event-input.ts';
import { readEvent } from '../../flows/events/read-event.ts';
import { recordEvent, requestDigest } from '../../flows/events/record-event.ts';
import { type EventType, readEventType } from '../../vocabulary/event-types.ts';
import { invalid } from '../../vocabulary/failure.ts';
import { IngestLimiter } from '../auth/ingest-limit.ts';
import { checkOrigin } from '../auth/origins.ts';
import { EventBody, MAX_EVENT_BYTES, MAX_USER_AGENT_LENGTH, parseEventBody } from '../input/event-body.ts';
import { issueWords } from '../input/issue-words.ts';
import { EventDetailSchema, eventDetailBody } from '../schemas/event-detail.ts';
import { EventPath } from '../schemas/paths.ts';
import { RecordedEventSchema, recordedEventBody } from '../schemas/recorded-event.ts';
import { dataOf, named } from '../schemas/schema.ts';
import type { Metrics } from '../server/metrics.ts';
import { type Route, route } from '../server/route-table.ts';
import type { Services } from '../server/services.ts';
import { traceOf } from '../server/trace-context.ts';

const MAX_IDEMPOTENCY_KEY_LENGTH = 255;
const IDEMPOTENCY_KEY = new RegExp(`^[\\x20-\\x7e]{1,${MAX_IDEMPOTENCY_KEY_LENGTH}}$`);
/** Prefix of idempotency keys sent with a public key. Not printable ASCII, so no caller with a secret key can send it. */
const PUBLIC_PREFIX = 'public\u00b7';
const OneRecordedEvent = dataOf(named(RecordedEventSchema));

/** Where events arrive. */
export const EVENTS_PATH = '/v1/events';

export function eventRoutes(services: Services): Route[] {
  return [ingestRoute(services), detailRoute(services)];
}

const NOTICE =
  'Present when the event type is not in the catalog but resembles a word of it: how it was scored, for example ' +
  'event type "email_changed" read as "email_change".';

function ingestRoute(services: Services): Route {
  const { context, metrics } = services;
  const limiter = new IngestLimiter(services.options.rates, context.clock);
  return route({
    method: 'POST',
    path: EVENTS_PATH,
    operationId: 'recordEvent',
    tag: 'Events',
    summary: 'Send a security event and get its decision',
    description:
      'Responds after the event, its assessment and its webhook deliveries are durable. Browsers may call it cross-origin ' +
      'from the allowed origins of the environment. If a key of the body is repeated, its last value counts.',
    credentials: ['public', 'secret'],
    headers: Type.Object({
      'idempotency-key': Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: MAX_IDEMPOTENCY_KEY_LENGTH,
          description:
            'Printable ASCII. The same key and body within 24 hours return the first response. Idempotency keys sent with ' +
            'a public key and those sent with a secret key are independent.',
        }),
      ),
    }),
    body: EventBody,
    bodyLimit: MAX_EVENT_BYTES,
    responses: {
      201: { description: 'The event was recorded.', body: OneRecordedEvent, headers: { 'Assay-Notice': NOTICE } },
      200: {
        description: 'The idempotency key was used before with the same body; this is the first response.',
        body: OneRecordedEvent,
        headers: { 'Idempotent-Replayed': 'true', 'Assay-Notice': NOTICE },
      },
    },
    errorStatuses: [403, 409, 429],
    beforeBody: ingestChecks(services, limiter),
    onBody: (caller, { raw }, bytes) => {
      const { kind, key } = caller as KeyCaller;
      if (kind === 'public') limiter.checkBytes(key.id, services.clientAddress(raw) ?? '', bytes);
    },
    onError: (code, { caller, raw }, issues) => {
      metrics.rejectedEvents.inc({ code });
      const number = caller === null || caller.kind === 'session' ? undefined : caller.environments[0].number;
      if (number === undefined) return;
      if (code === 'origin_not_allowed') services.rejections.count(number, 'origin', raw.headers.origin ?? '');
      else services.rejections.count(number, 'event', code);
      for (const word of issueWords(issues)) services.rejections.count(number, 'issue', word);
    },
    handler: async ({ caller, body, http }) => {
      const { kind, environments } = caller as KeyCaller;
      const environment = environments[0];
      const connection = { address: services.clientAddress(http.raw), userAgent: userAgentOf(http) };
      const parsed = parseEventBody(body, kind, connection, idempotencyOf(http, kind), context.clock());
      const input = { ...parsed, ...traceOf(http) };
      const started = performance.now();
      const { recorded, replayed } = await recordEvent(context, environment, input, http.authenticationTime);
      if (!replayed) {
        measure(metrics, recorded, http, started);
        if (services.options.logDecisions) logDecision(recorded, http, started);
      }
      const isReduced = kind === 'public' && environment.publicRisk === 'none';
      const data = recordedEventBody(recorded, isReduced);
      const headers = noticeOf(body.event);
      if (replayed) return { status: 200, body: { data }, headers: { ...headers, 'idempotent-replayed': 'true' } };
      return { status: 201, body: { data }, headers };
    },
  });
}

/** Tells an integrator whose event type is not in the catalog how it was scored. */
function noticeOf(type: string): Record<string, string> {
  const read = nearMiss(type);
  return read === null ? {} : { 'assay-notice': `event type "${type}" read as "${read}"` };
}

/** The type of the catalog that a type outside it is read as, or null. */
function nearMiss(type: string): EventType | null {
  const read = readEventType(type);
  return read === type ? null : read;
}

/** Checks origin and rate before the body is read. Origin first: an allowed origin must be able to read the error. */
function ingestChecks(
  { clientAddress }: Services,
  limiter: IngestLimiter,
): (caller: Caller, request: FastifyRequest, reply: FastifyReply) => void {
  return (caller, request, reply) => {
    const { kind, key, environments } = caller as KeyCaller;
    checkOrigin(environments[0], request, reply);
    if (kind === 'public') limiter.check(key.id, clientAddress(request.raw) ?? '');
  };
}

function measure(metrics: Metrics, recorded: RecordedEvent, http: FastifyRequest, started: number): void {
  metrics.decisions.inc({ decision: recorded.decision });
  metrics.levels.inc({ level: recorded.level });
  const read = nearMiss(recorded.type);
  if (read !== null) metrics.nearMisses.inc({ read_as: read });
  metrics.stages.observe({ stage: 'authenticate' }, http.authenticationTime / 1_000);
  metrics.stages.observe({ stage: 'receive' }, (started - http.authenticatedAt) / 1_000);
  metrics.stages.observe({ stage: 'record' }, (performance.now() - started) / 1_000);
}

/** Ids, codes and numbers only: no account, no address. */
function logDecision(recorded: RecordedEvent, http: FastifyRequest, started: number): void {
  const { id, type, score, decision, signals } = recorded;
  const codes = signals.map(({ code }) => code);
  const ms = Math.round((performance.now() - started) * 10) / 10;
  http.log.info({ request_id: http.id, event: id, event_type: type, score, decision, signals: codes, ms }, 'decision');
}

function userAgentOf(http: FastifyRequest): string | null {
  return http.raw.headers['user-agent']?.slice(0, MAX_USER_AGENT_LENGTH) ?? null;
}

/** Anyone can send with a public key, so its idempotency keys must neither replay nor block those of the backend. */
function idempotencyOf(http: FastifyRequest, kind: KeyCaller['kind']): EventInput['idempotency'] {
  const key = http.raw.headers['idempotency-key'];
  if (key === undefined) return null;
  if (typeof key !== 'string' || !IDEMPOTENCY_KEY.test(key)) {
    throw invalid({
      pointer: 'Idempotency-Key',
      code: 'bad_format',
      detail: `Must be 1 to ${MAX_IDEMPOTENCY_KEY_LENGTH} printable ASCII characters.`,
    });
  }
  return {
    key: kind === 'public' ? `${PUBLIC_PREFIX}${key}` : key,
    requestDigest: requestDigest(http.bodyBytes ?? ''),
  };
}

function detailRoute({ context }: Services): Route {
  return route({
    method: 'GET',
    path: '/v1/events/{event}',
    operationId: 'readEvent',
    tag: 'Events',
    summary: 'Read one event with its device, network, risk and outcome',
    description:
      'The full explanation of one decision: how the device was recognized, what changed since its last visit, the network, every fired signal with its evidence, and the current outcome. The only response with the raw address.',
    credentials: ['secret', 'session'],
    permission: 'read',
    params: EventPath,
    responses: { 200: { description: 'The event.', body: dataOf(named(EventDetailSchema)) } },
    handler: async ({ caller, params }) => {
      const detail = await readEvent(context, caller.environments, params.event);
      return { status: 200, body: { data: eventDetailBody(detail) } };
    },
  });
}
