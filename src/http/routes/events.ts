// POST /v1/events and GET /v1/events/{event}.
import type { FastifyReply, FastifyRequest } from 'fastify';
import Type from 'typebox';
import type { Caller, KeyCaller } from '../../flows/auth/authenticate.ts';
import type { EventInput, RecordedEvent } from '../../flows/events/event-input.ts';
import { readEvent } from '../../flows/events/read-event.ts';
import { recordEvent, requestDigest } from '../../flows/events/record-event.ts';
import { Failure, invalid } from '../../vocabulary/failure.ts';
import { rateLimitKey } from '../auth/client-address.ts';
import { checkOrigin } from '../auth/origins.ts';
import { RateLimiter } from '../auth/rate-limit.ts';
import { EventBody, parseEventBody as readEventBody } from '../input/event-body.ts';
import { EventDetailSchema, eventDetailBody } from '../schemas/event-detail.ts';
import { RecordedEventSchema, recordedEventBody } from '../schemas/recorded-event.ts';
import { closed, named } from '../schemas/schema.ts';
import type { Metrics } from '../server/metrics.ts';
import { type RequestContext, type Route, type RouteResponse, route } from '../server/route-table.ts';
import type { Services } from '../server/services.ts';

/** Bytes of an event (contract 1). */
const EVENT_BODY_LIMIT = 256 * 1024;
const IDEMPOTENCY_KEY = /^[\x20-\x7e]{1,255}$/;
/** No printable ASCII: a secret key's caller cannot write it. */
const PUBLIC_MARK = 'public\u00b7';
/** A header may be 16 KiB; what identifies a browser is far shorter. */
const LONGEST_USER_AGENT = 4_096;

const EventPath = closed({ event: Type.String({ description: 'Event id, prefix evt_.' }) });
const data = <T extends Parameters<typeof named>[0]>(shape: T) => closed({ data: named(shape) });

export function eventRoutes(services: Services): Route[] {
  return [ingestRoute(services), detailRoute(services)];
}

function ingestRoute(services: Services): Route {
  const { metrics } = services;
  return route({
    method: 'POST',
    path: '/v1/events',
    operationId: 'recordEvent',
    tag: 'Events',
    summary: 'Send a security event and get its decision',
    description:
      'Answers after the event, its assessment and its announcements are durable. Browsers may call it cross-origin ' +
      'from the origins of the environment. Of duplicate keys in the body the last one counts.',
    credentials: ['public', 'secret'],
    headers: Type.Object({
      'idempotency-key': Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: 255,
          description:
            'Printable ASCII. The same key and body within 24 hours return the first answer. Keys sent with a public ' +
            'key and keys sent with a secret key never meet.',
        }),
      ),
    }),
    body: EventBody,
    bodyLimit: EVENT_BODY_LIMIT,
    responses: {
      201: { description: 'The event was recorded.', body: data(RecordedEventSchema) },
      200: {
        description: 'The idempotency key was used before with the same body; this is the first answer.',
        body: data(RecordedEventSchema),
        headers: { 'Idempotent-Replayed': 'true' },
      },
    },
    errorStatuses: [403, 409, 429],
    beforeBody: admission(services),
    onError: (code) => metrics.rejectedEvents.inc({ code }),
    handler: (ask) => ingest(services, ask),
  });
}

/** Rates and origins, before the body is read. A refusal to an allowed origin must be readable there: origin first. */
function admission(services: Services): (caller: Caller, request: FastifyRequest, reply: FastifyReply) => void {
  const { clock } = services.context;
  const perKey = new RateLimiter(services.options.rates.publicKey, clock);
  const perAddress = new RateLimiter(services.options.rates.publicKeyAddress, clock);
  return (caller, request, reply) => {
    const { kind, key, environments } = caller as KeyCaller;
    checkOrigin(environments[0], request, reply);
    if (kind !== 'public') return;
    const address = services.clientAddress(request.raw) ?? '';
    const wait = perAddress.take(`${key.id} ${rateLimitKey(address)}`) || perKey.take(key.id);
    if (wait > 0) {
      throw new Failure('too_many', 'rate_limited', 'This public key is sending too many events.', {
        retryAfter: wait,
      });
    }
  };
}

async function ingest(services: Services, ask: RequestContext): Promise<RouteResponse> {
  const { context, metrics } = services;
  const { http } = ask;
  const { kind, environments } = ask.caller as KeyCaller;
  const environment = environments[0];
  const input: EventInput = readEventBody(
    ask.body as EventBody,
    kind,
    { address: services.clientAddress(http.raw), userAgent: userAgentOf(http) },
    idempotencyOf(http, kind),
    context.clock(),
  );
  const started = performance.now();
  const { recorded, replayed } = await recordEvent(context, environment, input);
  if (!replayed) measure(metrics, recorded, http, started);
  const body = recordedEventBody(recorded, kind === 'public' && environment.publicRisk === 'none');
  return replayed ? { status: 200, body, headers: { 'idempotent-replayed': 'true' } } : { status: 201, body };
}

function measure(metrics: Metrics, recorded: RecordedEvent, http: FastifyRequest, started: number): void {
  metrics.decisions.inc({ decision: recorded.decision });
  metrics.levels.inc({ level: recorded.level });
  metrics.stages.observe({ stage: 'authenticate' }, http.authenticationTime / 1_000);
  metrics.stages.observe({ stage: 'receive' }, (started - http.authenticatedAt) / 1_000);
  metrics.stages.observe({ stage: 'record' }, (performance.now() - started) / 1_000);
}

function userAgentOf(http: FastifyRequest): string | null {
  return http.raw.headers['user-agent']?.slice(0, LONGEST_USER_AGENT) ?? null;
}

/** Anyone may send with a public key: what they claim must neither answer for the backend nor stand in its way. */
function idempotencyOf(http: FastifyRequest, kind: KeyCaller['kind']): EventInput['idempotency'] {
  const key = http.raw.headers['idempotency-key'];
  if (key === undefined) return null;
  if (typeof key !== 'string' || !IDEMPOTENCY_KEY.test(key)) {
    throw invalid({
      pointer: 'Idempotency-Key',
      code: 'bad_format',
      detail: 'Must be 1 to 255 printable ASCII characters.',
    });
  }
  return { key: kind === 'public' ? `${PUBLIC_MARK}${key}` : key, requestDigest: requestDigest(http.bodyBytes ?? '') };
}

function detailRoute({ context }: Services): Route {
  return route({
    method: 'GET',
    path: '/v1/events/{event}',
    operationId: 'readEvent',
    tag: 'Events',
    summary: 'Read one event with everything that was decided about it',
    credentials: ['secret', 'session'],
    permission: 'read',
    params: EventPath,
    responses: { 200: { description: 'The event.', body: data(EventDetailSchema) } },
    handler: async ({ caller, params }) => {
      const detail = await readEvent(context, caller.environments, params.event);
      return { status: 200, body: eventDetailBody(detail) };
    },
  });
}
