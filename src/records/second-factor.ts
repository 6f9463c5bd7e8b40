// Storage contract for second factors: a member's encrypted TOTP secret and recovery codes.
import type { AuditEvent } from './audit.ts';

export interface SecondFactor {
  encryptedSecret: string;
  /** Null until the first code confirms that the app has the secret; until then, login does not require the second factor. */
  confirmedAt: number | null;
  /** When the member asked for the secret, ms. */
  createdAt: number;
}

export interface SecondFactorStore {
  find(memberId: string): Promise<SecondFactor | null>;
  /** Stores an unconfirmed secret, replacing another unconfirmed one. Returns false when a confirmed one exists. */
  begin(memberId: string, encryptedSecret: string, at: number): Promise<boolean>;
  /**
   * Turns the second factor on and stores the SHA-256 (hex) of its recovery codes; `step` counts as used. Returns false
   * when there is nothing to confirm, or another secret than `encryptedSecret`, whose code was checked.
   */
  confirm(
    memberId: string,
    encryptedSecret: string,
    at: number,
    step: number,
    codeDigests: readonly string[],
    auditEvent: AuditEvent,
  ): Promise<boolean>;
  /** Marks a TOTP time step as used; false if it or a later one was used before. */
  spendStep(memberId: string, step: number): Promise<boolean>;
  /** Consumes a recovery code; false when there is no such code. */
  spendCode(memberId: string, codeDigest: string, auditEvent: AuditEvent): Promise<boolean>;
  /** Removes the second factor, or only the one with `encryptedSecret`, and its recovery codes; false when there is none. */
  remove(memberId: string, encryptedSecret: string | null, auditEvent: AuditEvent): Promise<boolean>;
}
