// The error that rejects a request, independent of HTTP: the HTTP layer maps its kinds to status codes.
import type { ErrorCode } from './error-codes.ts';
import type { IssueCode } from './issue-codes.ts';

export const FAILURE_KINDS = [
  'unauthenticated',
  'forbidden',
  'not_found',
  'conflict',
  'invalid',
  'too_many',
  'unavailable',
] as const;
export type FailureKind = (typeof FAILURE_KINDS)[number];

/** One problem in an input. `pointer` is an RFC 6901 pointer into the body, or the name of a query parameter or header. */
export interface ValidationIssue {
  pointer: string;
  /** Import lines also carry codes of whole requests, such as `invalid_json`. */
  code: IssueCode | ErrorCode;
  detail: string;
}

/** An error that is reported to the caller. `code` is one of `ERROR_CODES`. */
export class Failure extends Error {
  readonly kind: FailureKind;
  readonly code: ErrorCode;
  readonly issues: readonly ValidationIssue[];
  /** Seconds after which a retry makes sense, if known. */
  readonly retryAfter: number | undefined;
  /** Additional members of the problem document, such as the current version after a lost race. */
  readonly extra: Readonly<Record<string, unknown>> | undefined;

  constructor(
    kind: FailureKind,
    code: ErrorCode,
    detail: string,
    more: {
      issues?: readonly ValidationIssue[];
      retryAfter?: number;
      extra?: Record<string, unknown>;
      cause?: unknown;
    } = {},
  ) {
    // A stack trace costs 50 us, a fifth of a rejected request. Only those of unavailable services are logged.
    const limit = Error.stackTraceLimit;
    if (kind !== 'unavailable') Error.stackTraceLimit = 0;
    super(detail, more.cause === undefined ? undefined : { cause: more.cause });
    Error.stackTraceLimit = limit;
    this.name = 'Failure';
    this.kind = kind;
    this.code = code;
    this.issues = more.issues ?? [];
    this.retryAfter = more.retryAfter;
    this.extra = more.extra;
  }
}

/** An invalid input with its issues, at least one; the first provides the message. */
export function invalid(...issues: readonly [ValidationIssue, ...ValidationIssue[]]): Failure {
  return new Failure('invalid', 'invalid_input', issues[0].detail, { issues });
}
