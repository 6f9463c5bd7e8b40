// Every way out but success: the framework's errors, unknown paths, wrong methods and broken messages, in one shape.
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { ConnectionError, FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../../flows/context.ts';
import { authenticateRequest } from '../auth/authenticate.ts';
import { schemaFailure } from '../input/schema-issues.ts';
import { HttpProblem, PROBLEM_TYPE, type ProblemResponse, problemResponse } from './problem.ts';
import { newRequestId } from './request-id.ts';
import { METHODS, type Method, type Route } from './route-table.ts';
import { SECURITY_HEADERS } from './security-headers.ts';

/** Refuses a request that no route serves: 401 without a valid credential, then 404 or 405. */
export type RejectUnknownRoute = (request: FastifyRequest) => Promise<never>;

/** Hangs the one error shape on the server: handlers' errors, and paths and methods that no route serves. */
export function installErrorHandler(
  app: FastifyInstance,
  context: Context,
  routes: readonly Route[],
): RejectUnknownRoute {
  app.setErrorHandler((error, request, reply) => sendProblem(error, request, reply));
  const methodsOf = methodFinder(routes);
  const unknown: RejectUnknownRoute = async (request) => {
    await authenticateRequest(context, request.raw.headers.authorization);
    throw unknownRoute(request, methodsOf);
  };
  // As an onRequest hook, so that nobody's body is read on the way to a 404.
  const options = { onRequest: unknown } as object;
  app.setNotFoundHandler(options, (request, reply) => sendProblem(unknownRoute(request, methodsOf), request, reply));
  return unknown;
}

/** Sends the problem document of an error; logs what nobody foresaw. */
function sendProblem(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const found = fromSchema(error);
  const answer = problemResponse(found, request.id);
  const { route } = request.routeOptions.config;
  const line = { request_id: request.id, route: route?.path, error: errorForLog(error) };
  if (answer.status === 503) request.log.warn(line, 'storage could not take a request');
  else if (answer.status >= 500) request.log.error(line, 'request failed');
  route?.onError?.(answer.code);
  request.errorCode = answer.code;
  for (const [name, value] of Object.entries(answer.headers)) reply.header(name, value);
  // Bytes, not text: Fastify would add a charset that the media type does not have.
  return reply
    .code(answer.status)
    .header('content-type', PROBLEM_TYPE)
    .send(Buffer.from(JSON.stringify(answer.document)));
}

/** An error of a database may carry the values of its statement in further fields: they stay out of the log. */
function errorForLog(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { message: 'something that is no error was thrown' };
  const { name, stack, cause } = error;
  const code = (error as { code?: unknown }).code;
  return { name, code, stack, ...(cause === undefined ? {} : { cause: errorForLog(cause) }) };
}

/** What the framework refuses before a route is found: a path that cannot be decoded. Credentials still come first. */
export function sendEarlyError(context: Context, error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  reply.headers(SECURITY_HEADERS).header('x-request-id', request.id);
  authenticateRequest(context, request.raw.headers.authorization).then(
    () => sendProblem(error, request, reply),
    (refusal) => sendProblem(refusal, request, reply),
  );
}

/** What the HTTP parser refuses: it has no request to answer, only a socket. */
export function handleConnectionError(error: ConnectionError, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const answer = problemResponse(brokenMessage(error.code), newRequestId());
  socket.end(rawAnswer(answer), () => socket.destroySoon());
}

/** Node asks about an `Expect` that is not 100-continue before any route is looked for. */
export function rejectExpectation(_request: IncomingMessage, response: ServerResponse): void {
  const problem = new HttpProblem(417, 'expectation_failed', 'The only expectation that is met is 100-continue.');
  const [headers, body] = closingAnswer(problemResponse(problem, newRequestId()));
  response.writeHead(417, headers).end(body);
}

function brokenMessage(code: string): HttpProblem {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    return new HttpProblem(408, 'request_timeout', 'The request did not arrive in time.');
  }
  if (code === 'HPE_HEADER_OVERFLOW') {
    return new HttpProblem(431, 'headers_too_large', 'The headers are larger than 16 KiB.');
  }
  if (code === 'HPE_CHUNK_EXTENSIONS_OVERFLOW') {
    return new HttpProblem(413, 'body_too_large', 'The chunk extensions are too large.');
  }
  return new HttpProblem(400, 'malformed_request', 'This is not a well-formed HTTP request.');
}

function rawAnswer(answer: ProblemResponse): string {
  const [headers, body] = closingAnswer(answer);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${answer.status} ${STATUS_CODES[answer.status]}\r\n${lines.join('')}\r\n${body}`;
}

/** Headers and body of an answer after which the connection ends. */
function closingAnswer(answer: ProblemResponse): [Record<string, string>, string] {
  const body = JSON.stringify(answer.document);
  const headers = {
    ...SECURITY_HEADERS,
    'x-request-id': String(answer.document.request_id),
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
  if (methods.length === 0) return new HttpProblem(404, 'path_not_found', 'There is no such path.');
  const allow = methods.join(', ');
  return new HttpProblem(405, 'method_not_allowed', `This path serves ${allow}.`, { allow });
}

/** Which methods a path serves: the table's patterns, a placeholder standing for one segment. */
function methodFinder(routes: readonly Route[]): (path: string) => string[] {
  const patterns = new Map<string, Set<Method>>();
  for (const { method, path } of routes) {
    patterns.set(path, (patterns.get(path) ?? new Set<Method>()).add(method));
  }
  const compiled = [...patterns].map(([path, methods]) => ({
    form: new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`),
    methods: METHODS.filter((method) => methods.has(method)).flatMap((m) => (m === 'GET' ? ['GET', 'HEAD'] : [m])),
  }));
  return (path) => compiled.filter(({ form }) => form.test(path)).flatMap(({ methods }) => methods);
}
