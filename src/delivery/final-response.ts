// Hides interim responses from undici, which closes the connection at `100 Continue`. A server may send them before any
// response (RFC 9110, 15.2), and some do so unprompted: their deliveries, although received, were sent five times.
import type { Socket } from 'node:net';

const VERSION = 'HTTP/1.1 ';
const STATUS_LENGTH = VERSION.length + 3;
const HEAD_END = '\r\n\r\n';
/** The most that undici reads of a head. */
const MAX_HEAD_BYTES = 16 * 1024;

/**
 * The most that is skipped. A receiver that answered four attempts with interim responses, or empty lines, as fast as it could took a third
 * of a core, and events waited.
 */
const MAX_SKIPPED_BYTES = 64 * 1024;
/** With the code of undici for a head that is too large. */
const TOO_MANY = Object.assign(new Error('too many interim responses'), { code: 'UND_ERR_HEADERS_OVERFLOW' });

/** Makes `read` of the socket skip every interim response before the final one. */
export function readFinalResponse(socket: Socket): void {
  const read = socket.read.bind(socket);
  let start: Buffer | null = Buffer.alloc(0);
  let skipped = 0;
  socket.read = (size?: number) => {
    const chunk = read(size) as Buffer | null;
    if (start === null || chunk === null) return chunk;
    const bytes = start.length === 0 ? chunk : Buffer.concat([start, chunk]);
    const { rest, isFinal } = skipInterim(bytes);
    skipped += bytes.length - rest.length;
    start = isFinal ? null : rest;
    if (skipped > MAX_SKIPPED_BYTES) socket.destroy(TOO_MANY);
    return isFinal ? rest : null;
  };
}

/** The rest of `bytes` after empty lines and interim responses, and whether it certainly belongs to the final response. */
function skipInterim(bytes: Buffer): { rest: Buffer; isFinal: boolean } {
  let rest = withoutEmptyLines(bytes);
  while (rest.length >= STATUS_LENGTH && isInterim(rest)) {
    const end = rest.indexOf(HEAD_END);
    if (end === -1) return { rest, isFinal: rest.length > MAX_HEAD_BYTES };
    rest = withoutEmptyLines(rest.subarray(end + HEAD_END.length));
  }
  return { rest, isFinal: !isInterim(rest) };
}

/** HTTP parsers accept empty lines before a message (RFC 9112, 2.2), without a limit. */
function withoutEmptyLines(bytes: Buffer): Buffer {
  const first = bytes.findIndex((byte) => byte !== 0x0d && byte !== 0x0a);
  return first === -1 ? bytes.subarray(bytes.length) : bytes.subarray(first);
}

/** Whether `bytes` are, or may become, a status from 100 to 199. After 101, the connection speaks another protocol. */
function isInterim(bytes: Buffer): boolean {
  const text = bytes.toString('latin1', 0, STATUS_LENGTH);
  if (text.length <= VERSION.length) return VERSION.startsWith(text);
  return text.startsWith(VERSION) && /^1\d{0,2}$/.test(text.slice(VERSION.length)) && !text.endsWith('101');
}
