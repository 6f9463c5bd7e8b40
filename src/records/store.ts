// The written contract of storage as a whole: what an engine must offer. One suite runs on every engine.
import type { AssessmentReader } from './assessments.ts';
import type { AuditStore } from './audit.ts';
import type { DeviceTrustStore } from './device-trust.ts';
import type { EncryptedSecretStore } from './encryption.ts';
import type { EventReader } from './events.ts';
import type { IngestStore } from './ingest.ts';
import type { ListReader } from './lists.ts';
import type { MemberStore } from './members.ts';
import type { OutcomeStore } from './outcomes.ts';
import type { PolicyStore } from './policies.ts';
import type { PrivacyStore } from './privacy.ts';
import type { RollupStore } from './rollups.ts';
import type { SecondFactorStore } from './second-factor.ts';
import type { SessionStore } from './sessions.ts';
import type { TenantStore } from './tenants.ts';
import type { WebhookStore } from './webhooks.ts';

export interface Store extends IngestStore {
  tenants: TenantStore;
  sessions: SessionStore;
  members: MemberStore;
  secondFactors: SecondFactorStore;
  encryptedSecrets: EncryptedSecretStore;
  audit: AuditStore;
  privacy: PrivacyStore;
  trust: DeviceTrustStore;
  events: EventReader;
  lists: ListReader;
  rollups: RollupStore;
  outcomes: OutcomeStore;
  policies: PolicyStore;
  assessments: AssessmentReader;
  webhooks: WebhookStore;
  /** `sqlite` or `postgres`, for logs, metrics and doctor alone: nobody above decides by it. */
  readonly engine: 'sqlite' | 'postgres';
  /** Resolves when storage answers and its schema is the one this code knows; rejects with `Failure('unavailable')`. */
  ready(): Promise<void>;
  /**
   * Rewrites everything that is kept, so that nothing that was removed is left in the files. It needs the database to
   * itself, room for a second copy, and time in proportion to its size.
   */
  compact(): Promise<void>;
  /** Waits for what is under way and closes. */
  close(): Promise<void>;
}
