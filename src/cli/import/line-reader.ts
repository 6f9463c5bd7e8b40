// Reads lines from a file or stream, optionally gzip, in bounded memory: a line over the limit is discarded.
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';

export interface Line {
  /** Counted from 1, including blank lines. */
  number: number;
  /** Without the line end; null when the line was longer than the limit. */
  bytes: Uint8Array | null;
}

/** First bytes of a gzip member (RFC 1952, 2.3.1). */
const GZIP = Buffer.from([0x1f, 0x8b]);
/** Bytes read from a file at a time; compressed, they contain a few hundred events. */
const CHUNK = 64 * 1024;
const NEWLINE = 0x0a;
const RETURN = 0x0d;
/** What some programs on Windows write at the beginning of a UTF-8 file. JSON does not allow it in a text, but a reader may skip it. */
const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);

/** The bytes of a file; `-` is standard input. `onBytes` is called with the size of every chunk, before decompression. */
export async function* fileBytes(path: string, onBytes: (size: number) => void): AsyncGenerator<Buffer> {
  const input: AsyncIterable<Buffer> = path === '-' ? process.stdin : createReadStream(path, { highWaterMark: CHUNK });
  for await (const chunk of input) {
    onBytes(chunk.length);
    yield chunk;
  }
}

/**
 * Yields the lines that are not blank. Gzip is detected by its first two bytes, regardless of the file name.
 * @throws Error when the file cannot be read, or its compressed data is corrupt or truncated, after the lines before it.
 */
export async function* readLines(input: AsyncIterable<Buffer>, maxBytes: number): AsyncGenerator<Line> {
  const splitter = new LineSplitter(maxBytes);
  try {
    for await (const chunk of inflated(input)) yield* splitter.push(chunk);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw new Error(splitter.line === 0 ? message : `after line ${splitter.line}: ${message}`, { cause: error });
  }
  yield* splitter.end();
}

class LineSplitter {
  /** The number of the last complete line. */
  line = 0;
  readonly #maxBytes: number;
  #parts: Buffer[] = [];
  #length = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  *push(chunk: Buffer): Generator<Line> {
    let from = 0;
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, from)) {
      this.#append(chunk.subarray(from, end));
      yield* this.end();
      from = end + 1;
    }
    this.#append(chunk.subarray(from));
  }

  /** The line collected so far, unless it is blank. */
  *end(): Generator<Line> {
    this.line += 1;
    const line = lineOf(this.line, this.#parts, this.#length, this.#maxBytes);
    this.#parts = [];
    this.#length = 0;
    if (line !== null) yield line;
  }

  #append(part: Buffer): void {
    this.#length += part.length;
    // The one byte over the limit may be a carriage return.
    if (this.#length <= this.#maxBytes + 1) this.#parts.push(part);
    else this.#parts = [];
  }
}

function lineOf(number: number, parts: Buffer[], length: number, maxBytes: number): Line | null {
  if (length > maxBytes + 1) return { number, bytes: null };
  const whole = parts.length === 1 && parts[0] !== undefined ? parts[0] : Buffer.concat(parts);
  const bytes = whole.at(-1) === RETURN ? whole.subarray(0, -1) : whole;
  if (bytes.length > maxBytes) return { number, bytes: null };
  return bytes.every((byte) => byte === 0x20 || byte === 0x09) ? null : { number, bytes };
}

/** The bytes of a file, decompressed if it is gzip, without a byte order mark at the beginning. */
export async function* inflated(input: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const { head, rest } = await readAhead(input, GZIP.length);
  const whole = startingWith(head, rest);
  if (head.indexOf(GZIP) !== 0) yield* withoutMark(whole);
  // `pipeline` passes an error of the source to the decompressor, and closes the source when reading stops.
  else yield* withoutMark(decompressed(pipeline(whole, createGunzip(), () => {}) as unknown as AsyncIterable<Buffer>));
}

async function* withoutMark(input: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const { head, rest } = await readAhead(input, BYTE_ORDER_MARK.length);
  yield* startingWith(head.indexOf(BYTE_ORDER_MARK) === 0 ? head.subarray(BYTE_ORDER_MARK.length) : head, rest);
}

/** The first `length` bytes or more, unless there are fewer, and the rest. */
async function readAhead(input: AsyncIterable<Buffer>, length: number) {
  const rest = input[Symbol.asyncIterator]();
  let head = Buffer.alloc(0);
  while (head.length < length) {
    const { value, done } = await rest.next();
    if (done) break;
    head = Buffer.concat([head, value]);
  }
  return { head, rest };
}

/** @throws Error that says what is damaged: those of zlib read like "incorrect data check". */
async function* decompressed(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  try {
    yield* chunks;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (!code?.startsWith('Z_')) throw error;
    throw new Error(`the gzip data is damaged or incomplete (${message})`, { cause: error });
  }
}

/** Yields the bytes read ahead, then the rest, which is closed when reading stops. */
export async function* startingWith(head: Buffer, rest: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  try {
    if (head.length > 0) yield head;
    for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
  } finally {
    await rest.return?.();
  }
}
