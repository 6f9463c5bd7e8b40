// Making, listing and revoking the keys of an environment.
import { credentialDigest, formatKey, KEY_BYTES, lastFour } from '../access/credential.ts';
import type { Environment, Key, NewKey } from '../records/tenants.ts';
import { Failure } from '../vocabulary/failure.ts';
import type { KeyKind } from '../vocabulary/words.ts';
import type { Context } from './context.ts';

/** Makes a key and returns its text, which is never shown again. */
export async function createKey(
  context: Context,
  environment: Environment,
  kind: KeyKind,
  name: string,
): Promise<{ key: Key; text: string }> {
  const text = formatKey(kind, environment.kind, context.randomBytes(KEY_BYTES));
  const { digest, ...key } = newKey(context, environment.id, kind, name, text);
  await context.store.tenants.createKey({ ...key, digest });
  return { key, text };
}

/** All keys of these environments, revoked ones included, in the order they were made. */
export async function listKeys(context: Context, environments: readonly Environment[]): Promise<Key[]> {
  const keys = await Promise.all(environments.map(({ id }) => context.store.tenants.keys(id)));
  return keys.flat().sort((a, b) => (a.id < b.id ? -1 : 1));
}

/**
 * Revokes a key at once, on every process.
 * @throws Failure `not_found` when none of these environments has a live key of this id.
 */
export async function revokeKey(context: Context, environments: readonly Environment[], id: string): Promise<void> {
  const key = (await listKeys(context, environments)).find((candidate) => candidate.id === id);
  if (key === undefined || !(await context.store.tenants.revokeKey(id, context.clock()))) {
    throw new Failure('not_found', 'key_not_found', `There is no live key ${id}.`);
  }
}

/** The row of a key whose plain text is shown once and forgotten. */
export function newKey(
  context: Pick<Context, 'clock' | 'newId'>,
  environmentId: string,
  kind: KeyKind,
  name: string,
  text: string,
): NewKey {
  const createdAt = context.clock();
  return {
    id: context.newId('key', createdAt),
    environmentId,
    kind,
    name,
    lastFour: lastFour(text),
    digest: credentialDigest(text),
    createdAt,
    lastUsedAt: null,
    revokedAt: null,
  };
}
