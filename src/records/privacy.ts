// Storage contract for privacy: erasing an account and pruning old addresses and client signals.
import type { AuditEvent } from './audit.ts';

/** What an erasure removed. */
export interface ErasureReport {
  /** Events that no longer name the account, an address or client signals. */
  erasedEvents: number;
  /** Devices that no other account had used, except erased ones: their ids, profile and keys were removed. */
  erasedDevices: number;
}

/** What one step of retention did; at the end, it passes fewer events than it may. */
export interface ForgottenEvents {
  passed: number;
  /** Those that had a raw address or client signals. */
  cleaned: number;
}

/** Counts of failures before `before` (ms), except those that an import reads which has saved a line after `importing`. */
export interface OldFailures {
  now: number;
  before: number;
  importing: number;
}

export interface PrivacyStore {
  /**
   * Erases the account in one transaction, with its audit entry. `replacement` takes the place of the account key, so
   * counts of accounts stay the same. Returns null when the account was never seen.
   */
  eraseAccount(
    environmentNumber: number,
    accountKey: string,
    replacement: string,
    describe: (report: ErasureReport) => AuditEvent,
  ): Promise<ErasureReport | null>;
  /**
   * Lets `forgetBefore` start again at the oldest event imported since the last call, and at the beginning if it has gone through events
   * later than `now` (ms), which a clock that was ahead had dated.
   */
  returnToMissed(environmentNumber: number, now: number): Promise<void>;
  /**
   * Removes raw addresses and client signals from up to `limit` events received before `before` (ms), oldest first,
   * and continues there on the next call.
   */
  forgetBefore(environmentNumber: number, before: number, limit: number): Promise<ForgottenEvents>;
  /**
   * Deletes up to `limit` idempotency keys that were last used before `before` (ms), with their responses, oldest first. Returns how many it
   * found; fewer than `limit` at the end.
   */
  forgetResponses(environmentNumber: number, before: number, limit: number): Promise<number>;
  /** Deletes about `limit` counts of failures that no event reads any more, oldest first. Returns how many; none at the end. */
  forgetFailures(environmentNumber: number, old: OldFailures, limit: number): Promise<number>;
  /**
   * Deletes the client signals that erasures and `forgetBefore` have removed from events and that no other event references. Returns soon
   * after `stopping` aborts; the next call continues.
   */
  dropUnusedSignals(environmentNumber: number, stopping?: AbortSignal): Promise<void>;
}
