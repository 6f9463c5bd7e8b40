// Names the issues of a refused event for counting: their code and position, without anything that could be someone's data.
import type { ValidationIssue } from '../../vocabulary/failure.ts';

/** Issues counted for one event: a body can have fifty, and the first ones explain the others. */
const MAX_ISSUES = 5;
/** Counted steps of a pointer; deeper ones are inside free-form signals. */
const MAX_STEPS = 3;
/** Names that a programmer would give a field. A key that is an email address or an account id is not stored. */
const FIELD_NAME = /^[A-Za-z_][A-Za-z0-9_-]{0,39}$/;

/** Words such as `required /account` or `unknown_field /user_id`, each once. */
export function issueWords(issues: readonly ValidationIssue[]): string[] {
  return [...new Set(issues.slice(0, MAX_ISSUES).map(({ code, pointer }) => `${code} ${placeOf(pointer)}`))];
}

function placeOf(pointer: string): string {
  const steps = pointer.split('/').slice(0, MAX_STEPS + 1);
  return steps.map((step) => (step === '' || FIELD_NAME.test(step) ? step : '…')).join('/');
}
