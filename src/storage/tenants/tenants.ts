// Stores organizations, environments, API keys and first policies, for both engines.
import type { Policy, Rule, Thresholds } from '../../policy/policy.ts';
import type { Environment, Key, NewEnvironment, NewKey, Organization, TenantStore } from '../../records/tenants.ts';
import { Failure } from '../../vocabulary/failure.ts';
import type { Engine, Querier, Reader, Row } from '../engine.ts';
import { first, sharedRead } from '../reads.ts';
import { insertInto, select, sql, update } from '../sql.ts';
import { appendAuditEvent } from './append-audit-event.ts';
import { changeAudited } from './change-audited.ts';

export const ENVIRONMENT = sql`e.number, e.id, e.organization_id, e.kind, e.name, e.public_risk, e.allowed_origins,
  e.retention_days, e.policy_version, e.webhooks_version, e.created_at`;
const KEY = sql`k.id AS key_id, k.kind AS key_kind, k.name AS key_name, k.last_four, k.created_at AS key_created_at,
  k.last_used_at, k.revoked_at, e.id AS key_environment_id`;

const INSERT_ORGANIZATION = insertInto('organizations')`(id, name, created_at) VALUES (?, ?, ?)`;
const INSERT_ENVIRONMENT = insertInto('environments')`(id, organization_id, kind, name, public_risk, allowed_origins,
  retention_days, policy_version, webhooks_version, created_at) VALUES (?, ?, ?, ?, ?, ?, ?, 1, 1, ?)`;
/** A number that JavaScript would round: the rows of the environment would be stored under that of another one. */
const HAS_ROUNDED_NUMBER = select`1 AS found FROM environments WHERE id = ? AND number > ${Number.MAX_SAFE_INTEGER}`;
const INSERT_POLICY = insertInto('policies')`(environment_id, version, thresholds, rules, updated_at, updated_by)
  SELECT number, 1, ?, '[]', created_at, NULL FROM environments WHERE id = ?`;
const INSERT_KEY = insertInto('api_keys')`(id, environment_id, kind, name, last_four, digest, created_at, last_used_at,
  revoked_at) SELECT ?, number, ?, ?, ?, ?, ?, ?, ? FROM environments WHERE id = ?`;

/** Locks the row until the commit. */
export const LOCK_ORGANIZATION = update('organizations')`SET name = name WHERE id = ?`;
const LOCK_ENVIRONMENT = update('environments')`SET name = name WHERE id = ?`;
/** A row that exists in every migrated database. */
const LOCK_SETUP = update('schema_migrations')`SET name = name WHERE version = 1`;
const UPDATE_ENVIRONMENT = update('environments')`SET name = ?, public_risk = ?, allowed_origins = ?, retention_days = ?
  WHERE id = ?`;
const REVOKE_KEY = update('api_keys')`SET revoked_at = ? WHERE id = ? AND revoked_at IS NULL`;
const TOUCH_KEY = update('api_keys')`SET last_used_at = ? WHERE id = ?`;

const ORGANIZATIONS = select`id, name, created_at FROM organizations ORDER BY id`;
const ANY_ORGANIZATION = select`id FROM organizations LIMIT 1`;
const ALL_ENVIRONMENTS = select`${ENVIRONMENT} FROM environments e ORDER BY e.number`;
const ENVIRONMENTS_OF = select`${ENVIRONMENT} FROM environments e WHERE e.organization_id = ? ORDER BY e.number`;
const ENVIRONMENT_BY_ID = select`${ENVIRONMENT} FROM environments e WHERE e.id = ?`;
const KEYS_OF = select`${KEY} FROM environments e JOIN api_keys k ON k.environment_id = e.number WHERE e.id = ?
  ORDER BY k.id`;
const KEY_BY_ID = select`${KEY} FROM api_keys k JOIN environments e ON e.number = k.environment_id WHERE k.id = ?`;
const FIND_KEY = select`${KEY}, ${ENVIRONMENT} FROM api_keys k JOIN environments e ON e.number = k.environment_id
  WHERE k.digest = ? AND k.revoked_at IS NULL`;
const READ_POLICY = select`version, thresholds, rules FROM policies WHERE environment_id = ? AND version = ?`;

/** `eventReads` reads what every event needs. */
export function tenantStore(engine: Engine, eventReads: Reader): TenantStore {
  const { read } = engine;
  return {
    createOrganization: (organization, environments, keys, { thresholds, onlyFirst = false, auditEvent }) =>
      engine.write(async (querier) => {
        if (onlyFirst && (await isSetUp(querier))) return false;
        await insertOrganization(querier, organization, environments, keys, thresholds);
        if (auditEvent !== undefined) await appendAuditEvent(querier, auditEvent);
        return true;
      }),
    organizations: async () => (await read.all(ORGANIZATIONS)).map(organizationRecord),
    environments: async (organizationId) => {
      const rows = organizationId === null ? read.all(ALL_ENVIRONMENTS) : read.all(ENVIRONMENTS_OF, organizationId);
      return (await rows).map(environmentRecord);
    },
    environment: async (id) => map(await first(read.all(ENVIRONMENT_BY_ID, id)), environmentRecord),
    createEnvironment: (environment, thresholds, limit, auditEvent) =>
      engine.write(async (querier) => {
        const { organizationId } = environment;
        // Serializes creations, so that two concurrent ones cannot both take the last place under the limit.
        await querier.run(LOCK_ORGANIZATION, organizationId);
        if ((await querier.all(ENVIRONMENTS_OF, organizationId)).length >= limit) {
          throw new Failure('conflict', 'environment_limit', `An organization has at most ${limit} environments.`);
        }
        await insertEnvironment(querier, environment, thresholds);
        await appendAuditEvent(querier, auditEvent);
        return environmentRecord((await querier.all(ENVIRONMENT_BY_ID, environment.id))[0] as Row);
      }),
    updateEnvironment: (id, settings, describe) =>
      engine.write(async (querier) => {
        await querier.run(LOCK_ENVIRONMENT, id);
        const row = await first(querier.all(ENVIRONMENT_BY_ID, id));
        if (row === null) return null;
        const before = environmentRecord(row);
        const after = { ...before, ...settings };
        const auditEvent = describe(before, after);
        if (auditEvent === null) return before;
        const { name, publicRisk, allowedOrigins, retentionDays } = after;
        await querier.run(UPDATE_ENVIRONMENT, name, publicRisk, JSON.stringify(allowedOrigins), retentionDays, id);
        await appendAuditEvent(querier, auditEvent);
        return after;
      }),
    createKey: (key, auditEvent) =>
      engine.write(async (querier) => {
        await insertKey(querier, key);
        if (auditEvent !== undefined) await appendAuditEvent(querier, auditEvent);
      }),
    keys: async (environmentId) => (await read.all(KEYS_OF, environmentId)).map(keyRecord),
    key: async (id) => map(await first(read.all(KEY_BY_ID, id)), keyRecord),
    revokeKey: (id, at, auditEvent) => changeAudited(engine, auditEvent, REVOKE_KEY, at, id),
    findKey: sharedRead(async (digest) =>
      map(await first(eventReads.all(FIND_KEY, digest)), (row) => ({
        key: keyRecord(row),
        environment: environmentRecord(row),
      })),
    ),
    touchKey: (id, at) =>
      engine.write(async (querier) => {
        await querier.run(TOUCH_KEY, at, id);
      }),
    policy: async (environmentNumber, version) =>
      map(await first(eventReads.all(READ_POLICY, environmentNumber, version)), policyRecord),
  };
}

/** Serializes processes that start together on an empty database: exactly one of them finds it not set up. */
async function isSetUp(querier: Querier): Promise<boolean> {
  await querier.run(LOCK_SETUP);
  return (await querier.all(ANY_ORGANIZATION)).length > 0;
}

async function insertOrganization(
  querier: Querier,
  organization: Organization,
  environments: readonly NewEnvironment[],
  keys: readonly NewKey[],
  thresholds: Thresholds,
): Promise<void> {
  await querier.run(INSERT_ORGANIZATION, organization.id, organization.name, organization.createdAt);
  for (const environment of environments) await insertEnvironment(querier, environment, thresholds);
  for (const key of keys) await insertKey(querier, key);
}

async function insertEnvironment(querier: Querier, environment: NewEnvironment, thresholds: Thresholds): Promise<void> {
  const { id, organizationId, kind, name, publicRisk, allowedOrigins, retentionDays, createdAt } = environment;
  const origins = JSON.stringify(allowedOrigins);
  await querier.run(
    INSERT_ENVIRONMENT,
    ...[id, organizationId, kind, name, publicRisk, origins, retentionDays, createdAt],
  );
  if ((await querier.all(HAS_ROUNDED_NUMBER, id)).length > 0) {
    const detail = `the database has no number up to ${Number.MAX_SAFE_INTEGER} left for an environment`;
    throw new Failure('unavailable', 'storage_unavailable', detail);
  }
  await querier.run(INSERT_POLICY, JSON.stringify(thresholds), id);
}

async function insertKey(querier: Querier, key: NewKey): Promise<void> {
  const { id, environmentId, kind, name, lastFour, digest, createdAt, lastUsedAt, revokedAt } = key;
  const inserted = await querier.run(
    INSERT_KEY,
    ...[id, kind, name, lastFour, digest, createdAt, lastUsedAt, revokedAt, environmentId],
  );
  if (inserted !== 1) throw new Error(`no environment ${environmentId}`);
}

function map<T>(row: Row | null, record: (row: Row) => T): T | null {
  return row === null ? null : record(row);
}

function organizationRecord(row: Row): Organization {
  return { id: row.id as string, name: row.name as string, createdAt: row.created_at as number };
}

export function environmentRecord(row: Row): Environment {
  return {
    number: row.number as number,
    id: row.id as string,
    organizationId: row.organization_id as string,
    kind: row.kind as Environment['kind'],
    name: row.name as string,
    publicRisk: row.public_risk as Environment['publicRisk'],
    allowedOrigins: JSON.parse(row.allowed_origins as string) as string[],
    retentionDays: row.retention_days as number | null,
    policyVersion: row.policy_version as number,
    webhooksVersion: row.webhooks_version as number,
    createdAt: row.created_at as number,
  };
}

function keyRecord(row: Row): Key {
  return {
    id: row.key_id as string,
    environmentId: row.key_environment_id as string,
    kind: row.key_kind as Key['kind'],
    name: row.key_name as string,
    lastFour: row.last_four as string,
    createdAt: row.key_created_at as number,
    lastUsedAt: row.last_used_at as number | null,
    revokedAt: row.revoked_at as number | null,
  };
}

function policyRecord(row: Row): Policy {
  return {
    version: row.version as number,
    thresholds: JSON.parse(row.thresholds as string) as Thresholds,
    rules: JSON.parse(row.rules as string) as Rule[],
  };
}
