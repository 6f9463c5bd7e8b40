// Implements `assay setup`: creates the first organization, or another one.
import { join } from 'node:path';
import type { Command } from 'commander';
import Type from 'typebox';
import { hashPassword } from '../compose/passwords.ts';
import { serviceUrl } from '../compose/service-url.ts';
import { type Config, loadConfig } from '../config/config.ts';
import type { Context } from '../flows/context.ts';
import { verifyEncryptionKeys } from '../flows/tenants/rotate-secrets.ts';
import { planSetup, type SetupValues, setUp } from '../flows/tenants/set-up.ts';
import { EmailSchema } from '../http/schemas/member.ts';
import { closed, nameText } from '../http/schemas/schema.ts';
import { DATA_FILES, missingDatabase } from '../storage/data-folder.ts';
import { TENANT_NAME_MAX } from '../vocabulary/tenant-limits.ts';
import { checkInput } from './check-input.ts';
import { firstRun, ownerOf } from './first-run.ts';
import { withContext } from './open-context.ts';
import { operator } from './operator.ts';
import { printResult, UsageError } from './output.ts';

interface SetupOptions {
  organization?: string;
  email?: string;
  json?: boolean;
}

const NEW_ORGANIZATION = closed({
  organization: Type.Optional(nameText(TENANT_NAME_MAX)),
  email: Type.Optional(EmailSchema),
});
/** Characters of one label of a host. */
const MAX_LABEL_LENGTH = 63;

export function addSetupCommand(program: Command): void {
  program
    .command('setup')
    .description('create an organization with a test and a live environment, keys and an owner, and show them once')
    .option('--organization <name>', 'create another organization with this name')
    .option('--email <email>', 'email of the new owner')
    .option('--json', 'print the result as JSON, as in first-run.json')
    .action(setup);
}

/** A first setup or start that was killed, or found the disk full, leaves a file without tables. */
async function hasNoTables(config: Config): Promise<boolean> {
  if (missingDatabase(config) !== null) return true;
  const { isAssayDatabase } = await import('../storage/backup/sqlite-file.ts');
  return !isAssayDatabase(join(config.dataDir, DATA_FILES.database));
}

/** In an empty database, `--organization` names the first organization; later it creates another one. */
async function setup({ json, ...given }: SetupOptions): Promise<void> {
  // An owner whose email the login does not accept could never log in.
  const { organization, email } = await checkInput(NEW_ORGANIZATION, given);
  const config = loadConfig();
  // On SQLite, a running service owns the database; on PostgreSQL, whether it is empty is known only after connecting.
  const isNew = config.databaseUrl !== null || (await hasNoTables(config));
  const access = organization === undefined || isNew ? 'own' : 'control';
  return withContext(access, async (context) => {
    // Its entries in the audit log are signed with the keys that the service will use.
    await verifyEncryptionKeys(context);
    const baseUrl = serviceUrl(config);
    const configured = ownerOf(config);
    const owner = {
      ...configured,
      name: organization ?? configured.name,
      email: email ?? configured.email,
    };
    const first = await firstRun(context, config.dataDir, baseUrl, owner);
    if (first !== null) return show(first, json);
    if (organization === undefined) {
      throw new UsageError('an organization exists already: use --organization NAME to create another');
    }
    const plan = planSetup(context, {
      name: organization,
      email: email ?? (await freeEmail(context, organization)),
      baseUrl,
    });
    await setUp(context, operator(plan.organization.id), plan, await hashPassword(plan.values.owner.password ?? ''));
    show(plan.values, json);
  });
}

/**
 * The owner's email when none is given: built from the letters and digits of the name that a host may contain.
 * @throws UsageError when a member has it: a second organization with the same name is more likely a repeated command.
 */
async function freeEmail(context: Context, organization: string): Promise<string> {
  const words = organization.toLowerCase().match(/[a-z0-9]+/g) ?? ['organization'];
  const email = `owner@${words.join('-').slice(0, MAX_LABEL_LENGTH).replace(/-$/, '')}.assay.local`;
  if ((await context.store.members.findByEmail(email)).length === 0) return email;
  throw new UsageError(`${email} belongs to another member: name the owner of the new organization with --email`);
}

function show(values: SetupValues, json: boolean | undefined): void {
  printResult(values, json, () => JSON.stringify(values, null, 2));
}
