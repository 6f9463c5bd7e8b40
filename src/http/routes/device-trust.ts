// POST and DELETE /v1/devices/{device}/trust: only with a dashboard session.
import { setDeviceTrust } from '../../flows/devices/trust-device.ts';
import { auditActorOf } from '../auth/audit-actor.ts';
import { DeviceSchema, deviceBody } from '../schemas/device.ts';
import { DevicePath } from '../schemas/paths.ts';
import { dataOf, named } from '../schemas/schema.ts';
import { type Route, route } from '../server/route-table.ts';
import type { Services } from '../server/services.ts';
import { traceOf } from '../server/trace-context.ts';

export function deviceTrustRoutes(services: Services): Route[] {
  return [trustRoute(services, true), trustRoute(services, false)];
}

function trustRoute(services: Services, isTrusted: boolean): Route {
  return route({
    method: isTrusted ? 'POST' : 'DELETE',
    path: '/v1/devices/{device}/trust',
    operationId: isTrusted ? 'trustDevice' : 'revokeDeviceTrust',
    tag: 'Devices',
    summary: isTrusted ? 'Mark a device as trusted' : 'Revoke the trust of a device',
    description: 'Idempotent: only an actual change is audited and announced.',
    credentials: ['session'],
    permission: 'trust_device',
    params: DevicePath,
    responses: { 200: { description: 'The device after the request.', body: dataOf(named(DeviceSchema)) } },
    handler: async (request) => {
      const { caller, params, http } = request;
      const actor = auditActorOf(services, request);
      const trace = traceOf(http);
      const device = await setDeviceTrust(
        services.context,
        actor,
        caller.environments,
        params.device,
        isTrusted,
        trace,
      );
      return { status: 200, body: { data: deviceBody(device) } };
    },
  });
}
