// Every way a request can be refused, without a word about HTTP: the door maps kinds to statuses.

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

/** One wrong place of an input: an RFC 6901 pointer into the body, or the name of a query parameter or header. */
export interface ValidationIssue {
  pointer: string;
  code: string;
  detail: string;
}

/** A refusal that the caller is told about. `code` is a stable snake_case word. */
export class Failure extends Error {
  readonly kind: FailureKind;
  readonly code: string;
  readonly issues: readonly ValidationIssue[];
  /** Seconds after which a retry makes sense, when that is known. */
  readonly retryAfter: number | undefined;
  /** More members for the problem document, such as the current version after a lost race. */
  readonly extra: Readonly<Record<string, unknown>> | undefined;

  constructor(
    kind: FailureKind,
    code: string,
    detail: string,
    more: {
      places?: readonly ValidationIssue[];
      retryAfter?: number;
      extra?: Record<string, unknown>;
      cause?: unknown;
    } = {},
  ) {
    super(detail, more.cause === undefined ? undefined : { cause: more.cause });
    this.name = 'Failure';
    this.kind = kind;
    this.code = code;
    this.issues = more.places ?? [];
    this.retryAfter = more.retryAfter;
    this.extra = more.extra;
  }
}

/** An invalid input with the places that are wrong; at least one. */
export function invalid(...places: readonly [ValidationIssue, ...ValidationIssue[]]): Failure {
  return new Failure('invalid', 'invalid_input', places[0].detail, { places });
}
