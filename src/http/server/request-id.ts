// The id of each request: the caller's X-Request-Id when it is well formed, otherwise a new one.
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

const WELL_FORMED = /^[A-Za-z0-9._:-]{1,128}$/;

export function requestIdOf(request: IncomingMessage): string {
  const given = request.headers['x-request-id'];
  return typeof given === 'string' && WELL_FORMED.test(given) ? given : newRequestId();
}

export function newRequestId(): string {
  return randomUUID();
}
