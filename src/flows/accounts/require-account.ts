// The error for an account that was never seen, and the check for it.
import type { Environment } from '../../records/tenants.ts';
import { Failure } from '../../vocabulary/failure.ts';
import type { Context } from '../context.ts';

/** @throws Failure `not_found` when the account was never seen in the environment. */
export async function requireAccount(context: Context, environment: Environment, key: string): Promise<void> {
  if (!(await context.store.lists.accountExists(environment.number, key))) throw accountNotFound();
}

export function accountNotFound(): Failure {
  return new Failure('not_found', 'account_not_found', 'This account was never seen in the environment.');
}
