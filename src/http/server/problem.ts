// Every error as an RFC 9457 problem document, whichever layer raised it.
import Type from 'typebox';
import type { ErrorCode } from '../../vocabulary/error-codes.ts';
import { Failure, type FailureKind, type ValidationIssue } from '../../vocabulary/failure.ts';

export const PROBLEM_TYPE = 'application/problem+json';

/** More issues would not help a caller, and would let a small body cause a large response. */
export const MAX_ISSUES = 50;

export const ProblemSchema = Type.Object(
  {
    type: Type.String({ description: 'URI of the problem type.' }),
    title: Type.String({ description: 'Short summary of the problem type.' }),
    status: Type.Integer({ description: 'The HTTP status.' }),
    detail: Type.String({ description: 'What was wrong with this request.' }),
    code: Type.String({ description: 'Stable snake_case error code.' }),
    request_id: Type.String({ description: 'The id of the request, as in the log and in X-Request-Id.' }),
    errors: Type.Optional(
      Type.Array(
        Type.Object({
          pointer: Type.String({
            description: 'RFC 6901 pointer into the body, or the name of a query parameter or header.',
          }),
          code: Type.String(),
          detail: Type.String(),
        }),
        { description: 'The issues of an invalid input.' },
      ),
    ),
  },
  { $id: 'Problem', additionalProperties: true, description: 'Why the request failed (RFC 9457).' },
);

/** An error specific to HTTP: a malformed message, an unknown path, an unsupported method or media type. */
export class HttpProblem extends Error {
  readonly status: number;
  readonly code: ErrorCode;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, code: ErrorCode, detail: string, headers: Record<string, string> = {}) {
    super(detail);
    this.name = 'HttpProblem';
    this.status = status;
    this.code = code;
    this.headers = headers;
  }
}

/** An error response: status, headers except for the content type, and the document. */
export interface ProblemResponse {
  status: number;
  code: string;
  headers: Readonly<Record<string, string>>;
  document: Record<string, unknown>;
}

const TITLES: Readonly<Record<number, string>> = {
  400: 'Bad request',
  401: 'Not authenticated',
  403: 'Forbidden',
  404: 'Not found',
  405: 'Method not allowed',
  406: 'Not acceptable',
  408: 'Request timed out',
  409: 'Conflict',
  413: 'Body too large',
  414: 'URL too long',
  415: 'Unsupported media type',
  417: 'Expectation failed',
  422: 'Invalid input',
  429: 'Too many requests',
  431: 'Headers too large',
  500: 'Internal error',
  503: 'Unavailable',
};

const STATUS_OF_KIND: Readonly<Record<FailureKind, number>> = {
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  invalid: 422,
  too_many: 429,
  unavailable: 503,
};

/** Errors that Fastify raises itself: their status, code and detail. */
const FRAMEWORK: Readonly<Record<string, readonly [number, ErrorCode, string]>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: [413, 'body_too_large', 'The body is larger than this endpoint allows.'],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: [415, 'unsupported_media_type', 'The body must be application/json in UTF-8.'],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: [400, 'wrong_content_length', 'Content-Length does not match the body.'],
  FST_ERR_BAD_URL: [422, 'bad_encoding', 'The path is not valid percent-encoded UTF-8.'],
  FST_ERR_MAX_PARAM_LENGTH: [404, 'path_not_found', 'This path does not exist.'],
};

/** The response to any error. An unexpected error becomes a 500 whose detail reveals nothing internal. */
export function problemResponse(error: unknown, requestId: string): ProblemResponse {
  if (error instanceof Failure) return failureResponse(error, requestId);
  if (error instanceof HttpProblem) {
    return documentResponse(error.status, error.code, error.message, requestId, error.headers);
  }
  const framework = FRAMEWORK[errorCode(error)];
  if (framework !== undefined) return documentResponse(...framework, requestId);
  const status = (error as { statusCode?: unknown } | null)?.statusCode;
  // A file outside its folder, or a missing one: the response must not reveal which.
  if (status === 403 || status === 404)
    return documentResponse(404, 'path_not_found', 'This path does not exist.', requestId);
  if (typeof status === 'number' && status >= 400 && status < 500) {
    return documentResponse(status, 'bad_request', 'The request could not be read.', requestId);
  }
  return documentResponse(500, 'internal_error', 'An internal error occurred. The log has the details.', requestId);
}

function failureResponse(failure: Failure, requestId: string): ProblemResponse {
  const status = STATUS_OF_KIND[failure.kind];
  const headers: Record<string, string> = {};
  if (status === 401) headers['www-authenticate'] = 'Bearer realm="assay"';
  // A 503 and a 429 always have Retry-After; one second is what a busy store needs.
  const retryAfter = failure.retryAfter ?? (status === 503 || status === 429 ? 1 : undefined);
  if (retryAfter !== undefined) headers['retry-after'] = String(Math.max(1, Math.ceil(retryAfter)));
  const response = documentResponse(status, failure.code, failure.message, requestId, headers);
  if (failure.issues.length > 0) response.document.errors = failure.issues.slice(0, MAX_ISSUES).map(plainIssue);
  return failure.extra === undefined ? response : { ...response, document: { ...failure.extra, ...response.document } };
}

/** Copies only the declared fields. */
function plainIssue({ pointer, code, detail }: ValidationIssue): ValidationIssue {
  return { pointer, code, detail };
}

function documentResponse(
  status: number,
  code: ErrorCode,
  detail: string,
  requestId: string,
  headers: Readonly<Record<string, string>> = {},
): ProblemResponse {
  const title = TITLES[status] ?? 'Request failed';
  return {
    status,
    code,
    headers,
    document: { type: `urn:assay:problem:${code}`, title, status, detail, code, request_id: requestId },
  };
}

function errorCode(error: unknown): string {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' ? code : '';
}
