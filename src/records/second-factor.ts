// The written contract for second factors: a sealed TOTP secret and recovery codes of a member.
import type { AuditEvent } from './audit.ts';

export interface SecondFactor {
  sealedSecret: string;
  /** Null until a first code proved that the app has the secret; it is not asked for before. */
  confirmedAt: number | null;
}

export interface SecondFactorStore {
  find(userId: string): Promise<SecondFactor | null>;
  /** Keeps a secret to be confirmed, in place of an unconfirmed one. False when a confirmed one stands. */
  begin(userId: string, sealedSecret: string, at: number): Promise<boolean>;
  /** Turns it on with the SHA-256 (hex) of its recovery codes. False when there is nothing to confirm. */
  confirm(
    userId: string,
    at: number,
    step: number,
    codeDigests: readonly string[],
    change: AuditEvent,
  ): Promise<boolean>;
  /** Uses a time step up; false when it, or a later one, was used before. */
  spendStep(userId: string, step: number): Promise<boolean>;
  /** Uses a recovery code up; false when there is none such. */
  spendCode(userId: string, codeDigest: string): Promise<boolean>;
  remove(userId: string, change: AuditEvent): Promise<boolean>;
}
