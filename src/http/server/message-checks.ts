// Checks the HTTP message itself, before authentication: its Host, transfer coding, number of headers, and its URL's encoding.
import type { IncomingMessage } from 'node:http';
import { Failure } from '../../vocabulary/failure.ts';
import { HttpProblem } from './problem.ts';

/** Bytes of the request line and all headers; Node's parser enforces it. */
export const MAX_HEADER_BYTES = 16 * 1024;
/** Headers of a request. Browsers and proxies send about forty. */
const MAX_HEADERS = 200;
/** Anything but the visible characters of ASCII: RFC 3986 has only those, and Node would read the bytes as Latin-1. */
const NOT_A_URL = /[^\x21-\x7e]/;

/** It is unclear where such a message ends, and what follows on its connection may be part of it (RFC 9112, 6.3). */
const CLOSE = { connection: 'close' };

/** The problem of a message that no route may see, else undefined. */
export function messageProblem({ headers, rawHeaders, httpVersion }: IncomingMessage): HttpProblem | undefined {
  // Names and values alternate.
  if (rawHeaders.length > 2 * MAX_HEADERS) {
    return new HttpProblem(431, 'too_many_headers', `The request has more than ${MAX_HEADERS} headers.`, CLOSE);
  }
  // Node decodes only `chunked`: the still compressed body of `gzip, chunked` would be read as text (RFC 9112, 6.1).
  const coding = headers['transfer-encoding'];
  if (coding !== undefined && !/^[ \t]*chunked[ \t]*$/i.test(coding)) {
    return new HttpProblem(400, 'malformed_request', 'The only supported transfer coding is chunked.', CLOSE);
  }
  // HTTP/1.1 requires exactly one Host (RFC 9112, 3.2); Node has joined several with a comma.
  if (httpVersion === '1.0' && headers.host === undefined) return undefined;
  if (headers.host === undefined || headers.host.includes(',')) {
    return new HttpProblem(400, 'malformed_request', 'The request must have exactly one Host header.', CLOSE);
  }
  return undefined;
}

/**
 * Rejects a URL whose percent-encoding is malformed: a lenient decoder would keep the text, and a filter for the account
 * `a%ff` would silently return the events of another.
 * @throws Failure `invalid` with the code `bad_encoding`.
 */
export function checkUrlEncoding(url: string): void {
  const start = url.indexOf('?');
  const path = start === -1 ? url : url.slice(0, start);
  if (!isWellEncoded(path)) throw badEncoding('', 'The path');
  if (start === -1) return;
  for (const parameter of url.slice(start + 1).split('&')) {
    if (isWellEncoded(parameter)) continue;
    const name = parameter.split('=', 1)[0] as string;
    throw badEncoding(isWellEncoded(name) ? decodeURIComponent(name) : '', 'A query parameter');
  }
}

function isWellEncoded(text: string): boolean {
  if (NOT_A_URL.test(text)) return false;
  if (!text.includes('%')) return true;
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

function badEncoding(pointer: string, what: string): Failure {
  const detail = `${what} is not valid percent-encoded UTF-8.`;
  return new Failure('invalid', 'bad_encoding', detail, { issues: [{ pointer, code: 'bad_encoding', detail }] });
}
