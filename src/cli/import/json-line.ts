// Parses one line of a file as JSON, with the rules of a request body.
import { readJson } from '../../http/input/json-body.ts';
import { HttpProblem } from '../../http/server/problem.ts';
import { invalid } from '../../vocabulary/failure.ts';

/** `bytes` is null for a line of more than `maxBytes`. @throws Failure `invalid` with the issue. */
export function parseJsonLine(bytes: Uint8Array | null, maxBytes: number): unknown {
  if (bytes === null) {
    throw invalid({ pointer: '', code: 'too_long', detail: `A line may have at most ${maxBytes} bytes.` });
  }
  try {
    return readJson(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  } catch (error) {
    if (!(error instanceof HttpProblem)) throw error;
    throw invalid({ pointer: '', code: error.code, detail: error.message.replace(/^The body /, 'The line ') });
  }
}
