// Writes the file of `import --results`: one line per event, in order, continued after an interruption.
import { statSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { LineResult } from '../../flows/imports/import-result.ts';
import { UsageError } from '../output.ts';
import { requireFolder } from '../require-folder.ts';

/** Results are written in chunks of about this many characters. */
const CHUNK = 64 * 1024;
/** The last complete line is searched for in this many bytes; a result has a few hundred. */
const TAIL = 64 * 1024;
/** The first characters of every line. */
const LINE_START = '{"line":';

export class ResultsFile {
  readonly #path: string;
  readonly #file: FileHandle;
  /** The last result in the file, from an interrupted run. */
  readonly #last: LineResult | null;
  #buffer = '';

  private constructor(path: string, file: FileHandle, last: LineResult | null) {
    this.#path = path;
    this.#file = file;
    this.#last = last;
  }

  /**
   * Opens or creates the file. A line truncated by a crash is removed.
   * @throws UsageError when its folder does not exist, or when there is anything but a file of results.
   */
  static async open(path: string): Promise<ResultsFile> {
    requireFolder(dirname(path));
    const existing = statSync(path, { throwIfNoEntry: false });
    if (existing?.isDirectory()) throw new UsageError(`--results ${path} is a folder`);
    const last = existing === undefined ? null : await lastResult(path);
    return new ResultsFile(path, await open(path, 'a', 0o600), last);
  }

  /** @throws UsageError when the file belongs to another import. */
  async write(result: LineResult): Promise<void> {
    if (this.#last !== null && result.line <= this.#last.line) {
      if (result.line < this.#last.line || result.id === this.#last.id) return;
      throw new UsageError(
        `${this.#path} contains the results of another import: its line ${result.line} is ${this.#last.id}`,
      );
    }
    this.#buffer += `${JSON.stringify(result)}\n`;
    if (this.#buffer.length >= CHUNK) await this.#flush();
  }

  async close(): Promise<void> {
    await this.#flush();
    await this.#file.close();
  }

  async #flush(): Promise<void> {
    const text = this.#buffer;
    this.#buffer = '';
    try {
      await this.#file.appendFile(text);
    } catch (error) {
      const reason = (error as Error).message;
      throw new Error(`--results ${this.#path} cannot be written (${reason}): make room, then repeat the command`, {
        cause: error,
      });
    }
  }
}

/** The last complete line; a partial line after it, left by a crash, is removed. */
async function lastResult(path: string): Promise<LineResult | null> {
  const file = await open(path, 'r+');
  try {
    const { size } = await file.stat();
    const from = Math.max(0, size - TAIL);
    const { buffer } = await file.read(Buffer.alloc(size - from), 0, size - from, from);
    const end = buffer.lastIndexOf('\n');
    // Never truncate a file that does not contain results.
    const line = buffer.subarray(buffer.lastIndexOf('\n', end - 1) + 1, end).toString('utf8');
    const last = end < 0 ? null : parseResult(line);
    const isPartialLine = end < 0 && LINE_START.startsWith(buffer.toString('utf8', 0, LINE_START.length));
    if (last === null && !isPartialLine) {
      throw new UsageError(`--results ${path} does not contain results of an import; it was not changed`);
    }
    await file.truncate(from + end + 1);
    return last;
  } finally {
    await file.close();
  }
}

function parseResult(line: string): LineResult | null {
  try {
    const value = JSON.parse(line);
    return Number.isInteger(value?.line) && typeof value?.id === 'string' ? value : null;
  } catch {
    return null;
  }
}
