// One shape for every refusal: RFC 9457 problem documents, whoever refused (contract 1).
import Type from 'typebox';
import { Failure, type FailureKind, type ValidationIssue } from '../../vocabulary/failure.ts';

export const PROBLEM_TYPE = 'application/problem+json';

/** Longer lists of wrong places help nobody and would let a small body ask for a large answer. */
const MOST_PLACES = 50;

export const ProblemSchema = Type.Object(
  {
    type: Type.String({ description: 'URI of the kind of problem.' }),
    title: Type.String({ description: 'The kind of problem in a few words.' }),
    status: Type.Integer({ description: 'The HTTP status again.' }),
    detail: Type.String({ description: 'What was wrong with this request.' }),
    code: Type.String({ description: 'Stable snake_case word for programs.' }),
    request_id: Type.String({ description: 'Stands in the log and in X-Request-Id.' }),
    errors: Type.Optional(
      Type.Array(
        Type.Object({
          pointer: Type.String({
            description: 'RFC 6901 pointer into the body, or the name of a query parameter or header.',
          }),
          code: Type.String(),
          detail: Type.String(),
        }),
        { description: 'The wrong places of an invalid input.' },
      ),
    ),
  },
  { $id: 'Problem', additionalProperties: true, description: 'Why the request was refused (RFC 9457).' },
);

/** A refusal that only HTTP knows: a broken message, an unknown path, a method or a media type that is not served. */
export class HttpProblem extends Error {
  readonly status: number;
  readonly code: string;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, code: string, detail: string, headers: Record<string, string> = {}) {
    super(detail);
    this.name = 'HttpProblem';
    this.status = status;
    this.code = code;
    this.headers = headers;
  }
}

/** What is sent: status, headers beside the content type, and the document. */
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
  414: 'Address too long',
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

/** What Fastify refuses by itself, in our words. */
const FRAMEWORK: Readonly<Record<string, readonly [number, string, string]>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: [413, 'body_too_large', 'The body is larger than this endpoint takes.'],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: [415, 'unsupported_media_type', 'The body must be application/json in UTF-8.'],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: [400, 'wrong_content_length', 'Content-Length does not match the body.'],
  FST_ERR_BAD_URL: [404, 'path_not_found', 'The path is not valid percent-encoded UTF-8.'],
  FST_ERR_MAX_PARAM_LENGTH: [404, 'path_not_found', 'There is no such path.'],
};

/** The answer to any error. An error nobody foresaw is a 500 whose detail says nothing of its inside. */
export function problemResponse(error: unknown, requestId: string): ProblemResponse {
  if (error instanceof Failure) return failureAnswer(error, requestId);
  if (error instanceof HttpProblem) {
    return answer(error.status, error.code, error.message, requestId, error.headers);
  }
  const framework = FRAMEWORK[errorCode(error)];
  if (framework !== undefined) return answer(...framework, requestId);
  const status = (error as { statusCode?: unknown } | null)?.statusCode;
  // A file outside of its folder, or none: whoever serves files must not say which.
  if (status === 403 || status === 404) return answer(404, 'path_not_found', 'There is no such path.', requestId);
  if (typeof status === 'number' && status >= 400 && status < 500) {
    return answer(status, 'bad_request', 'The request could not be read.', requestId);
  }
  return answer(500, 'internal_error', 'Something went wrong inside the service. The log has the details.', requestId);
}

function failureAnswer(failure: Failure, requestId: string): ProblemResponse {
  const status = STATUS_OF_KIND[failure.kind];
  const headers: Record<string, string> = {};
  if (status === 401) headers['www-authenticate'] = 'Bearer realm="assay"';
  // 503 always says when to come back (contract 1); one second is how long a busy store is given.
  const retryAfter = failure.retryAfter ?? (status === 503 || status === 429 ? 1 : undefined);
  if (retryAfter !== undefined) headers['retry-after'] = String(Math.max(1, Math.ceil(retryAfter)));
  const made = answer(status, failure.code, failure.message, requestId, headers);
  if (failure.issues.length > 0) made.document.errors = failure.issues.slice(0, MOST_PLACES).map(plainPlace);
  return failure.extra === undefined ? made : { ...made, document: { ...failure.extra, ...made.document } };
}

function plainPlace({ pointer, code, detail }: ValidationIssue): ValidationIssue {
  return { pointer, code, detail };
}

function answer(
  status: number,
  code: string,
  detail: string,
  requestId: string,
  headers: Readonly<Record<string, string>> = {},
): ProblemResponse {
  const title = TITLES[status] ?? 'Request refused';
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
