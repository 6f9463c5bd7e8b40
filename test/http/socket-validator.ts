// Validates responses sent over real connections against the OpenAPI document, as `TestServer.request` does in process.
import assert from 'node:assert/strict';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { checkResponse } from './response-validator.ts';

/** Validates every complete response that `app` sends over a socket; closing the server fails if one does not match. */
export function checkSocketResponses(app: FastifyInstance): void {
  const mismatches: string[] = [];
  app.server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    const sent = capture(response);
    response.once('finish', () => {
      const options = { method: request.method, url: request.url } as InjectOptions;
      const received = { statusCode: response.statusCode, headers: sent.headers(), body: sent.body() };
      try {
        checkResponse(app, options, received);
      } catch (error) {
        mismatches.push((error as Error).message);
      }
    });
  });
  app.addHook('onClose', async () => {
    assert.deepEqual(mismatches, []);
  });
}

/** Captures the headers and body of a response. `getHeaders` alone misses headers passed to `writeHead`. */
function capture(response: ServerResponse): { headers: () => Record<string, unknown>; body: () => string } {
  const chunks: Buffer[] = [];
  let head: Record<string, unknown> = {};
  const { write, end, writeHead } = response;
  const store = (chunk: unknown) => {
    if (typeof chunk === 'string') chunks.push(Buffer.from(chunk));
    else if (chunk instanceof Uint8Array) chunks.push(Buffer.from(chunk));
  };
  response.writeHead = ((...given: unknown[]) => {
    const headers = given.find((one) => typeof one === 'object' && one !== null);
    if (headers !== undefined) head = headers as Record<string, unknown>;
    return (writeHead as (...all: unknown[]) => ServerResponse).apply(response, given);
  }) as typeof writeHead;
  response.write = ((...given: unknown[]) => {
    store(given[0]);
    return (write as (...all: unknown[]) => boolean).apply(response, given);
  }) as typeof write;
  response.end = ((...given: unknown[]) => {
    store(given[0]);
    return (end as (...all: unknown[]) => ServerResponse).apply(response, given);
  }) as typeof end;
  return {
    headers: () => ({ ...response.getHeaders(), ...head }),
    body: () => Buffer.concat(chunks).toString(),
  };
}
