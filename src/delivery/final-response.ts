// Hides interim responses from undici, which closes the connection at `100 Continue`. A server may send them before any
// response (RFC 9110, 15.2), and some do so unprompted: their deliveries, although received, were sent five times.
import type { Socket } from 'node:net';

const VERSION = 'HTTP/1.1 ';
const STATUS_LENGTH = VERSION.length + 3;
const HEAD_END = '\r\n\r\n';
/** The most that undici reads of a head. */
const MAX_HEAD_BYTES = 16 * 1024;

/** Makes `read` of the socket skip every interim response before the final one. */
export function readFinalResponse(socket: Socket): void {
  const read = socket.read.bind(socket);
  let start: Buffer | null = Buffer.alloc(0);
  socket.read = (size?: number) => {
    const chunk = read(size) as Buffer | null;
    if (start === null || chunk === null) return chunk;
    const { rest, isFinal } = skipInterim(start.length === 0 ? chunk : Buffer.concat([start, chunk]));
    start = isFinal ? null : rest;
    return isFinal ? rest : null;
  };
}

/** The rest of `bytes` after interim responses, and whether it certainly belongs to the final response. */
function skipInterim(bytes: Buffer): { rest: Buffer; isFinal: boolean } {
  let rest = bytes;
  while (rest.length >= STATUS_LENGTH && isInterim(rest)) {
    const end = rest.indexOf(HEAD_END);
    if (end === -1) return { rest, isFinal: rest.length > MAX_HEAD_BYTES };
    rest = rest.subarray(end + HEAD_END.length);
  }
  return { rest, isFinal: !isInterim(rest) };
}

/** Whether `bytes` are, or may become, a status from 100 to 199. After 101, the connection speaks another protocol. */
function isInterim(bytes: Buffer): boolean {
  const text = bytes.toString('latin1', 0, STATUS_LENGTH);
  if (text.length <= VERSION.length) return VERSION.startsWith(text);
  return text.startsWith(VERSION) && /^1\d{0,2}$/.test(text.slice(VERSION.length)) && !text.endsWith('101');
}
