// Environments, keys and audit entries: the bodies that callers send and the ones that the API returns.
import Type from 'typebox';
import type { AuditEntry } from '../../records/audit.ts';
import type { Environment, Key } from '../../records/tenants.ts';
import { AUDIT_ACTIONS, AUDIT_ACTOR_TYPES } from '../../vocabulary/audit.ts';
import { isoTime } from '../../vocabulary/clock.ts';
import { RETENTION_DAYS, TENANT_NAME_MAX } from '../../vocabulary/tenant-limits.ts';
import { ENVIRONMENT_KINDS, KEY_KINDS, PUBLIC_RISK } from '../../vocabulary/words.ts';
import { EMPTY_OR_NOT_BLANK } from './patterns.ts';
import { type BodyOf, closed, isoTimeOrNull, named, nameText, nullable, oneOf, openObject, time } from './schema.ts';

const SETTINGS = {
  name: nameText(TENANT_NAME_MAX, { examples: ['Shop'] }),
  allowed_origins: Type.Array(Type.String({ minLength: 1, maxLength: 300 }), {
    maxItems: 100,
    uniqueItems: true,
    description: 'Origins of pages that may send events. An empty list allows any origin.',
  }),
  public_risk: oneOf(PUBLIC_RISK, {
    description: 'What a caller with a public key receives: the full risk, or none of it.',
  }),
  retention_days: nullable(
    Type.Integer({
      minimum: RETENTION_DAYS.min,
      maximum: RETENTION_DAYS.max,
      description: 'Days after which raw addresses and client signals are removed; null keeps them.',
    }),
  ),
};
export const EnvironmentChange = Type.Partial(closed(SETTINGS), { additionalProperties: false, minProperties: 1 });
export const EnvironmentDraft = closed({ name: SETTINGS.name, kind: oneOf(ENVIRONMENT_KINDS) });
export const EnvironmentSchema = closed(
  {
    id: Type.String({ description: 'Prefix env_.' }),
    kind: oneOf(ENVIRONMENT_KINDS),
    ...SETTINGS,
    created_at: time(),
  },
  { $id: 'Environment', description: 'An environment with its own keys, data, policy and webhooks.' },
);

export function environmentBody(environment: Environment): BodyOf<typeof EnvironmentSchema> {
  const { id, kind, name, allowedOrigins, publicRisk, retentionDays, createdAt } = environment;
  return {
    id,
    kind,
    name,
    allowed_origins: allowedOrigins,
    public_risk: publicRisk,
    retention_days: retentionDays,
    created_at: isoTime(createdAt),
  };
}

const KEY_FIELDS = {
  id: Type.String({ description: 'Prefix key_.' }),
  kind: oneOf(KEY_KINDS, { examples: ['secret'] }),
  name: nameText(TENANT_NAME_MAX, {
    minLength: 0,
    pattern: EMPTY_OR_NOT_BLANK,
    description: 'Display name, empty if the key has none; white space around it is removed.',
    examples: ['Backend'],
  }),
  last_four: Type.String({ description: 'The last four characters.' }),
  created_at: time(),
  last_used_at: nullable(time(), { description: 'Accurate to the minute.' }),
  revoked_at: nullable(time(), { examples: [null] }),
};
export const KeyDraft = closed({ kind: KEY_FIELDS.kind, name: Type.Optional(KEY_FIELDS.name) });
export const KeySchema = closed(KEY_FIELDS, { $id: 'Key', description: 'A key without its text.' });
export const KeyWithTextSchema = closed(
  {
    ...KEY_FIELDS,
    last_used_at: { ...KEY_FIELDS.last_used_at, examples: [null] },
    key: Type.String({ description: 'The key itself. Returned only once.' }),
  },
  { $id: 'KeyWithText', description: 'A key that was just created.' },
);
/** Describes the key of a request, so that a program needs only its key. */
export const OwnKeySchema = closed(
  { ...KEY_FIELDS, environment: named(EnvironmentSchema) },
  { $id: 'OwnKey', description: 'The key that sent the request, and its environment.' },
);

export function keyBody(key: Key): BodyOf<typeof KeySchema> {
  const { id, kind, name, lastFour, createdAt, lastUsedAt, revokedAt } = key;
  return {
    id,
    kind,
    name,
    last_four: lastFour,
    created_at: isoTime(createdAt),
    last_used_at: isoTimeOrNull(lastUsedAt),
    revoked_at: isoTimeOrNull(revokedAt),
  };
}

const anyObject = (description: string, example: object | null) =>
  nullable(openObject({ description: `${description} Never contains a secret.`, examples: [example] }));
/** Who made a change. */
export const ActorSchema = closed({
  type: oneOf(AUDIT_ACTOR_TYPES),
  id: Type.String({ description: 'Prefix usr_, or `cli`.' }),
  name: Type.String({ examples: ['ana@example.com'] }),
});

export const AuditEntrySchema = closed(
  {
    id: Type.String({ description: 'Prefix aud_.' }),
    sequence: Type.Integer({ description: '1, 2, 3 … within the organization, without gaps.', examples: [2] }),
    action: oneOf(AUDIT_ACTIONS, { examples: ['key.created'] }),
    actor: ActorSchema,
    ip_masked: nullable(Type.String()),
    target: closed({
      type: Type.String({ examples: ['key'] }),
      id: Type.String({ examples: ['key_01m7zweae9e0ttzdyss4193jta'] }),
    }),
    environment_id: nullable(Type.String()),
    before: anyObject('The state before the change; null if the target did not exist.', null),
    after: anyObject('The state after the change; null if the target no longer exists.', {
      kind: 'secret',
      name: 'Backend',
    }),
    created_at: time(),
    previous_hash: Type.String({
      description: 'Hash of the previous entry; 64 zeros for the first.',
      examples: ['5e'.repeat(32)],
    }),
    hash: Type.String({ description: 'SHA-256 over the previous hash and this entry.', examples: ['d4'.repeat(32)] }),
  },
  { $id: 'AuditEntry', description: 'One change of the control plane. Never edited, never deleted.' },
);

export function auditBody(entry: AuditEntry): BodyOf<typeof AuditEntrySchema> {
  const { id, sequence, action, actor, address, target, environmentId, before, after, at } = entry;
  return {
    id,
    sequence,
    action,
    actor,
    ip_masked: address,
    target,
    environment_id: environmentId,
    before,
    after,
    created_at: isoTime(at),
    previous_hash: entry.previousHash,
    hash: entry.hash,
  };
}
