// The file of `import --results`: one line an event, in order, continued after an interruption instead of written anew.
import { existsSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import type { LineResult } from '../../flows/imports/import-result.ts';
import { UsageError } from '../output.ts';

/** Results are written in pieces of about this many characters. */
const PIECE = 64 * 1024;
/** The last whole line is looked for in this many bytes: a result has a few hundred. */
const TAIL = 64 * 1024;
/** How every line begins. */
const START = '{"line":';

export class ResultsFile {
  readonly #path: string;
  readonly #file: FileHandle;
  /** What stands in the file already, from an interrupted run. */
  readonly #last: LineResult | null;
  #waiting = '';

  private constructor(path: string, file: FileHandle, last: LineResult | null) {
    this.#path = path;
    this.#file = file;
    this.#last = last;
  }

  /**
   * Opens or makes the file. A line cut off by a crash is removed.
   * @throws UsageError when the file holds anything but results.
   */
  static async open(path: string): Promise<ResultsFile> {
    const last = existsSync(path) ? await lastResult(path) : null;
    return new ResultsFile(path, await open(path, 'a', 0o600), last);
  }

  /** @throws UsageError when the file belongs to another import. */
  async write(result: LineResult): Promise<void> {
    if (this.#last !== null && result.line <= this.#last.line) {
      if (result.line < this.#last.line || result.id === this.#last.id) return;
      throw new UsageError(
        `${this.#path} holds the results of another import: its line ${result.line} is ${this.#last.id}`,
      );
    }
    this.#waiting += `${JSON.stringify(result)}\n`;
    if (this.#waiting.length >= PIECE) await this.#flush();
  }

  async close(): Promise<void> {
    await this.#flush();
    await this.#file.close();
  }

  async #flush(): Promise<void> {
    const text = this.#waiting;
    this.#waiting = '';
    await this.#file.appendFile(text);
  }
}

/** The last whole line; what a crash left behind it is cut off. */
async function lastResult(path: string): Promise<LineResult | null> {
  const file = await open(path, 'r+');
  try {
    const { size } = await file.stat();
    const from = Math.max(0, size - TAIL);
    const { buffer } = await file.read(Buffer.alloc(size - from), 0, size - from, from);
    const end = buffer.lastIndexOf('\n');
    // Nothing is cut off a file that does not look like ours.
    const line = buffer.subarray(buffer.lastIndexOf('\n', end - 1) + 1, Math.max(end, 0)).toString('utf8');
    const last = end < 0 ? null : resultIn(line);
    if (size > 0 && last === null && !(end < 0 && START.startsWith(buffer.toString('utf8', 0, START.length)))) {
      throw new UsageError(`--results ${path} holds something else than results of an import; it was left as it is`);
    }
    await file.truncate(from + end + 1);
    return last;
  } finally {
    await file.close();
  }
}

function resultIn(line: string): LineResult | null {
  try {
    const value = JSON.parse(line);
    return Number.isInteger(value?.line) && typeof value?.id === 'string' ? value : null;
  } catch {
    return null;
  }
}
