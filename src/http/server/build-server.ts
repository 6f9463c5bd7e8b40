// Builds the door: Fastify with every default overridden that would coerce, drop, wait for ever or answer in its own shape.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { fastify } from 'fastify';
import type { Logger } from 'pino';
import type { Context } from '../../flows/context.ts';
import { addressReader } from '../auth/client-address.ts';
import { installBodyParser } from '../input/body-parser.ts';
import { SignedCursor } from '../lists/paging.ts';
import { routeTable } from '../routes/index.ts';
import { operationRoutes } from '../routes/service.ts';
import { handleConnectionError, installErrorHandler, rejectExpectation, sendEarlyError } from './error-handler.ts';
import type { Metrics } from './metrics.ts';
import { installOpenApi } from './openapi.ts';
import type { ServerOptions } from './options.ts';
import { installPages } from './pages.ts';
import { HttpProblem } from './problem.ts';
import { installRoutes } from './register-routes.ts';
import { requestIdOf } from './request-id.ts';
import { installRequestLog, SilentLogController } from './request-log.ts';
import { DEFAULT_BODY_LIMIT, type Route } from './route-table.ts';
import { SECURITY_HEADERS } from './security-headers.ts';
import type { Services } from './services.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Every declared route: what the matrix of credentials is tested by. */
    routeTable: readonly Route[];
  }
}

interface ServerDependencies {
  context: Context;
  options: ServerOptions;
  metrics: Metrics;
  logger: Logger;
}

/** The server, not yet listening. Tests call `inject`, some with a table of their own; main calls `listen`. */
export async function buildServer(
  dependencies: ServerDependencies,
  table: (services: Services) => Route[] = routeTable,
): Promise<FastifyInstance> {
  const { context, options, metrics, logger } = dependencies;
  const app = newFastify(context, options, logger);
  const services: Services = {
    context,
    options,
    metrics,
    clientAddress: addressReader(options.trustedProxies),
    cursors: new SignedCursor(options.cursorSecret),
    openApiText: () => JSON.stringify(app.swagger()),
  };
  const routes = options.operationsOnly ? operationRoutes(services) : table(services);
  decorate(app);
  app.decorate('routeTable', routes);
  installBodyParser(app);
  installRequestLog(app, services, logger);
  const refuseUnknown = installErrorHandler(app, context, routes);
  if (!options.operationsOnly) await installOpenApi(app);
  installRoutes(app, context, routes);
  if (!options.operationsOnly) await installPages(app, options, refuseUnknown);
  endLateConnections(app, options.timeouts.drain);
  return app;
}

/**
 * Closing waits for answers that are under way; connections end as they fall idle. A client that has sent half a
 * request would hold it up for as long as it likes: it gets `patience` ms.
 */
function endLateConnections(app: FastifyInstance, patience: number): void {
  let timer: NodeJS.Timeout | undefined;
  app.addHook('preClose', (done) => {
    const late = performance.now() + patience;
    timer = setInterval(() => {
      if (performance.now() < late) app.server.closeIdleConnections();
      else app.server.closeAllConnections();
    }, 20);
    done();
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
    // A child logger for every request would cost more than the request's own parsing; our lines carry the id themselves.
    childLoggerFactory: (parent) => parent,
    genReqId: requestIdOf,
    bodyLimit: DEFAULT_BODY_LIMIT,
    // HEAD is answered by GET's rules, credential and all: its hooks are GET's own.
    exposeHeadRoutes: true,
    // Draining answers what has arrived, in the one shape; new connections are refused by then.
    return503OnClosing: false,
    requestTimeout: options.timeouts.request,
    keepAliveTimeout: 72_000,
    // Account ids are up to 255 code points, percent-encoded; the header limit of 16 KiB bounds every path anyway.
    routerOptions: { maxParamLength: 16_384, caseSensitive: true, ignoreTrailingSlash: false },
    ajv: {
      customOptions: {
        coerceTypes: false,
        removeAdditional: false,
        useDefaults: false,
        allErrors: true,
        allowUnionTypes: true,
      },
    },
    http: {
      headersTimeout: options.timeouts.headers,
      // How often Node looks for requests that are late; its default of 30 s would make both limits a wish.
      connectionsCheckingInterval: Math.max(50, Math.floor(options.timeouts.headers / 4)),
      // Node would answer in its own shape; `hostFlaw` does it in ours.
      requireHostHeader: false,
      // Otherwise the second of two Authorization headers is dropped without a word.
      joinDuplicateHeaders: true,
    },
    frameworkErrors: (error, request, reply) => sendEarlyError(context, error, request, reply as FastifyReply),
    clientErrorHandler: handleConnectionError,
  }) as unknown as FastifyInstance;
  app.server.on('checkExpectation', rejectExpectation);
  return app;
}

function decorate(app: FastifyInstance): void {
  app.decorateRequest('caller', null);
  app.decorateRequest('bodyBytes', null);
  app.decorateRequest('authenticatedAt', 0);
  app.decorateRequest('authenticationTime', 0);
  app.decorateRequest('errorCode', null);
  app.addHook('onRequest', (request: FastifyRequest, reply: FastifyReply, done) => {
    reply.headers(SECURITY_HEADERS).header('x-request-id', request.id);
    done(hostFlaw(request));
  });
}

/** HTTP/1.1 needs exactly one Host (RFC 9112, 3.2); two were joined with a comma. */
function hostFlaw(request: FastifyRequest): HttpProblem | undefined {
  const { headers, httpVersion } = request.raw;
  if (httpVersion === '1.0' && headers.host === undefined) return undefined;
  if (headers.host === undefined || headers.host.includes(',')) {
    return new HttpProblem(400, 'malformed_request', 'The request needs exactly one Host header.');
  }
  return undefined;
}
