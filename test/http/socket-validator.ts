// Holds what a service under test sends over real connections against the description of the API, as `ask` does in process.
import assert from 'node:assert/strict';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { checkResponse } from './response-validator.ts';

/** Every whole answer of `app` to a request of its own sockets is checked; closing fails when one was unlike the description. */
export function checkSocketResponses(app: FastifyInstance): void {
  const unlike: string[] = [];
  app.server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    const sent = gather(response);
    response.once('finish', () => {
      const asked = { method: request.method, url: request.url } as InjectOptions;
      const answer = { statusCode: response.statusCode, headers: sent.headers(), body: sent.body() };
      try {
        checkResponse(app, asked, answer);
      } catch (error) {
        unlike.push((error as Error).message);
      }
    });
  });
  app.addHook('onClose', async () => {
    assert.deepEqual(unlike, []);
  });
}

/** What leaves through a response: its own header list stays empty when all headers go to `writeHead`. */
function gather(response: ServerResponse): { headers: () => Record<string, unknown>; body: () => string } {
  const chunks: Buffer[] = [];
  let head: Record<string, unknown> = {};
  const { write, end, writeHead } = response;
  const keep = (chunk: unknown) => {
    if (typeof chunk === 'string') chunks.push(Buffer.from(chunk));
    else if (chunk instanceof Uint8Array) chunks.push(Buffer.from(chunk));
  };
  response.writeHead = ((...given: unknown[]) => {
    const headers = given.find((one) => typeof one === 'object' && one !== null);
    if (headers !== undefined) head = headers as Record<string, unknown>;
    return (writeHead as (...all: unknown[]) => ServerResponse).apply(response, given);
  }) as typeof writeHead;
  response.write = ((...given: unknown[]) => {
    keep(given[0]);
    return (write as (...all: unknown[]) => boolean).apply(response, given);
  }) as typeof write;
  response.end = ((...given: unknown[]) => {
    keep(given[0]);
    return (end as (...all: unknown[]) => ServerResponse).apply(response, given);
  }) as typeof end;
  return {
    headers: () => ({ ...response.getHeaders(), ...head }),
    body: () => Buffer.concat(chunks).toString(),
  };
}
