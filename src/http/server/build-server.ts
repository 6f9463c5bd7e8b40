// Builds the Fastify server. Overrides defaults that coerce input, drop data, hang, or return errors in Fastify's format.
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { fastify } from 'fastify';
import type { Logger } from 'pino';
import type { Context } from '../../flows/context.ts';
import { addressReader } from '../auth/client-address.ts';
import { installBodyParser } from '../input/body-parser.ts';
import { SCHEMA_OPTIONS } from '../input/schema-issues.ts';
import { SignedCursor } from '../lists/paging.ts';
import { EVENTS_PATH } from '../routes/events.ts';
import { routeTable } from '../routes/index.ts';
import { operationRoutes } from '../routes/service.ts';
import { endWaitingConnections, limitConnections } from './connection-limits.ts';
import { handleConnectionError, installErrorHandler, rejectExpectation, sendEarlyError } from './error-handler.ts';
import { lazyCompilers } from './lazy-compilers.ts';
import { MAX_HEADER_BYTES, messageProblem } from './message-checks.ts';
import type { Metrics } from './metrics.ts';
import { installOpenApi, openApiDocument } from './openapi.ts';
import type { ServerOptions } from './options.ts';
import { installPages } from './pages.ts';
import { Readiness } from './readiness.ts';
import { installRoutes } from './register-routes.ts';
import { RejectionCounter } from './rejection-counter.ts';
import { requestIdOf } from './request-id.ts';
import { installRequestLog, SilentLogController } from './request-log.ts';
import { installRequestSpans } from './request-spans.ts';
import { DEFAULT_BODY_LIMIT, type Route } from './route-table.ts';
import { SECURITY_HEADERS, STRICT_TRANSPORT_SECURITY } from './security-headers.ts';
import type { Services } from './services.ts';
import { stopListening } from './stop-listening.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Every declared route; the access matrix is tested against it. */
    routeTable: readonly Route[];
  }
}

interface ServerDependencies {
  context: Context;
  options: ServerOptions;
  metrics: Metrics;
  logger: Logger;
  /** Ready from the start unless the caller sets its state. */
  readiness?: Readiness;
}

/** The server, not yet listening. Tests call `inject`, some with their own routes; main calls `listen`. */
export async function buildServer(
  dependencies: ServerDependencies,
  createRoutes: (services: Services) => Route[] = routeTable,
): Promise<FastifyInstance> {
  const { context, options, metrics, logger, readiness = new Readiness() } = dependencies;
  const app = newFastify(context, options, logger);
  const services: Services = {
    context,
    options,
    metrics,
    readiness,
    rejections: new RejectionCounter(context.store.rejections, context.clock),
    clientAddress: addressReader(options.trustedProxies),
    cursors: new SignedCursor(options.cursorSecret),
    openApi: openApiDocument(app),
  };
  const routes = options.operationsOnly ? operationRoutes(services) : createRoutes(services);
  app.addHook('onClose', () => services.rejections.flush());
  installRequestSpans(app, options.version);
  decorateRequests(app, options.publicUrl?.startsWith('https:') === true);
  app.decorate('routeTable', routes);
  installBodyParser(app);
  installRequestLog(app, services, logger);
  const rejectUnknownRoute = installErrorHandler(app, context, routes);
  if (!options.operationsOnly) await installOpenApi(app, options.version);
  installRoutes(app, context, routes);
  if (!options.operationsOnly) installPages(app, options, rejectUnknownRoute);
  closeConnections(app, options.timeouts);
  return app;
}

/**
 * Closing waits for responses in progress and ends connections as they become idle. A client that has sent half a request could delay it
 * indefinitely, so after `drain` ms every connection that waits for its client is closed, and after `responses` ms every one.
 */
function closeConnections(app: FastifyInstance, { drain, responses }: ServerOptions['timeouts']): void {
  let timer: NodeJS.Timeout | undefined;
  app.addHook('preClose', (done) => {
    const began = performance.now();
    timer = setInterval(() => {
      const ms = performance.now() - began;
      if (ms < drain) app.server.closeIdleConnections();
      else if (ms < responses) endWaitingConnections(app.server);
      else app.server.closeAllConnections();
    }, 20);
    void stopListening(app.server).then(() => done());
  });
  app.addHook('onClose', (_app, done) => {
    clearInterval(timer);
    done();
  });
}

function newFastify(context: Context, options: ServerOptions, logger: Logger): FastifyInstance {
  const app = fastify({
    loggerInstance: logger,
    logController: new SilentLogController(),
    // A child logger for each request costs more than parsing it; our log lines contain the request id anyway.
    childLoggerFactory: (parent) => parent,
    genReqId: requestIdOf,
    bodyLimit: DEFAULT_BODY_LIMIT,
    // HEAD shares the hooks of GET, including authentication.
    exposeHeadRoutes: true,
    // A draining server still responds to requests that have arrived; it accepts no new connections by then.
    return503OnClosing: false,
    requestTimeout: options.timeouts.request,
    // Also ends connections whose responses nobody reads; see `endStalled`.
    connectionTimeout: options.timeouts.stalled,
    keepAliveTimeout: 72_000,
    // Account ids have up to 255 code points, percent-encoded; the header limit of 16 KiB bounds every path anyway.
    routerOptions: { maxParamLength: 16_384, caseSensitive: true, ignoreTrailingSlash: false },
    schemaController: lazyCompilers(EVENTS_PATH),
    ajv: {
      customOptions: {
        coerceTypes: false,
        removeAdditional: false,
        useDefaults: false,
        ...SCHEMA_OPTIONS,
      },
    },
    http: {
      headersTimeout: options.timeouts.headers,
      maxHeaderSize: MAX_HEADER_BYTES,
      // How often Node checks for late requests; its default of 30 s would delay both timeouts.
      connectionsCheckingInterval: Math.max(50, Math.floor(options.timeouts.headers / 4)),
      // Node would respond in its own format; `messageProblem` uses ours.
      requireHostHeader: false,
      // Otherwise Node silently drops the second of two Authorization headers.
      joinDuplicateHeaders: true,
    },
    frameworkErrors: (error, request, reply) => sendEarlyError(context, error, request, reply as FastifyReply),
    clientErrorHandler: handleConnectionError,
  }) as unknown as FastifyInstance;
  app.server.on('checkExpectation', rejectExpectation);
  // Node would drop the headers beyond its limit without an error, and with them an `X-Forwarded-For` that a proxy appended.
  app.server.maxHeadersCount = 0;
  // Otherwise Node ends the connection of a client that has closed its sending side after the request: the event is stored without a response.
  Object.assign(app.server, { httpAllowHalfOpen: true });
  app.server.on('timeout', endStalled);
  limitConnections(app.server, options.maxConnections);
  return app;
}

/**
 * Ends a connection on which nothing was sent or received for `timeouts.stalled` ms: its client is gone or does not read,
 * and its responses would stay in memory. A connection whose request is still being processed has nothing to send and
 * stays open.
 */
function endStalled(socket: Socket): void {
  const { _httpMessage: response } = socket as { _httpMessage?: ServerResponse | null };
  if (response && socket.writableLength === 0 && response.writableLength === 0) return;
  socket.destroy();
}

function decorateRequests(app: FastifyInstance, isHttps: boolean): void {
  const headers = isHttps
    ? { ...SECURITY_HEADERS, 'strict-transport-security': STRICT_TRANSPORT_SECURITY }
    : SECURITY_HEADERS;
  app.decorateRequest('caller', null);
  app.decorateRequest('bodyBytes', null);
  app.decorateRequest('authenticatedAt', 0);
  app.decorateRequest('authenticationTime', 0);
  app.decorateRequest('errorCode', null);
  app.addHook('onRequest', (request: FastifyRequest, reply: FastifyReply, done) => {
    reply.headers(headers).header('x-request-id', request.id);
    done(messageProblem(request.raw));
  });
}
