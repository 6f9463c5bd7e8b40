// Implements `assay setup`: creates the first organization, or another one.
import type { Command } from 'commander';
import { hashPassword } from '../compose/passwords.ts';
import { type Config, loadConfig } from '../config/config.ts';
import { verifyEncryptionKeys } from '../flows/tenants/rotate-secrets.ts';
import { planSetup, type SetupValues, setUp } from '../flows/tenants/set-up.ts';
import { missingDatabase } from '../storage/data-folder.ts';
import { firstRun, ownerOf } from './first-run.ts';
import { withContext } from './open-context.ts';
import { operator } from './operator.ts';
import { printResult, UsageError } from './output.ts';

interface SetupOptions {
  organization?: string;
  email?: string;
  json?: boolean;
}

export function addSetupCommand(program: Command): void {
  program
    .command('setup')
    .description('create an organization with a test and a live environment, keys and an owner, and show them once')
    .option('--organization <name>', 'create another organization with this name')
    .option('--email <email>', 'email of the new owner')
    .option('--json', 'print the result as JSON, as in first-run.json')
    .action(setup);
}

/** In an empty database, `--organization` names the first organization; later it creates another one. */
async function setup({ organization, ...given }: SetupOptions): Promise<void> {
  const options = { ...given, organization: organization?.trim() };
  if (options.organization === '') throw new UsageError('--organization must not be blank');
  const isNew = missingDatabase(loadConfig()) !== null;
  const access = options.organization === undefined || isNew ? 'own' : 'control';
  return withContext(access, async (context, config) => {
    // Its entries in the audit log are signed with the keys that the service will have.
    await verifyEncryptionKeys(context);
    const baseUrl = config.publicUrl ?? listeningUrl(config);
    const configured = ownerOf(config);
    const owner = {
      ...configured,
      name: options.organization ?? configured.name,
      email: options.email ?? configured.email,
    };
    const first = await firstRun(context, config.dataDir, baseUrl, owner);
    if (first !== null) return show(first, options);
    if (options.organization === undefined) {
      throw new UsageError('an organization exists already: use --organization NAME to create another');
    }
    const name = options.organization;
    const email = options.email ?? `owner@${name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}.assay.local`;
    const plan = planSetup(context, { name, email, baseUrl });
    await setUp(context, operator(plan.organization.id), plan, await hashPassword(plan.values.owner.password ?? ''));
    show(plan.values, options);
  });
}

/** The address of a service with this configuration, as reachable from this machine. */
export function listeningUrl({ host, port }: Pick<Config, 'host' | 'port'>): string {
  const allInterfaces = host === '0.0.0.0' || host === '::';
  const name = allInterfaces ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  return `http://${name}:${port}`;
}

function show(values: SetupValues, options: SetupOptions): void {
  printResult(values, options.json, () => JSON.stringify(values, null, 2));
}
