// Which of the caller's environments holds a rule: the one place that decides between 403 and 404 for rule ids.
import type { Environment } from '../../records/tenants.ts';
import { Failure } from '../../vocabulary/failure.ts';
import { isId } from '../../vocabulary/ids.ts';
import type { Context } from '../context.ts';

const NOBODY = 'polr_00000000000000000000000000';

/** @throws Failure `not_found` when no policy in force holds the rule, `forbidden` when somebody else's does. */
export async function findRule(
  context: Context,
  environments: readonly Environment[],
  id: string,
): Promise<Environment> {
  const holder = await context.store.policies.locateRule(isId('rule', id) ? id : NOBODY);
  const environment = environments.find(({ number }) => number === holder);
  if (environment !== undefined) return environment;
  if (holder !== null) throw new Failure('forbidden', 'foreign_resource', 'This rule belongs to another environment.');
  throw ruleGone();
}

/** What is said of a rule that does not exist, or was deleted while it was being changed. */
export function ruleGone(): Failure {
  return new Failure('not_found', 'rule_not_found', 'There is no rule of this id in the policy in force.');
}
