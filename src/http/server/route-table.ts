// One declaration per route: it drives validation, serialization, the OpenAPI document and the tests.
import type { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Static, TSchema } from 'typebox';
import type { CredentialKind } from '../../access/credential.ts';
import type { Permission } from '../../access/permission.ts';
import type { Caller } from '../../flows/auth/authenticate.ts';
import type { ValidationIssue } from '../../vocabulary/failure.ts';
import type { BodyOf } from '../schemas/schema.ts';

export const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
export type Method = (typeof METHODS)[number];

/** Bytes of a request body unless the route declares another limit. */
export const DEFAULT_BODY_LIMIT = 64 * 1024;

/** Bytes of a body without a credential: a thousand callers that never finish theirs occupy at most 8 MiB of memory. */
export const ANONYMOUS_BODY_LIMIT = 8 * 1024;

/** Groups of the API reference, in its order. */
export const TAGS = {
  Events: 'Send security events and read their decisions.',
  Outcomes: 'Report what really happened.',
  Devices: 'Devices, their accounts, signals and resolutions; trust.',
  Investigation: 'Lists of assessments, networks and the overview.',
  Policy: 'Thresholds, rules, versions, simulator and backtest.',
  Webhooks: 'Signed notifications to your backend.',
  Alerts: 'Rules that notify people when something needs their attention.',
  Access: 'Sessions, members, environments, keys and the audit log.',
  Service: 'Health, metrics and this document.',
} as const;

/** What a handler receives, validated. `P`, `Q` and `B` are the schemas of path, query and body. */
export interface RequestContext<P extends TSchema = TSchema, Q extends TSchema = TSchema, B extends TSchema = TSchema> {
  caller: Caller;
  params: Static<P>;
  query: Static<Q>;
  body: Static<B>;
  http: FastifyRequest;
}

/** What a handler returns; `status` is one of the route's `responses`. */
export interface RouteResponse {
  status: number;
  body?: unknown;
  headers?: Readonly<Record<string, string>>;
  /** Media type, when it is not JSON. */
  type?: string;
}

/** One successful response as documented and serialized. */
export interface ResponseDeclaration {
  description: string;
  /** Absent when the response has no body (204). Fields that the schema does not name are never sent. */
  body?: TSchema;
  /** Media type when it is not JSON; such a response is sent without serialization. */
  type?: string;
  /** Further media types, which stream the same data to clients that accept them. */
  streamed?: readonly string[];
  /** Header names with their descriptions. */
  headers?: Readonly<Record<string, string>>;
}

/** What a handler of declared type returns: a declared status with the body that the declaration describes. */
type DeclaredResponse<S extends number, D extends ResponseDeclaration> = {
  status: S;
  headers?: Readonly<Record<string, string>>;
  type?: string;
} & DeclaredBody<D>;

type DeclaredBody<D extends ResponseDeclaration> = D extends { body: infer B extends TSchema }
  ? {
      body:
        | (D extends { type: string } ? string | Buffer : BodyOf<B>)
        | (D extends { streamed: readonly string[] } ? Readable : never);
    }
  : { body?: undefined };

export interface Route<
  P extends TSchema = TSchema,
  Q extends TSchema = TSchema,
  B extends TSchema = TSchema,
  S extends number = number,
  R extends Readonly<Record<S, ResponseDeclaration>> = Readonly<Record<S, ResponseDeclaration>>,
> {
  method: Method;
  /** In OpenAPI form, such as `/v1/events/{event}`. */
  path: string;
  operationId: string;
  tag: keyof typeof TAGS;
  summary: string;
  description?: string;
  /** Accepted kinds of credential; any other kind gets 401. With `none` the route is public. */
  credentials: readonly CredentialKind[] | 'none';
  /** What the role of a session must allow; required on every route that accepts sessions. */
  permission?: Permission;
  params?: P;
  query?: Q;
  /** Request headers that the route reads, for the API reference; the handler checks them. */
  headers?: TSchema;
  body?: B;
  /** Bytes; `DEFAULT_BODY_LIMIT` unless set. */
  bodyLimit?: number;
  responses: R;
  /** Error statuses beyond those that follow from the declaration itself (`declaredErrorStatuses`). */
  errorStatuses?: readonly number[];
  /** Runs after authentication and before the body is read: origins and rate limits. Throws to reject the request. */
  beforeBody?: (caller: Caller, request: FastifyRequest, reply: FastifyReply) => void;
  /** Runs once the body has arrived, before it is parsed: also for a body that is rejected. Throws to reject the request. */
  onBody?: (caller: Caller, request: FastifyRequest, bytes: number) => void;
  /** Called with the code and the issues of every error response of this route, for metrics and counts. */
  onError?: (code: string, request: FastifyRequest, issues: readonly ValidationIssue[]) => void;
  handler: (request: RequestContext<P, Q, B>) => Promise<DeclaredResponse<S, R[S]>> | DeclaredResponse<S, R[S]>;
}

/** Declares a route. The types of path, query, body and responses come from its schemas. */
export function route<
  P extends TSchema,
  Q extends TSchema,
  B extends TSchema,
  S extends number,
  R extends Readonly<Record<S, ResponseDeclaration>>,
>(declaration: Route<P, Q, B, S, R>): Route {
  const { credentials, permission, operationId } = declaration;
  if (credentials !== 'none' && credentials.includes('session') && permission === undefined) {
    throw new Error(`route ${operationId} accepts sessions but declares no permission`);
  }
  return declaration as unknown as Route;
}

/** Every error status that a route can return, from its declaration. */
export function declaredErrorStatuses(route: Route): number[] {
  const statuses = new Set<number>([400, 431, 500, 503, ...(route.errorStatuses ?? [])]);
  if (route.credentials !== 'none') statuses.add(401).add(422);
  if (route.body !== undefined) statuses.add(422);
  if (route.permission !== undefined) statuses.add(403);
  if (route.path.includes('{')) statuses.add(403).add(404);
  // A body that arrives is parsed, and rejected if malformed, even where the route takes none.
  if (route.method !== 'GET') statuses.add(413).add(415);
  return [...statuses].sort((a, b) => a - b);
}

/** The path in the router's form: `/v1/events/:event`. */
export function routerPath(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ':$1');
}
