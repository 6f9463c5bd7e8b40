// Reads lines from a file or a stream, gzip or not, in bounded memory: a line that is too long is given up, not stored.
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';

export interface Line {
  /** Counted from 1, blank lines included. */
  number: number;
  /** Without the line's end; null when it was longer than the limit. */
  bytes: Uint8Array | null;
}

/** First bytes of a gzip member (RFC 1952, 2.3.1). */
const GZIP = [0x1f, 0x8b];
/** Bytes read from a file at a time; compressed, they hold a few hundred events. */
const CHUNK = 64 * 1024;
const NEWLINE = 0x0a;
const RETURN = 0x0d;

/** The bytes of a file; `-` is standard input. `onBytes` is told how much of it, as it lies there, was read. */
export async function* fileBytes(path: string, onBytes: (size: number) => void): AsyncGenerator<Buffer> {
  const input: AsyncIterable<Buffer> = path === '-' ? process.stdin : createReadStream(path, { highWaterMark: CHUNK });
  for await (const chunk of input) {
    onBytes(chunk.length);
    yield chunk;
  }
}

/**
 * The lines that are not blank. A file compressed with gzip is known by its first two bytes, whatever it is called.
 * @throws Error when the file cannot be read or its compressed data is broken or cut off; lines before that are given.
 */
export async function* readLines(input: AsyncIterable<Buffer>, longest: number): AsyncGenerator<Line> {
  const cutter = new LineCutter(longest);
  try {
    for await (const chunk of inflated(input)) yield* cutter.take(chunk);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw new Error(cutter.line === 0 ? message : `after line ${cutter.line}: ${message}`, { cause: error });
  }
  yield* cutter.end();
}

class LineCutter {
  /** The last line that was ended. */
  line = 0;
  readonly #longest: number;
  #parts: Buffer[] = [];
  #length = 0;

  constructor(longest: number) {
    this.#longest = longest;
  }

  *take(chunk: Buffer): Generator<Line> {
    let from = 0;
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, from)) {
      this.#keep(chunk.subarray(from, end));
      yield* this.end();
      from = end + 1;
    }
    this.#keep(chunk.subarray(from));
  }

  /** The line so far, when there is anything in it. */
  *end(): Generator<Line> {
    this.line += 1;
    const line = lineOf(this.line, this.#parts, this.#length, this.#longest);
    this.#parts = [];
    this.#length = 0;
    if (line !== null) yield line;
  }

  #keep(part: Buffer): void {
    this.#length += part.length;
    // One byte more than the limit may be a carriage return.
    if (this.#length <= this.#longest + 1) this.#parts.push(part);
    else this.#parts = [];
  }
}

function lineOf(number: number, parts: Buffer[], length: number, longest: number): Line | null {
  if (length > longest + 1) return { number, bytes: null };
  const whole = parts.length === 1 && parts[0] !== undefined ? parts[0] : Buffer.concat(parts);
  const bytes = whole.at(-1) === RETURN ? whole.subarray(0, -1) : whole;
  if (bytes.length > longest) return { number, bytes: null };
  return bytes.every((byte) => byte === 0x20 || byte === 0x09) ? null : { number, bytes };
}

/** The bytes of a file without its gzip, if it has any. */
export async function* inflated(input: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const iterator = input[Symbol.asyncIterator]();
  let head = Buffer.alloc(0);
  while (head.length < GZIP.length) {
    const { value, done } = await iterator.next();
    if (done) break;
    head = Buffer.concat([head, value]);
  }
  const whole = startingWith(head, iterator);
  if (head[0] !== GZIP[0] || head[1] !== GZIP[1]) yield* whole;
  // `pipeline` ends the decompressor with the error of the source, and the source when nobody reads on.
  else yield* pipeline(whole, createGunzip(), () => {}) as unknown as AsyncIterable<Buffer>;
}

/** What was read ahead, and then the rest. */
export async function* startingWith(head: Buffer, rest: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  if (head.length > 0) yield head;
  for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
}
