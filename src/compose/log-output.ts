// The log on standard output. A full disk or a reader that stopped reading costs log lines, never the service.
import { writeSync } from 'node:fs';
import { Counter, type Registry } from 'prom-client';
import { SECOND } from '../vocabulary/clock.ts';

const STDOUT = 1;
/** Bytes that wait for space or for a reader; later lines are dropped. */
const MAX_WAITING_BYTES = 1024 * 1024;
const RETRY_MS = SECOND / 5;

type WriteBytes = (bytes: Buffer) => number;

/**
 * Writes lines at once, as pino itself does. Output that cannot be written waits, up to a mebibyte; further lines are dropped and
 * counted, and the next line that can be written states how many. pino's own destination ends the process on a full disk
 * and blocks it while a pipe is full.
 */
export class LogOutput {
  readonly #writeBytes: WriteBytes;
  #waiting: Buffer[] = [];
  #waitingBytes = 0;
  #unreported = 0;
  #timer: NodeJS.Timeout | null = null;
  /** Lines dropped since the start. */
  dropped = 0;

  /** `writeBytes` writes some of the bytes and returns how many; it throws when it can write none. */
  constructor(writeBytes: WriteBytes = (bytes) => writeSync(STDOUT, bytes)) {
    this.#writeBytes = writeBytes;
  }

  write(line: string): void {
    const bytes = Buffer.from(line);
    if (this.#waitingBytes + bytes.length > MAX_WAITING_BYTES) {
      this.dropped += 1;
      this.#unreported += 1;
      return;
    }
    this.#push(bytes);
    if (this.#timer === null) this.flush();
  }

  /** Writes as much of the waiting output as possible now. */
  flush(): void {
    this.#timer = null;
    try {
      this.#writeWaiting();
      if (this.#unreported === 0) return;
      this.#push(droppedLine(this.#unreported));
      this.#unreported = 0;
      this.#writeWaiting();
    } catch {
      // EAGAIN: the pipe is full. ENOSPC: the disk is full. EPIPE: there is no reader any more. Later writes may succeed.
      this.#timer = setTimeout(() => this.flush(), RETRY_MS);
      this.#timer.unref();
    }
  }

  #push(bytes: Buffer): void {
    this.#waiting.push(bytes);
    this.#waitingBytes += bytes.length;
  }

  #writeWaiting(): void {
    for (;;) {
      const first = this.#waiting[0];
      if (first === undefined) return;
      const written = this.#writeBytes(first);
      this.#waitingBytes -= written;
      if (written < first.length) this.#waiting[0] = first.subarray(written);
      else this.#waiting.shift();
    }
  }
}

function droppedLine(count: number): Buffer {
  const line = { level: 40, time: new Date().toISOString(), dropped: count, msg: 'log lines were dropped' };
  return Buffer.from(`${JSON.stringify(line)}\n`);
}

/** Registers the number of dropped lines. */
export function countDroppedLines(registry: Registry, log: LogOutput): void {
  new Counter({
    name: 'assay_log_lines_dropped_total',
    help: 'Log lines that could not be written: the disk was full, or nobody read the log.',
    registers: [registry],
    collect() {
      this.reset();
      this.inc(log.dropped);
    },
  });
}

/** Prints a text for people. A failure of standard output is ignored. */
export function printIfPossible(text: string): void {
  try {
    writeSync(STDOUT, text);
  } catch {
    // The text is also in a file; see `firstRunMessage`.
  }
}
