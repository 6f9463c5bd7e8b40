// Stores device trust, for both engines.
import type { DeviceTrustStore } from '../../records/device-trust.ts';
import type { Engine } from '../engine.ts';
import { update } from '../sql.ts';
import { appendAuditEvent } from '../tenants/append-audit-event.ts';
import { insertDeliveries } from '../webhooks/insert-deliveries.ts';

/** Tests the current state under the row's lock: the second of two concurrent calls changes nothing. */
const SET_TRUST = update('devices')`SET is_trusted = ?, trusted_at = ?
  WHERE environment_id = ? AND id = ? AND is_trusted <> ?`;

export function deviceTrustStore(engine: Engine): DeviceTrustStore {
  return {
    setTrust: (environmentNumber, deviceId, isTrusted, at, { auditEvent, deliveries }) =>
      engine.write(async (querier) => {
        const flag = isTrusted ? 1 : 0;
        const trustedAt = isTrusted ? at : null;
        if ((await querier.run(SET_TRUST, flag, trustedAt, environmentNumber, deviceId, flag)) === 0) return false;
        await insertDeliveries(querier, environmentNumber, deliveries, at);
        await appendAuditEvent(querier, auditEvent);
        return true;
      }),
  };
}
