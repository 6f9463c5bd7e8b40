// Creates, lists and revokes the API keys of an environment.
import { credentialDigest, formatKey, KEY_BYTES, lastFour } from '../../access/credential.ts';
import type { Environment, Key, NewKey } from '../../records/tenants.ts';
import type { KeyKind } from '../../vocabulary/words.ts';
import { type AuditActor, newAuditEvent } from '../audit/audit-event.ts';
import type { Context } from '../context.ts';
import { lookupId, notFound, requireOwn } from './own-resource.ts';

/** Creates a key. `text` is the plain key; it is returned only here. */
export async function createKey(
  context: Context,
  actor: AuditActor,
  environment: Environment,
  kind: KeyKind,
  name: string,
): Promise<{ key: Key; text: string }> {
  const text = formatKey(kind, environment.kind, context.randomBytes(KEY_BYTES));
  const { digest, ...key } = newKey(context, environment.id, kind, name, text);
  const auditEvent = newAuditEvent(context, actor, {
    action: 'key.created',
    target: { type: 'key', id: key.id },
    environmentId: environment.id,
    before: null,
    after: auditedKey(key),
  });
  await context.store.tenants.createKey({ ...key, digest }, auditEvent);
  return { key, text };
}

/** All keys of these environments, including revoked ones, in creation order. */
export async function listKeys(context: Context, environments: readonly Environment[]): Promise<Key[]> {
  const keys = await Promise.all(environments.map(({ id }) => context.store.tenants.keys(id)));
  return keys.flat().sort((a, b) => (a.id < b.id ? -1 : 1));
}

/**
 * Revokes a key, effective immediately on every process.
 * @throws Failure `forbidden` when none of `environments` owns it, `not_found` when there is no active key with this id.
 */
export async function revokeKey(
  context: Context,
  actor: AuditActor,
  environments: readonly Environment[],
  id: string,
): Promise<void> {
  const found = await context.store.tenants.key(lookupId('key', id));
  const key = requireOwn('key', found, (candidate) =>
    environments.some((environment) => environment.id === candidate.environmentId) ? candidate : undefined,
  );
  const auditEvent = newAuditEvent(context, actor, {
    action: 'key.revoked',
    target: { type: 'key', id },
    environmentId: key.environmentId,
    before: auditedKey(key),
    after: null,
  });
  if (!(await context.store.tenants.revokeKey(id, context.clock(), auditEvent))) throw notFound('key');
}

function auditedKey({ kind, name, lastFour: ending }: Key) {
  return { kind, name, last_four: ending };
}

/** The row of a key: the digest and last four characters of `text`, never the plain key. */
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
