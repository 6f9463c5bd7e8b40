// Implements `assay devices trust` and `assay devices untrust`.
import type { Command } from 'commander';
import { setDeviceTrust } from '../flows/devices/trust-device.ts';
import { findOwner } from '../flows/tenants/find-owner.ts';
import { deviceBody } from '../http/schemas/device.ts';
import { withContext } from './open-context.ts';
import { operator } from './operator.ts';
import { printResult } from './output.ts';

export function addDeviceCommands(program: Command): void {
  const devices = program.command('devices').description('mark devices as trusted or not trusted');
  for (const [name, isTrusted, description] of [
    ['trust', true, 'mark a device as trusted; has no effect if it already is'],
    ['untrust', false, 'revoke the trust of a device; has no effect if it is not trusted'],
  ] as const) {
    devices
      .command(name)
      .description(description)
      .argument('<device>', 'device id (dev_…)')
      .option('--json', 'print the result as JSON')
      .action((id: string, options: { json?: boolean }) => setTrust(id, isTrusted, options.json));
  }
}

function setTrust(id: string, isTrusted: boolean, json: boolean | undefined): Promise<void> {
  return withContext('control', async (context) => {
    const environments = await context.store.tenants.environments(null);
    const environment = await findOwner(context, environments, 'device', id);
    const device = await setDeviceTrust(context, operator(environment.organizationId), [environment], id, isTrusted);
    printResult(deviceBody(device), json, () => `${id} (${device.summary}) is ${isTrusted ? '' : 'not '}trusted`);
  });
}
