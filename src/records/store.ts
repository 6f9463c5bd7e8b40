// The complete storage contract: everything an engine must provide. One contract test suite runs on every engine.
import type { ActivityReader } from './activity.ts';
import type { AlertStore, RejectionStore } from './alerts.ts';
import type { AssessmentReader } from './assessments.ts';
import type { AssignmentStore } from './assignments.ts';
import type { AuditStore } from './audit.ts';
import type { CampaignReader } from './campaigns.ts';
import type { DeviceTrustStore } from './device-trust.ts';
import type { EncryptedSecretStore } from './encrypted-secrets.ts';
import type { EventReader } from './events.ts';
import type { IngestStore } from './ingest.ts';
import type { IntegrationReader } from './integration.ts';
import type { LinkReader } from './links.ts';
import type { ListReader } from './lists.ts';
import type { LoginLimitStore } from './login-limits.ts';
import type { MemberStore } from './members.ts';
import type { NoteStore } from './notes.ts';
import type { OutcomeBatchStore } from './outcome-batches.ts';
import type { OutcomeStore } from './outcomes.ts';
import type { PolicyStore } from './policies.ts';
import type { PrivacyStore } from './privacy.ts';
import type { RollupStore } from './rollups.ts';
import type { SavedViewStore } from './saved-views.ts';
import type { SearchReader } from './search.ts';
import type { SecondFactorStore } from './second-factor.ts';
import type { SessionStore } from './sessions.ts';
import type { SortedListReader } from './sorted-lists.ts';
import type { TenantStore } from './tenants.ts';
import type { WebhookStore } from './webhooks.ts';

/**
 * Conventions of all parts: times are ms since the epoch; an environment's integer is its `number`
 * (`environmentNumber`), its `env_…` text is its id (`environmentId`); `null` means "not found". Every write is durable
 * when its promise resolves. Any method throws `Failure('unavailable')` when storage cannot serve it now.
 */
export interface Store extends IngestStore {
  tenants: TenantStore;
  sessions: SessionStore;
  loginLimits: LoginLimitStore;
  members: MemberStore;
  secondFactors: SecondFactorStore;
  encryptedSecrets: EncryptedSecretStore;
  audit: AuditStore;
  privacy: PrivacyStore;
  trust: DeviceTrustStore;
  events: EventReader;
  lists: ListReader;
  sortedLists: SortedListReader;
  links: LinkReader;
  activity: ActivityReader;
  search: SearchReader;
  campaigns: CampaignReader;
  integration: IntegrationReader;
  rollups: RollupStore;
  outcomes: OutcomeStore;
  outcomeBatches: OutcomeBatchStore;
  policies: PolicyStore;
  assessments: AssessmentReader;
  webhooks: WebhookStore;
  alerts: AlertStore;
  rejections: RejectionStore;
  notes: NoteStore;
  assignments: AssignmentStore;
  savedViews: SavedViewStore;
  /** For logs, metrics and `doctor` only: no decision above storage may depend on it. */
  readonly engine: 'sqlite' | 'postgres';
  /**
   * Resolves when storage responds, accepts writes, and was not migrated by a newer program beyond what this one works with; otherwise
   * throws `Failure('unavailable')`.
   */
  ready(): Promise<void>;
  /**
   * Runs the work of a request that has waited `waitedMs` for storage before: where calls have a deadline, those of one request share it.
   * Work that goes on after the deadline learns so from `remainingMs`, and must not write then: a retry would be stored twice.
   * @throws Failure `unavailable` when time is up.
   */
  withinDeadline<T>(waitedMs: number, work: (remainingMs: () => number) => Promise<T>): Promise<T>;
  /**
   * Another number after each moment at which the storage may have become another copy, which lacks the newest commits: what was read
   * before may be void.
   */
  readonly generation: () => number;
  /** How far the clock of this process is ahead of the storage's, ms; negative if it is behind, 0 if they are the same. */
  clockAhead(): Promise<number>;
  /**
   * Rewrites all stored data, so that nothing deleted remains in the files. Requires exclusive use of the database, disk
   * space for a second copy, and time in proportion to its size.
   */
  compact(): Promise<void>;
  /** Waits for operations in progress, then closes. */
  close(): Promise<void>;
}
