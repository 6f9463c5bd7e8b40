// The written contract for what is taken out of kept events: an account's identifiers.
import type { AuditEvent } from './audit.ts';

/** What an erasure took out. */
export interface ErasureReport {
  /** Events that no longer name the account, an address or client signals. */
  erasedEvents: number;
  /** Devices that only this account had used: their ids, profile and keys are gone. */
  erasedDevices: number;
}

export interface PrivacyStore {
  /**
   * Takes the account out in one transaction, with its audit entry. `replacement` stands where its key stood: counts of
   * accounts stay as they were. Null when the account was never seen.
   */
  eraseAccount(
    environmentNumber: number,
    accountKey: string,
    replacement: string,
    describe: (report: ErasureReport) => AuditEvent,
  ): Promise<ErasureReport | null>;
  /**
   * Removes raw addresses and client signals of up to `limit` events that came before `before` (ms), oldest first, and
   * goes on from there the next time. Returns how many events it went over; fewer than `limit` at the end.
   */
  forgetBefore(environmentNumber: number, before: number, limit: number): Promise<number>;
  /** Removes client signals that no event of the environment names any more. */
  dropUnusedSignals(environmentNumber: number): Promise<void>;
}
