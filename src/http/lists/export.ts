// Determines the requested format of a list: a page of JSON, or all matching rows as newline-delimited JSON or CSV.
import type { FastifyRequest } from 'fastify';
import Type, { type TSchema } from 'typebox';
import { oneOf } from '../schemas/schema.ts';
import { acceptedFormat, FORMATS, type Format } from './accepted-format.ts';
import { CSV, csvResponse } from './csv.ts';
import { NDJSON, ndjsonResponse } from './ndjson.ts';
import { onePerTick } from './page-turns.ts';

/** The media types that a list can stream, besides its pages of JSON. */
export const STREAMED_TYPES = [NDJSON, CSV] as const;

export const FORMAT_PARAMETER = {
  format: Type.Optional(
    oneOf(FORMATS, {
      description: 'Overrides the Accept header: a link in a browser cannot send one.',
      default: 'json',
    }),
  ),
};

export const STREAM_DESCRIPTION =
  `With \`Accept: ${NDJSON}\` or \`format=ndjson\`, streams every matching item, one per line, and with ` +
  `\`Accept: ${CSV}\` or \`format=csv\` as CSV (RFC 4180); \`cursor\` sets where the stream starts, and \`limit\` does not ` +
  'apply. A stream that fails ends without its last chunk. In CSV, text that a spreadsheet would run as a formula is prefixed with an apostrophe.';

/** The requested stream, or null when the request is for a page. */
export function requestedStream(request: FastifyRequest, format: Format | undefined): 'ndjson' | 'csv' | null {
  const requested = format ?? acceptedFormat(request, FORMATS);
  return requested === 'json' ? null : requested;
}

export function streamResponse<T>(
  stream: 'ndjson' | 'csv',
  request: FastifyRequest,
  pages: AsyncGenerator<readonly T[]>,
  item: TSchema,
  bodyOf: (row: T) => unknown,
) {
  const paced = onePerTick(pages);
  return stream === 'csv' ? csvResponse(request, paced, item, bodyOf) : ndjsonResponse(request, paced, bodyOf);
}
