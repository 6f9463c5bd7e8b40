// POST and DELETE /v1/devices/{device}/trust: a member vouches for a device, or no longer does.
import type { Environment } from '../../records/tenants.ts';
import { announceTrust } from '../../webhooks/announce.ts';
import { type AuditActor, auditEvent } from '../audit/audit-actor.ts';
import type { Context } from '../context.ts';
import { findOwner } from '../tenants/find-owner.ts';
import { type DescribedDevice, readDevice } from './read-device.ts';

/**
 * Makes the device trusted or not. Only a real change is audited and announced; a repetition answers the same device.
 * @throws Failure `forbidden` or `not_found` for the device.
 */
export async function setDeviceTrust(
  context: Context,
  author: AuditActor,
  environments: readonly Environment[],
  deviceId: string,
  isTrusted: boolean,
): Promise<DescribedDevice> {
  const environment = await findOwner(context, environments, 'device', deviceId);
  const change = auditEvent(context, author, {
    action: isTrusted ? 'device.trusted' : 'device.trust_revoked',
    target: { type: 'device', id: deviceId },
    environmentId: environment.id,
    before: { is_trusted: !isTrusted },
    after: { is_trusted: isTrusted },
  });
  const facts = { deviceId, isTrusted, changedAt: change.at };
  const subscribers = await context.subscribersOf(environment);
  const deliveries = announceTrust(facts, subscribers, context.newId, change.at);
  const kept = { change, deliveries };
  const changed = await context.store.trust.setTrust(environment.number, deviceId, isTrusted, change.at, kept);
  if (changed && deliveries.length > 0) context.deliveriesQueued();
  return readDevice(context, environments, deviceId);
}
