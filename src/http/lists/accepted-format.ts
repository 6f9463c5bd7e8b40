// Selects the offered format that the client prefers, by its Accept header.
import type { FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';
import { CSV } from './csv.ts';
import { NDJSON } from './ndjson.ts';

export const FORMATS = ['json', 'ndjson', 'csv'] as const;
export type Format = (typeof FORMATS)[number];

/** With the parameter, because `text/csv` in an Accept header also matches this, but `text/csv; charset=utf-8` matches nothing else. */
const MEDIA_TYPES: Readonly<Record<Format, string>> = {
  json: 'application/json; charset=utf-8',
  ndjson: `${NDJSON}; charset=utf-8`,
  csv: `${CSV}; charset=utf-8`,
};

/** The first offered format is also the answer to a header that accepts none of them, which RFC 9110 (12.5.1) allows. */
export function acceptedFormat<T extends Format>({ headers }: FastifyRequest, offered: readonly [T, ...T[]]): T {
  const preferred = new Negotiator({ headers }).mediaType(offered.map((format) => MEDIA_TYPES[format]));
  return offered.find((format) => MEDIA_TYPES[format] === preferred) ?? offered[0];
}
