// Lists as newline-delimited JSON, streamed as fast as the client reads: for exports of any length.
import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';

export const NDJSON = 'application/x-ndjson';

/**
 * A response with one line per row. The first page is read before the headers are sent, so that an error there gets its
 * own status; a later failure ends the body early, which clients detect by the missing last chunk.
 */
export async function ndjsonResponse<T>(
  { method }: FastifyRequest,
  pages: AsyncGenerator<readonly T[]>,
  bodyOf: (row: T) => unknown,
) {
  const first = await pages.next();
  const isEmpty = first.done === true || method === 'HEAD';
  const body = textStream(isEmpty ? [] : chunks(first.value, pages, bodyOf));
  return { status: 200 as const, type: NDJSON, body };
}

/**
 * The stream pulls a text once the previous one was sent. A client that disconnects destroys the stream, and with it the
 * generator.
 */
export function textStream(texts: AsyncIterable<string> | Iterable<string>): Readable {
  return Readable.from(texts, { objectMode: false });
}

async function* chunks<T>(
  first: readonly T[],
  rest: AsyncGenerator<readonly T[]>,
  bodyOf: (row: T) => unknown,
): AsyncGenerator<string> {
  const text = (rows: readonly T[]) => rows.map((row) => `${JSON.stringify(bodyOf(row))}\n`).join('');
  yield text(first);
  for await (const rows of rest) yield text(rows);
}
