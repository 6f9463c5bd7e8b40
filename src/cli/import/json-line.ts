// The JSON value of one line of a file, by the rules of a request's body.
import { readJson } from '../../http/input/json-body.ts';
import { HttpProblem } from '../../http/server/problem.ts';
import { invalid } from '../../vocabulary/failure.ts';

/** Null stands for a line of more than `longest` bytes. @throws Failure `invalid` with the wrong place. */
export function jsonOfLine(bytes: Uint8Array | null, longest: number): unknown {
  if (bytes === null) {
    throw invalid({ pointer: '', code: 'too_long', detail: `A line may have at most ${longest} bytes.` });
  }
  try {
    return readJson(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  } catch (error) {
    if (!(error instanceof HttpProblem)) throw error;
    throw invalid({ pointer: '', code: error.code, detail: error.message });
  }
}
