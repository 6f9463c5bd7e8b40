// Making, listing and revoking the keys of an environment.
import { credentialDigest, formatKey, KEY_BYTES, lastFour } from '../../access/credential.ts';
import type { Environment, Key, NewKey } from '../../records/tenants.ts';
import { Failure } from '../../vocabulary/failure.ts';
import { isId } from '../../vocabulary/ids.ts';
import type { KeyKind } from '../../vocabulary/words.ts';
import { type AuditActor, auditEvent } from '../audit/audit-actor.ts';
import type { Context } from '../context.ts';

const NOBODY = 'key_00000000000000000000000000';

/** Makes a key and returns its text, which is never shown again. */
export async function createKey(
  context: Context,
  author: AuditActor,
  environment: Environment,
  kind: KeyKind,
  name: string,
): Promise<{ key: Key; text: string }> {
  const text = formatKey(kind, environment.kind, context.randomBytes(KEY_BYTES));
  const { digest, ...key } = newKey(context, environment.id, kind, name, text);
  const change = auditEvent(context, author, {
    action: 'key.created',
    target: { type: 'key', id: key.id },
    environmentId: environment.id,
    before: null,
    after: described(key),
  });
  await context.store.tenants.createKey({ ...key, digest }, change);
  return { key, text };
}

/** All keys of these environments, revoked ones included, in the order they were made. */
export async function listKeys(context: Context, environments: readonly Environment[]): Promise<Key[]> {
  const keys = await Promise.all(environments.map(({ id }) => context.store.tenants.keys(id)));
  return keys.flat().sort((a, b) => (a.id < b.id ? -1 : 1));
}

/**
 * Revokes a key at once, on every process.
 * @throws Failure `forbidden` when it belongs to somebody else, `not_found` when there is no live key of this id.
 */
export async function revokeKey(
  context: Context,
  author: AuditActor,
  environments: readonly Environment[],
  id: string,
): Promise<void> {
  // A malformed id names nothing; it is looked up all the same, so that both refusals take the same time.
  const key = await context.store.tenants.key(isId('key', id) ? id : NOBODY);
  if (key === null) throw keyGone(id);
  if (!environments.some((environment) => environment.id === key.environmentId)) {
    throw new Failure('forbidden', 'foreign_resource', 'This key belongs to another environment.');
  }
  const change = auditEvent(context, author, {
    action: 'key.revoked',
    target: { type: 'key', id },
    environmentId: key.environmentId,
    before: described(key),
    after: null,
  });
  if (!(await context.store.tenants.revokeKey(id, context.clock(), change))) throw keyGone(id);
}

function keyGone(id: string): Failure {
  return new Failure('not_found', 'key_not_found', `There is no live key ${id}.`);
}

function described({ kind, name, lastFour: ending }: Key) {
  return { kind, name, last_four: ending };
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
