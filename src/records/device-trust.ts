// The written contract for device trust: the change, its audit entry and its announcement are kept together or not at all.
import type { Announcement } from '../webhooks/announce.ts';
import type { AuditEvent } from './audit.ts';

export interface DeviceTrustStore {
  /**
   * Returns whether anything changed: a repetition keeps nothing. Of several at once that ask for the same, one changes
   * it. `at` is when, ms.
   */
  setTrust(
    environmentNumber: number,
    deviceId: string,
    isTrusted: boolean,
    at: number,
    kept: { change: AuditEvent; deliveries: readonly Announcement[] },
  ): Promise<boolean>;
}
