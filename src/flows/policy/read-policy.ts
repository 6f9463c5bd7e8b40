// GET /v1/environments/{env}/policy and its versions.
import type { PolicyVersion, VersionPage } from '../../records/policies.ts';
import type { Environment } from '../../records/tenants.ts';
import { Failure } from '../../vocabulary/failure.ts';
import type { Context } from '../context.ts';

/** The active version. */
export async function readPolicy(context: Context, environment: Environment): Promise<PolicyVersion> {
  const policy = await context.store.policies.active(environment.number);
  if (policy === null) throw new Error(`environment ${environment.id} has no policy`);
  return policy;
}

/** A version, past or current. @throws Failure `not_found`. */
export async function readPolicyVersion(
  context: Context,
  environment: Environment,
  version: number,
): Promise<PolicyVersion> {
  const policy = await context.store.policies.version(environment.number, version);
  if (policy === null) throw new Failure('not_found', 'version_not_found', 'The policy has no such version.');
  return policy;
}

/** One page of versions, newest first, in reading order. */
export function listPolicyVersions(
  context: Context,
  environment: Environment,
  page: VersionPage,
): Promise<PolicyVersion[]> {
  return context.store.policies.versions(environment.number, page);
}
