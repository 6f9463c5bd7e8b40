// Turns what a pure validator found into a refusal.
import { Failure, type ValidationIssue } from '../../vocabulary/failure.ts';

/** @throws Failure `invalid` that names every place, when there is any. */
export function throwIssues(places: readonly ValidationIssue[]): void {
  const [first] = places;
  if (first === undefined) return;
  const at = first.pointer === '' ? 'the whole' : first.pointer;
  throw new Failure('invalid', 'invalid_input', `The body is invalid: ${at}: ${first.detail}`, { places });
}
