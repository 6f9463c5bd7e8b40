// GET /healthz, /readyz, /metrics and /openapi.json: is the process there, can it work, how does it do, what can it do.
import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import Type from 'typebox';
import { Failure } from '../../vocabulary/failure.ts';
import { isLoopback } from '../auth/client-address.ts';
import { closed, oneOf } from '../schemas/schema.ts';
import { type Route, route } from '../server/route-table.ts';
import type { Services } from '../server/services.ts';

const Status = closed({ status: oneOf(['ok']) });

export function serviceRoutes(services: Services): Route[] {
  return [...operationRoutes(services), descriptionRoute(services)];
}

/** What an operator asks of a process: all that one which only sends webhooks answers. */
export function operationRoutes(services: Services): Route[] {
  return [healthRoute(), readyRoute(services), metricsRoute(services)];
}

function healthRoute(): Route {
  return route({
    method: 'GET',
    path: '/healthz',
    operationId: 'health',
    tag: 'Service',
    summary: 'Whether the process answers',
    credentials: 'none',
    responses: { 200: { description: 'It does.', body: Status } },
    handler: () => ({ status: 200, body: { status: 'ok' } }),
  });
}

function readyRoute({ context }: Services): Route {
  return route({
    method: 'GET',
    path: '/readyz',
    operationId: 'ready',
    tag: 'Service',
    summary: 'Whether storage answers and its schema is current',
    credentials: 'none',
    responses: { 200: { description: 'Requests can be served.', body: Status } },
    handler: async () => {
      await context.store.ready();
      return { status: 200, body: { status: 'ok' } };
    },
  });
}

function metricsRoute(services: Services): Route {
  const { registry } = services.metrics;
  return route({
    method: 'GET',
    path: '/metrics',
    operationId: 'metrics',
    tag: 'Service',
    summary: 'Measurements in the text format of Prometheus',
    description: 'For peers on the same machine, and for others with the token of ASSAY_METRICS_TOKEN as bearer.',
    credentials: 'none',
    responses: { 200: { description: 'The measurements.', body: Type.String(), type: 'text/plain' } },
    errorStatuses: [401],
    handler: async ({ http }) => {
      admitScraper(services, http);
      return { status: 200, body: await registry.metrics(), type: registry.contentType };
    },
  });
}

function descriptionRoute(services: Services): Route {
  return route({
    method: 'GET',
    path: '/openapi.json',
    operationId: 'describe',
    tag: 'Service',
    summary: 'This description, OpenAPI 3.1',
    credentials: 'none',
    responses: {
      200: {
        description: 'The description.',
        body: Type.Object({}, { additionalProperties: true }),
        type: 'application/json',
      },
    },
    handler: () => ({ status: 200, body: services.openApiText(), type: 'application/json' }),
  });
}

/** The peer counts, not what a header says of it. */
function admitScraper({ options }: Services, http: FastifyRequest): void {
  const peer = http.raw.socket.remoteAddress;
  if (peer !== undefined && isLoopback(peer) && http.raw.headers['x-forwarded-for'] === undefined) return;
  const given = /^Bearer +(\S+)$/i.exec(http.raw.headers.authorization ?? '')?.[1];
  if (options.metricsToken !== null && given !== undefined && sameText(given, options.metricsToken)) return;
  throw new Failure(
    'unauthenticated',
    'metrics_token_needed',
    'Metrics are open to this machine, or with their token.',
  );
}

/** Digests have one length, so the comparison takes the same time whatever was given. */
function sameText(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}
