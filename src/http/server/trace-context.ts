// Reads the W3C Trace Context header `traceparent` (https://www.w3.org/TR/trace-context/), so that logs and webhooks join traces.
import type { FastifyRequest } from 'fastify';

/** Version 00, and the fields of later versions that begin like it: trace id, parent id, flags. */
const TRACEPARENT = /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(?:-.*)?$/;

export interface TraceContext {
  traceId: string;
  /** The caller's span, to which this request belongs. */
  spanId: string;
  /** The header in the form of version 00, to pass on. */
  header: string;
}

/** Null without the header, or if it is malformed: the standard requires ignoring it then. */
export function traceContext(header: string | string[] | undefined): TraceContext | null {
  if (typeof header !== 'string' || header.length > 256) return null;
  const [, traceId, spanId, flags] = TRACEPARENT.exec(header) ?? [];
  if (traceId === undefined || spanId === undefined) return null;
  return { traceId, spanId, header: `00-${traceId}-${spanId}-${flags}` };
}

/** The trace of a request, for the deliveries that it causes. */
export function traceOf({ raw }: FastifyRequest): { traceparent: string | null } {
  return { traceparent: traceContext(raw.headers.traceparent)?.header ?? null };
}
