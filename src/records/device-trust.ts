// Storage contract for device trust: the change, its audit entry and its webhook deliveries commit together.
import type { Announcement } from '../webhooks/announce.ts';
import type { AuditEvent } from './audit.ts';

export interface DeviceTrustStore {
  /**
   * Sets or removes trust at `at` (ms). Returns false, and writes nothing, if the device already has that state; exactly one of
   * several concurrent identical calls returns true.
   */
  setTrust(
    environmentNumber: number,
    deviceId: string,
    isTrusted: boolean,
    at: number,
    writes: { auditEvent: AuditEvent; deliveries: readonly Announcement[] },
  ): Promise<boolean>;
}
