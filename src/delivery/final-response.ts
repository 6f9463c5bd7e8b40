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
/**
 * The most that is read in all. The limits of heads and bodies do not count what surrounds them: spaces before the value of a header,
 * reason phrases, extensions of chunks, zeros before their sizes. Four attempts whose receiver sent one of these without an end took
 * .7 to 1.1 of a core for ten seconds. A body of 64 KiB is shorter even if each chunk has two bytes.
 */
const MAX_READ_BYTES = 256 * 1024;
/**
 * The most that undici gets at once. It parses all it has even after it has found too many headers, and creates an error with a stack for
 * each further one, 80 to 120 ms for each attempt.
 */
const PIECE_BYTES = 4 * 1024;
/** With the code of undici for a head that is too large. */
const TOO_LONG = Object.assign(new Error('the response is too long'), { code: 'UND_ERR_HEADERS_OVERFLOW' });

/** Makes `read` of the socket skip every interim response before the final one, and limits what it reads. */
export function readFinalResponse(socket: Socket): void {
  const readPiece = limitedRead(socket);
  let start: Buffer | null = Buffer.alloc(0);
  let skipped = 0;
  socket.read = (size?: number) => {
    for (let piece = readPiece(size); piece !== null; piece = readPiece(size)) {
      if (start === null) return piece;
      const bytes = start.length === 0 ? piece : Buffer.concat([start, piece]);
      const { rest, isFinal } = skipInterim(bytes);
      skipped += bytes.length - rest.length;
      if (skipped > MAX_SKIPPED_BYTES) socket.destroy(TOO_LONG);
      start = isFinal ? null : rest;
      if (isFinal) return rest;
    }
    return null;
  };
}

/** The socket's own `read` in small pieces; null without data, and once too much has arrived. */
function limitedRead(socket: Socket): (size?: number) => Buffer | null {
  const read = socket.read.bind(socket);
  let received = 0;
  return (size) => {
    const piece = read(socket.readableLength > PIECE_BYTES ? PIECE_BYTES : size) as Buffer | null;
    received += piece?.length ?? 0;
    if (received > MAX_READ_BYTES) socket.destroy(TOO_LONG);
    return socket.destroyed ? null : piece;
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
