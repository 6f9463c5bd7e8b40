// POST and DELETE /v1/devices/{device}/trust: marks a device as trusted, or revokes the trust.
import type { Environment } from '../../records/tenants.ts';
import { announceTrust, type Trace, traced } from '../../webhooks/announce.ts';
import { type AuditActor, newAuditEvent } from '../audit/audit-event.ts';
import type { Context } from '../context.ts';
import { findOwner } from '../tenants/find-owner.ts';
import { type DescribedDevice, readDevice } from './read-device.ts';

/**
 * Idempotent: only an actual change is audited and announced.
 * @throws Failure `forbidden` or `not_found` for the device.
 */
export async function setDeviceTrust(
  context: Context,
  actor: AuditActor,
  environments: readonly Environment[],
  deviceId: string,
  isTrusted: boolean,
  trace: Trace = {},
): Promise<DescribedDevice> {
  const environment = await findOwner(context, environments, 'device', deviceId);
  const auditEvent = newAuditEvent(context, actor, {
    action: isTrusted ? 'device.trusted' : 'device.trust_revoked',
    target: { type: 'device', id: deviceId },
    environmentId: environment.id,
    before: { is_trusted: !isTrusted },
    after: { is_trusted: isTrusted },
  });
  const { at } = auditEvent;
  const subscribers = await context.subscribersOf(environment);
  const announcements = announceTrust({ deviceId, isTrusted, changedAt: at }, subscribers, context.newId, at);
  const deliveries = traced(announcements, trace);
  const writes = { auditEvent, deliveries };
  const changed = await context.store.trust.setTrust(environment.number, deviceId, isTrusted, at, writes);
  if (changed && deliveries.length > 0) context.deliveriesQueued();
  return readDevice(context, environments, deviceId);
}
