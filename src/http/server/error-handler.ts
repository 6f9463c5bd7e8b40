// Sends every error in one format: thrown errors, unknown paths, wrong methods and malformed HTTP messages.
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { ConnectionError, FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../../flows/context.ts';
import { SECOND } from '../../vocabulary/clock.ts';
import type { ErrorCode } from '../../vocabulary/error-codes.ts';
import { Failure } from '../../vocabulary/failure.ts';
import { loggedError } from '../../vocabulary/logged-error.ts';
import { authenticateRequest } from '../auth/authenticate.ts';
import { schemaFailure } from '../input/schema-issues.ts';
import { rejectNewest } from './connection-limits.ts';
import { checkUrlEncoding, MAX_HEADER_BYTES, messageProblem } from './message-checks.ts';
import { HttpProblem, PROBLEM_TYPE, type ProblemResponse, problemResponse } from './problem.ts';
import { newRequestId } from './request-id.ts';
import { METHODS, type Method, type Route } from './route-table.ts';
import { SECURITY_HEADERS } from './security-headers.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** When the unavailability of the service was last described in the log, by error code; of `performance.now()`. */
    describedAt: Map<string, number>;
  }
}

/** Rejects a request that no route serves: 401 without a valid credential, then 404 or 405. */
export type RejectUnknownRoute = (request: FastifyRequest) => Promise<never>;

/** Installs the handlers for errors that routes throw, and for paths and methods that no route serves. */
export function installErrorHandler(
  app: FastifyInstance,
  context: Context,
  routes: readonly Route[],
): RejectUnknownRoute {
  app.decorate('describedAt', new Map<string, number>());
  app.setErrorHandler((error, request, reply) => sendProblem(error, request, reply));
  const methodsOf = methodFinder(routes);
  const rejectUnknownRoute: RejectUnknownRoute = async (request) => {
    await authenticateRequest(context, request.raw.headers.authorization);
    throw unknownRoute(request, methodsOf);
  };
  // As an onRequest hook, so that a request that ends as a 404 never has its body read.
  const options = { onRequest: rejectUnknownRoute } as object;
  app.setNotFoundHandler(options, (request, reply) => sendProblem(unknownRoute(request, methodsOf), request, reply));
  return rejectUnknownRoute;
}

/** Sends the problem document of an error; logs server errors. */
function sendProblem(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const failure = fromSchema(error);
  const response = problemResponse(failure, request.id);
  const { route } = request.routeOptions.config;
  if (response.status >= 500) logServerError(error, response, request);
  route?.onError?.(response.code, request, failure instanceof Failure ? failure.issues : []);
  request.errorCode = response.code;
  for (const [name, value] of Object.entries(response.headers)) reply.header(name, value);
  // Bytes, not text: Fastify would add a charset, which this media type does not have.
  return reply
    .code(response.status)
    .header('content-type', PROBLEM_TYPE)
    .send(Buffer.from(JSON.stringify(response.document)));
}

/** Not problems: probes during a start and a stop, and a flood of logins, which must not fill the log. The request log has the code. */
const EXPECTED: readonly string[] = ['starting', 'stopping', 'password_checks_busy'] satisfies ErrorCode[];

/** Not called for rejected requests: formatting stacks took 2 % of the CPU during a flood of bodies that were too large. */
function logServerError(error: unknown, { code, status }: ProblemResponse, request: FastifyRequest): void {
  const where = { request_id: request.id, route: request.routeOptions.config.route?.path };
  const name = code.replaceAll('_', ' ');
  if (EXPECTED.includes(code)) request.log.debug(where, name);
  else if (status !== 503) request.log.error({ ...where, error: loggedError(error) }, 'request failed');
  else if (isFirstThisSecond(code, request.server)) request.log.warn({ ...where, error: loggedError(error) }, name);
}

/**
 * An outage fails every request. Each has its line with the code. If each line had the error, 1.1 KB in total, 500 a second would fill
 * 2 GB an hour of the disk, perhaps of the one that is full.
 */
function isFirstThisSecond(code: string, { describedAt }: FastifyInstance): boolean {
  const now = performance.now();
  if (now - (describedAt.get(code) ?? Number.NEGATIVE_INFINITY) < SECOND) return false;
  describedAt.set(code, now);
  return true;
}

/** Handles errors before routing: a path that cannot be decoded. Authentication still comes first. */
export function sendEarlyError(context: Context, error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  reply.headers(SECURITY_HEADERS).header('x-request-id', request.id);
  rejectEarly(context, error, request).catch((rejection) => sendProblem(rejection, request, reply));
}

async function rejectEarly(context: Context, error: unknown, request: FastifyRequest): Promise<never> {
  throwIfAny(messageProblem(request.raw));
  await authenticateRequest(context, request.raw.headers.authorization);
  checkUrlEncoding(request.raw.url ?? '');
  throw error;
}

function throwIfAny(problem: Error | undefined): void {
  if (problem !== undefined) throw problem;
}

/** Handles errors of the HTTP parser, which has no request yet, only a socket. */
export function handleConnectionError(error: ConnectionError, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) socket.destroy();
  else rejectNewest(socket, () => sendConnectionError(error, socket));
}

function sendConnectionError(error: ConnectionError, socket: Socket): void {
  // The previous response was the last one and is still being sent.
  if (!socket.writable) return;
  // Earlier responses that nobody reads would keep the connection open for this one.
  if (socket.writableLength > 0) {
    socket.destroy();
    return;
  }
  const response = problemResponse(malformedMessage(error.code), newRequestId());
  socket.end(rawResponse(response), () => socket.destroySoon());
}

/** Node emits an event for an `Expect` other than 100-continue before routing. */
export function rejectExpectation(_request: IncomingMessage, response: ServerResponse): void {
  const problem = new HttpProblem(417, 'expectation_failed', 'The only supported expectation is 100-continue.');
  const [headers, body] = closingResponse(problemResponse(problem, newRequestId()));
  response.writeHead(417, headers).end(body);
}

function malformedMessage(code: string): HttpProblem {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    return new HttpProblem(408, 'request_timeout', 'The request did not arrive in time.');
  }
  if (code === 'HPE_HEADER_OVERFLOW') {
    return new HttpProblem(431, 'headers_too_large', `The headers are larger than ${MAX_HEADER_BYTES / 1_024} KiB.`);
  }
  if (code === 'HPE_CHUNK_EXTENSIONS_OVERFLOW') {
    return new HttpProblem(413, 'body_too_large', 'The chunk extensions are too large.');
  }
  return new HttpProblem(400, 'malformed_request', 'The message is not a well-formed HTTP request.');
}

function rawResponse(response: ProblemResponse): string {
  const [headers, body] = closingResponse(response);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${response.status} ${STATUS_CODES[response.status]}\r\n${lines.join('')}\r\n${body}`;
}

/** Headers and body of a response after which the connection closes. */
function closingResponse(response: ProblemResponse): [Record<string, string>, string] {
  const body = JSON.stringify(response.document);
  const headers = {
    ...SECURITY_HEADERS,
    'x-request-id': String(response.document.request_id),
    'content-type': PROBLEM_TYPE,
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
  };
  return [headers, body];
}

function fromSchema(error: unknown): unknown {
  const { validation, validationContext } = (error ?? {}) as Partial<FastifyError>;
  return validation === undefined ? error : schemaFailure(validation, validationContext);
}

function unknownRoute(request: FastifyRequest, methodsOf: (path: string) => string[]): HttpProblem {
  const path = request.raw.url?.split('?', 1)[0] ?? '';
  const methods = methodsOf(path);
  if (methods.length === 0) return new HttpProblem(404, 'path_not_found', 'This path does not exist.');
  const allow = methods.join(', ');
  return new HttpProblem(405, 'method_not_allowed', `This path supports ${allow}.`, { allow });
}

/** Finds the methods of a path: in a route's pattern, a placeholder matches one segment. */
function methodFinder(routes: readonly Route[]): (path: string) => string[] {
  const patterns = new Map<string, Set<Method>>();
  for (const { method, path } of routes) {
    patterns.set(path, (patterns.get(path) ?? new Set<Method>()).add(method));
  }
  const compiled = [...patterns].map(([path, methods]) => ({
    pattern: new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`),
    methods: METHODS.filter((method) => methods.has(method)).flatMap((m) => (m === 'GET' ? ['GET', 'HEAD'] : [m])),
  }));
  return (path) => compiled.filter(({ pattern }) => pattern.test(path)).flatMap(({ methods }) => methods);
}
