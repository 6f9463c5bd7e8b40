// Storage contract for tenants: organizations, their environments and API keys, and policies by version.
import type { Policy, Thresholds } from '../policy/policy.ts';
import type { EnvironmentKind, KeyKind, PublicRisk } from '../vocabulary/words.ts';
import type { AuditEvent } from './audit.ts';

export interface Organization {
  id: string;
  name: string;
  createdAt: number;
}

export interface Environment {
  /** The integer that leads every key of the environment's data: `environmentNumber` everywhere else. */
  number: number;
  /** `env_…`: `environmentId` everywhere else. */
  id: string;
  organizationId: string;
  kind: EnvironmentKind;
  name: string;
  publicRisk: PublicRisk;
  /** Origins of pages that may send events; an empty list allows any. */
  allowedOrigins: readonly string[];
  /** Days after which raw addresses and client signals are removed; null keeps them. */
  retentionDays: number | null;
  /** Incremented by every policy change; an assessment names the version that decided it. */
  policyVersion: number;
  /** Incremented by every change of a webhook endpoint, so that caches reload the endpoints. */
  webhooksVersion: number;
  createdAt: number;
}

/** What the caller chooses when creating an environment. */
export type NewEnvironment = Omit<Environment, 'number' | 'policyVersion' | 'webhooksVersion'>;
/** What can be changed later. */
export type EnvironmentSettings = Pick<Environment, 'name' | 'allowedOrigins' | 'publicRisk' | 'retentionDays'>;

export interface Key {
  id: string;
  environmentId: string;
  kind: KeyKind;
  name: string;
  lastFour: string;
  createdAt: number;
  lastUsedAt: number | null;
  revokedAt: number | null;
}

/** A key as stored: its digest, never its text. */
export interface NewKey extends Key {
  /** SHA-256 of the whole key, hex. */
  digest: string;
}

export interface TenantStore {
  /**
   * Creates an organization with its environments, each with policy version 1 (`thresholds`, no rules), and their keys.
   * With `onlyFirst`, returns false and writes nothing when any organization exists. `auditEvent` starts the audit log.
   */
  createOrganization(
    organization: Organization,
    environments: readonly NewEnvironment[],
    keys: readonly NewKey[],
    options: { thresholds: Thresholds; onlyFirst?: boolean; auditEvent?: AuditEvent },
  ): Promise<boolean>;
  organizations(): Promise<Organization[]>;
  /** The environments of an organization, or of all for null, in order of creation. */
  environments(organizationId: string | null): Promise<Environment[]>;
  /** The environment of this id in any organization: the caller decides between 403 and 404. */
  environment(id: string): Promise<Environment | null>;
  /**
   * Creates an environment with policy version 1 (`thresholds`, no rules).
   * @throws Failure `conflict` `environment_limit` when the organization already has `limit`.
   */
  createEnvironment(
    environment: NewEnvironment,
    thresholds: Thresholds,
    limit: number,
    auditEvent: AuditEvent,
  ): Promise<Environment>;
  /**
   * Applies the given settings and returns the environment after the change. `describe` receives the environment before
   * and after, and returns the audit event, or null when nothing changed.
   */
  updateEnvironment(
    id: string,
    settings: Partial<EnvironmentSettings>,
    describe: (before: Environment, after: Environment) => AuditEvent | null,
  ): Promise<Environment | null>;
  createKey(key: NewKey, auditEvent?: AuditEvent): Promise<void>;
  keys(environmentId: string): Promise<Key[]>;
  /** The key of this id in any organization, revoked or not, or null. */
  key(id: string): Promise<Key | null>;
  /** Returns whether an active key was revoked; `auditEvent` is written only then. */
  revokeKey(id: string, at: number, auditEvent?: AuditEvent): Promise<boolean>;
  /** The active key with its current environment, or null when unknown or revoked: one indexed read per request. */
  findKey(digest: string): Promise<{ key: Key; environment: Environment } | null>;
  /** Records that a key was used; approximate, called at most once a minute per key. */
  touchKey(id: string, at: number): Promise<void>;
  /** The policy of that version, or null. Versions never change, so callers may cache them. */
  policy(environmentNumber: number, version: number): Promise<Policy | null>;
}
