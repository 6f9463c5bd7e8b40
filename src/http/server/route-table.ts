// What a route is: one declaration that checks, documents and is tested (methods, credentials, shapes, statuses).
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Static, TSchema } from 'typebox';
import type { CredentialKind } from '../../access/credential.ts';
import type { Permission } from '../../access/permission.ts';
import type { Caller } from '../../flows/auth/authenticate.ts';

export const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
export type Method = (typeof METHODS)[number];

/** Body size taken where a route does not say otherwise (contract 1). */
export const DEFAULT_BODY_LIMIT = 64 * 1024;

/** Groups of the reference page, in its order. */
export const TAGS = {
  Events: 'Send security events and read what was decided about them.',
  Outcomes: 'Say what really happened.',
  Devices: 'Devices, their accounts, signals and resolutions; trust.',
  Investigation: 'Lists of assessments, networks and the overview.',
  Policy: 'Thresholds, rules, versions, simulator and backtest.',
  Webhooks: 'Signed notifications to your backend.',
  Access: 'Sessions, members, environments, keys and the audit trail.',
  Service: 'Health, metrics and this description.',
} as const;

/** What a handler is given: everything checked. `P`, `Q` and `B` are the schemas of path, query and body. */
export interface RequestContext<P extends TSchema = TSchema, Q extends TSchema = TSchema, B extends TSchema = TSchema> {
  caller: Caller;
  params: Static<P>;
  query: Static<Q>;
  body: Static<B>;
  http: FastifyRequest;
}

/** What a handler answers; `status` is one of the route's `answers`. */
export interface RouteResponse {
  status: number;
  body?: unknown;
  headers?: Readonly<Record<string, string>>;
  /** Media type when it is not JSON. */
  type?: string;
}

/** One successful answer as documented and serialized. */
export interface ResponseDeclaration {
  description: string;
  /** Left out where nothing is sent (204). Fields that it does not name are never sent. */
  body?: TSchema;
  /** Media type when it is not JSON; such an answer is sent as the handler made it. */
  type?: string;
  /** Another media type, in which the same is streamed to whoever accepts it. */
  streamed?: string;
  /** Header name to what it says. */
  headers?: Readonly<Record<string, string>>;
}

export interface Route<P extends TSchema = TSchema, Q extends TSchema = TSchema, B extends TSchema = TSchema> {
  method: Method;
  /** As in the specification, such as `/v1/events/{event}`. */
  path: string;
  operationId: string;
  tag: keyof typeof TAGS;
  summary: string;
  description?: string;
  /** Kinds let in; `none` leaves the door open to everybody. Any other kind is 401. */
  credentials: readonly CredentialKind[] | 'none';
  /** What a session's role must allow; needed wherever sessions are let in. */
  permission?: Permission;
  params?: P;
  query?: Q;
  /** Request headers the route reads, for the reference; the handler checks them. */
  headers?: TSchema;
  body?: B;
  /** Bytes; 64 KiB unless said. */
  bodyLimit?: number;
  responses: Readonly<Record<number, ResponseDeclaration>>;
  /** Statuses of refusals beyond those that follow from the declaration itself (`refusalStatuses`). */
  errorStatuses?: readonly number[];
  /** Called when the credential is right and before the body is read: origins and rates. Throws to refuse. */
  beforeBody?: (caller: Caller, request: FastifyRequest, reply: FastifyReply) => void;
  /** Called with the code of every refusal of this route, for metrics. */
  onError?: (code: string) => void;
  handler: (ask: RequestContext<P, Q, B>) => Promise<RouteResponse> | RouteResponse;
}

/** Declares a route; the types of path, query and body come from its schemas. */
export function route<P extends TSchema, Q extends TSchema, B extends TSchema>(declaration: Route<P, Q, B>): Route {
  const { credentials, permission, operationId } = declaration;
  if (credentials !== 'none' && credentials.includes('session') && permission === undefined) {
    throw new Error(`route ${operationId} lets sessions in without naming a permission`);
  }
  return declaration as unknown as Route;
}

/** Every refusal a route can give, from its declaration. */
export function declaredErrorStatuses(route: Route): number[] {
  const statuses = new Set<number>([400, 500, 503, ...(route.errorStatuses ?? [])]);
  if (route.credentials !== 'none') statuses.add(401).add(422);
  if (route.body !== undefined) statuses.add(422);
  if (route.permission !== undefined) statuses.add(403);
  if (route.path.includes('{')) statuses.add(403).add(404);
  // Whatever a method may bring is read, and refused by its form even where no body is asked for.
  if (route.method !== 'GET') statuses.add(413).add(415);
  return [...statuses].sort((a, b) => a - b);
}

/** The path as the router writes it: `/v1/events/:event`. */
export function routerPath(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ':$1');
}
