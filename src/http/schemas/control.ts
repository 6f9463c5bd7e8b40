// What environments, keys and audit entries look like outside.
import Type from 'typebox';
import type { AuditEntry } from '../../records/audit.ts';
import type { Environment, Key } from '../../records/tenants.ts';
import { AUDIT_ACTIONS, AUDIT_ACTOR_TYPES } from '../../vocabulary/audit.ts';
import { isoTime } from '../../vocabulary/clock.ts';
import { ENVIRONMENT_KINDS, KEY_KINDS, PUBLIC_RISK } from '../../vocabulary/words.ts';
import { closed, nullable, oneOf, time } from './schema.ts';

const nameSchema = (minLength: number) => Type.String({ minLength, maxLength: 120, description: 'For people.' });

const SETTINGS = {
  name: nameSchema(1),
  allowed_origins: Type.Array(Type.String({ minLength: 1, maxLength: 300 }), {
    maxItems: 100,
    uniqueItems: true,
    description: 'Origins of pages that may send events. None listed: any in a test environment, none in a live one.',
  }),
  public_risk: oneOf(PUBLIC_RISK, { description: 'What a caller with a public key is told: everything, or no risk.' }),
  retention_days: nullable(
    Type.Integer({
      minimum: 1,
      maximum: 3_650,
      description: 'Raw addresses and client signals are removed after so many days; null keeps them.',
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
  { $id: 'Environment', description: 'An environment: its own keys, data, policy and webhooks.' },
);

export function environmentBody(environment: Environment) {
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
  kind: oneOf(KEY_KINDS),
  name: nameSchema(0),
  last_four: Type.String({ description: 'The last four characters.' }),
  created_at: time(),
  last_used_at: nullable(time(), { description: 'To the minute.' }),
  revoked_at: nullable(time()),
};
export const KeyDraft = closed({ kind: KEY_FIELDS.kind, name: Type.Optional(KEY_FIELDS.name) });
export const KeySchema = closed(KEY_FIELDS, { $id: 'Key', description: 'A key without its text.' });
export const KeyWithTextSchema = closed(
  { ...KEY_FIELDS, key: Type.String({ description: 'The whole key. Shown this once.' }) },
  { $id: 'KeyWithText', description: 'A key that was just made.' },
);

export function keyBody({ id, kind, name, lastFour, createdAt, lastUsedAt, revokedAt }: Key) {
  return {
    id,
    kind,
    name,
    last_four: lastFour,
    created_at: isoTime(createdAt),
    last_used_at: lastUsedAt === null ? null : isoTime(lastUsedAt),
    revoked_at: revokedAt === null ? null : isoTime(revokedAt),
  };
}

const anyObject = (description: string) =>
  nullable(Type.Object({}, { additionalProperties: true, description: `${description} Never a secret.` }));

export const AuditEntrySchema = closed(
  {
    id: Type.String({ description: 'Prefix aud_.' }),
    sequence: Type.Integer({ description: '1, 2, 3 … within the organization, without a gap.' }),
    action: oneOf(AUDIT_ACTIONS),
    actor: closed({ type: oneOf(AUDIT_ACTOR_TYPES), id: Type.String(), name: Type.String() }),
    ip_masked: nullable(Type.String()),
    target: closed({ type: Type.String(), id: Type.String() }),
    environment_id: nullable(Type.String()),
    before: anyObject('What it was; null when it was not there.'),
    after: anyObject('What it is now; null when it is gone.'),
    created_at: time(),
    previous_hash: Type.String({ description: 'Hash of the entry before; 64 zeros for the first.' }),
    hash: Type.String({ description: 'SHA-256 over the previous hash and this entry.' }),
  },
  { $id: 'AuditEntry', description: 'One change of the control plane. Never edited, never deleted.' },
);

export function auditBody(entry: AuditEntry) {
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
