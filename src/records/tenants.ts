// The written contract for tenants: organizations, environments, keys and the active policy.
import type { Policy, Thresholds } from '../policy/policy.ts';
import type { EnvironmentKind, KeyKind, PublicRisk } from '../vocabulary/words.ts';
import type { AuditEvent } from './audit.ts';

export interface Organization {
  id: string;
  name: string;
  createdAt: number;
}

export interface Environment {
  /** The number that stands first in every key of the environment's data. */
  number: number;
  id: string;
  organizationId: string;
  kind: EnvironmentKind;
  name: string;
  publicRisk: PublicRisk;
  /** Origins that may call ingestion from a browser; empty means any in test, none in live. */
  allowedOrigins: readonly string[];
  /** Days after which raw addresses and client signals are removed; null keeps them. */
  retentionDays: number | null;
  /** Raised by every change of policy; an assessment names the version that decided it. */
  policyVersion: number;
  /** Raised by every change of webhook endpoints, so that caches know. */
  webhooksVersion: number;
  createdAt: number;
}

/** What an organization decides when it makes an environment. */
export type NewEnvironment = Omit<Environment, 'number' | 'policyVersion' | 'webhooksVersion'>;
/** What may be changed afterwards. */
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

/** A key as stored: only its SHA-256. */
export interface NewKey extends Key {
  /** SHA-256 of the whole key, hex. */
  digest: string;
}

export interface TenantStore {
  /**
   * Makes an organization with its environments, each with a policy of version 1 (`thresholds`, no rules), and keys.
   * With `onlyFirst` nothing is made, and false returned, when there is an organization already, whoever made it.
   * `change` begins the organization's audit trail.
   */
  createOrganization(
    organization: Organization,
    environments: readonly NewEnvironment[],
    keys: readonly NewKey[],
    options: { thresholds: Thresholds; onlyFirst?: boolean; change?: AuditEvent },
  ): Promise<boolean>;
  organizations(): Promise<Organization[]>;
  environments(organizationId: string | null): Promise<Environment[]>;
  /** The environment of this id whoever owns it, or null: the caller decides between 403 and 404. */
  environment(id: string): Promise<Environment | null>;
  /**
   * Makes an environment with a policy of version 1 (`thresholds`, no rules).
   * @throws Failure `conflict` `environment_limit` when the organization has `most` already.
   */
  createEnvironment(
    environment: NewEnvironment,
    thresholds: Thresholds,
    most: number,
    change: AuditEvent,
  ): Promise<Environment>;
  /** Changes what is given; `describe` sees both sides and says what is audited, or null when nothing changed. */
  updateEnvironment(
    id: string,
    settings: Partial<EnvironmentSettings>,
    describe: (before: Environment, after: Environment) => AuditEvent | null,
  ): Promise<Environment | null>;
  createKey(key: NewKey, change?: AuditEvent): Promise<void>;
  keys(environmentId: string): Promise<Key[]>;
  /** The key of this id whoever owns it, revoked or not, or null. */
  key(id: string): Promise<Key | null>;
  /** Returns whether a live key was revoked; `change` is kept only then. */
  revokeKey(id: string, at: number, change?: AuditEvent): Promise<boolean>;
  /** One indexed read for every request: the live key with its environment as of now, or null when unknown or revoked. */
  findKey(digest: string): Promise<{ key: Key; environment: Environment } | null>;
  /** Notes that keys were used; approximate, called at most once a minute per key. */
  touchKey(id: string, at: number): Promise<void>;
  /** The policy of that version whole, or null. Versions never change, so callers may keep them. */
  policy(environmentNumber: number, version: number): Promise<Policy | null>;
}
