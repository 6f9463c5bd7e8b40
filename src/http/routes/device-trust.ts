// POST and DELETE /v1/devices/{device}/trust: dashboard sessions alone.
import Type from 'typebox';
import { setDeviceTrust } from '../../flows/devices/trust-device.ts';
import { auditActorOf } from '../auth/audit-actor.ts';
import { DeviceSchema, deviceBody } from '../schemas/device.ts';
import { closed, named } from '../schemas/schema.ts';
import { type Route, route } from '../server/route-table.ts';
import type { Services } from '../server/services.ts';

const DevicePath = closed({ device: Type.String({ description: 'Device id, prefix dev_.' }) });

export function deviceTrustRoutes(services: Services): Route[] {
  return [trustRoute(services, true), trustRoute(services, false)];
}

function trustRoute(services: Services, isTrusted: boolean): Route {
  return route({
    method: isTrusted ? 'POST' : 'DELETE',
    path: '/v1/devices/{device}/trust',
    operationId: isTrusted ? 'trustDevice' : 'revokeDeviceTrust',
    tag: 'Devices',
    summary: isTrusted ? 'Mark a device as trusted' : 'Take trust from a device again',
    description: 'A repetition changes nothing; only a real change is audited and announced.',
    credentials: ['session'],
    permission: 'trust_device',
    params: DevicePath,
    responses: { 200: { description: 'The device as it is now.', body: closed({ data: named(DeviceSchema) }) } },
    handler: async (ask) => {
      const { caller, params } = ask;
      const author = auditActorOf(services, ask);
      const device = await setDeviceTrust(services.context, author, caller.environments, params.device, isTrusted);
      return { status: 200, body: { data: deviceBody(device) } };
    },
  });
}
