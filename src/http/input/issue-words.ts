// Names the issues of a refused event for counting: their code and place, without anything that could be somebody's data.
import type { ValidationIssue } from '../../vocabulary/failure.ts';

/** Issues of one event that are counted: a body can have fifty, and the first ones explain the others. */
const MAX_ISSUES = 5;
/** Steps of a pointer that are counted; what is deeper is inside free-form signals. */
const MAX_STEPS = 3;
/** What a programmer would call a field. A key that is an email address or an account id is not stored. */
const FIELD_NAME = /^[A-Za-z_][A-Za-z0-9_-]{0,39}$/;

/** Such as `required /account` or `unknown_field /user_id`, each once. */
export function issueWords(issues: readonly ValidationIssue[]): string[] {
  return [...new Set(issues.slice(0, MAX_ISSUES).map(({ code, pointer }) => `${code} ${placeOf(pointer)}`))];
}

function placeOf(pointer: string): string {
  const steps = pointer.split('/').slice(0, MAX_STEPS + 1);
  return steps.map((step) => (step === '' || FIELD_NAME.test(step) ? step : '…')).join('/');
}
