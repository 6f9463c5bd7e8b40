// One log line and one measurement per request: pattern, status, time, caller. Never a header, a body or a full address.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LogController } from 'fastify';
import type { Logger } from 'pino';
import type { Caller } from '../../flows/auth/authenticate.ts';
import { maskAddress } from '../auth/client-address.ts';
import type { Services } from './services.ts';
import { traceContext } from './trace-context.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The error code of the response, for the log line. */
    errorCode: string | null;
  }
}

/** Replaces Fastify's own log lines, which contain URLs and with them account ids. */
export class SilentLogController extends LogController {
  constructor() {
    super({ disableRequestLogging: true });
  }
}

export function installRequestLog(app: FastifyInstance, services: Services, logger: Logger): void {
  const { requests } = services.metrics;
  app.addHook('onResponse', (request, reply, done) => {
    const ms = reply.elapsedTime;
    const route = patternOf(request);
    const labels = { route: isFile(request) ? 'file' : route, method: methodOf(request) };
    requests.observe({ ...labels, status: String(reply.statusCode) }, ms / 1_000);
    write(services, logger, request, reply, route, ms);
    done();
  });
}

function write(
  services: Services,
  logger: Logger,
  request: FastifyRequest,
  reply: FastifyReply,
  route: string,
  ms: number,
): void {
  const quiet = reply.statusCode < 400 && isRoutine(request, route);
  if (!logger.isLevelEnabled(quiet ? 'debug' : 'info')) return;
  const address = services.clientAddress(request.raw);
  const trace = traceContext(request.raw.headers.traceparent);
  const line = {
    request_id: request.id,
    route,
    method: request.method,
    status: reply.statusCode,
    ms: Math.round(ms * 100) / 100,
    address: address === null ? undefined : maskAddress(address),
    ...callerFields(request.caller),
    code: request.errorCode ?? undefined,
    trace_id: trace?.traceId,
    span_id: trace?.spanId,
  };
  if (quiet) logger.debug(line, 'request');
  else logger.info(line, 'request');
}

/**
 * Files are the routes without a declaration, except preflights. They share one label: the dashboard and the guide have hundreds, some of
 * them with new names in each version, and each would add seventeen time series.
 */
function isFile(request: FastifyRequest): boolean {
  const { config, url } = request.routeOptions;
  return url !== undefined && config?.route === undefined && request.method !== 'OPTIONS';
}

/**
 * Thousands of accepted events a second, probes and the dozens of files of a page would drown out every other line: they are
 * logged only at level `debug`.
 */
function isRoutine(request: FastifyRequest, route: string): boolean {
  return (
    isFile(request) || route === '/v1/events' || route === '/healthz' || route === '/readyz' || route === '/metrics'
  );
}

/** The pattern of the route, or `unknown` for all paths without one: a path is text that the caller chooses. */
function patternOf(request: FastifyRequest): string {
  const { config, url } = request.routeOptions;
  return config?.route?.path ?? (url === undefined ? 'unknown' : url);
}

/** Node's parser accepts only standard methods; the label stays a closed list even if that changes. */
function methodOf(request: FastifyRequest): string {
  return request.is404 ? 'any' : request.method;
}

function callerFields(caller: Caller | null): Record<string, string> {
  if (caller === null) return {};
  if (caller.kind === 'session') return { member: caller.member.id, session: caller.session.id };
  return { key: caller.key.id, environment: caller.environments[0].id };
}
