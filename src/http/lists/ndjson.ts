// Lists as newline JSON: streamed as fast as the client takes it, for exports of any length.
import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import type { RouteResponse } from '../server/route-table.ts';

export const NDJSON = 'application/x-ndjson';

/** Whether the client asks for lines in place of a page. */
export function acceptsNdjson({ headers }: FastifyRequest): boolean {
  return headers.accept?.includes(NDJSON) ?? false;
}

/**
 * Answers with a line for each row. The first page is read before the head is sent, so that a refusal has its status; a
 * failure after that ends the connection in the middle of the body, which clients can tell from its end.
 */
export async function ndjsonResponse<T>(
  { method }: FastifyRequest,
  pages: AsyncGenerator<readonly T[]>,
  show: (row: T) => unknown,
): Promise<RouteResponse> {
  const first = await pages.next();
  const none = first.done === true || method === 'HEAD';
  return { status: 200, type: NDJSON, body: textStream(none ? [] : chunks(first.value, pages, show)) };
}

/**
 * The stream asks for a page when the one before has left for the client; a client that goes away destroys the stream,
 * and with it the generator.
 */
export function textStream(texts: AsyncIterable<string> | Iterable<string>): Readable {
  return Readable.from(texts, { objectMode: false });
}

async function* chunks<T>(
  first: readonly T[],
  rest: AsyncGenerator<readonly T[]>,
  show: (row: T) => unknown,
): AsyncGenerator<string> {
  const text = (rows: readonly T[]) => rows.map((row) => `${JSON.stringify(show(row))}\n`).join('');
  yield text(first);
  for await (const rows of rest) yield text(rows);
}
