// Implements `assay environments list`, `create` and `update`.
import { type Command, Option } from 'commander';
import { changeEnvironment, createEnvironment } from '../flows/tenants/manage-environments.ts';
import { EnvironmentChange, EnvironmentDraft, environmentBody } from '../http/schemas/control.ts';
import type { Environment, EnvironmentSettings } from '../records/tenants.ts';
import { formatCount } from '../vocabulary/format-count.ts';
import { ENVIRONMENT_KINDS, type EnvironmentKind, PUBLIC_RISK, type PublicRisk } from '../vocabulary/words.ts';
import { checkInput } from './check-input.ts';
import { chooseEnvironment, chooseOrganization } from './choose-environment.ts';
import { withContext } from './open-context.ts';
import { operator } from './operator.ts';
import { printResult, textTable, UsageError } from './output.ts';

interface CreateOptions {
  name: string;
  kind: EnvironmentKind;
  organization?: string;
  json?: boolean;
}

interface UpdateOptions {
  name?: string;
  allowedOrigins?: string;
  publicRisk?: PublicRisk;
  retentionDays?: string;
  json?: boolean;
}

export function addEnvironmentCommands(program: Command): void {
  const environments = program.command('environments').description('list, create and change environments');
  environments
    .command('list')
    .description('list the environments of all organizations')
    .option('--organization <org>', 'only the environments of this organization')
    .option('--json', 'print the result as JSON')
    .action(list);
  environments
    .command('create')
    .description('create an environment with the default policy and no keys')
    .requiredOption('--name <name>', 'display name')
    .addOption(
      new Option('--kind <kind>', 'kind of the environment and its keys')
        .choices(ENVIRONMENT_KINDS)
        .makeOptionMandatory(),
    )
    .option('--organization <org>', 'organization id; optional if there is only one')
    .option('--json', 'print the result as JSON')
    .action(create);
  environments
    .command('update')
    .description('change settings; they apply from the next request, in every process')
    .argument('<environment>', 'id, name, test or live')
    .option('--name <name>', 'display name')
    .option('--allowed-origins <origins>', 'comma-separated origins that may send events; empty removes the list')
    .addOption(
      new Option('--public-risk <risk>', 'risk details returned to callers with a public key').choices(PUBLIC_RISK),
    )
    .option('--retention-days <days>', 'days after which raw addresses and client signals are removed, or "never"')
    .option('--json', 'print the result as JSON')
    .action(update);
}

function list(options: { organization?: string; json?: boolean }): Promise<void> {
  return withContext('control', async (context) => {
    const requested = options.organization;
    const owner = requested === undefined ? null : (await chooseOrganization(context, requested)).id;
    const rows = (await context.store.tenants.environments(owner)).map(listed);
    printResult({ data: rows }, options.json, () =>
      textTable(
        ['ID', 'ORGANIZATION', 'KIND', 'NAME', 'PUBLIC RISK', 'RETENTION', 'ORIGINS'],
        rows.map((row) => [
          row.id,
          row.organization_id,
          row.kind,
          row.name,
          row.public_risk,
          row.retention_days === null ? 'never' : formatCount(row.retention_days, 'day'),
          row.allowed_origins.join(', '),
        ]),
      ),
    );
  });
}

async function create({ organization, json, ...given }: CreateOptions): Promise<void> {
  const { name, kind } = await checkInput(EnvironmentDraft, { name: given.name, kind: given.kind });
  return withContext('control', async (context) => {
    const { id } = await chooseOrganization(context, organization);
    const environment = await createEnvironment(context, operator(id), { name, kind });
    printResult(
      listed(environment),
      json,
      () => `${environment.id} (${kind}, ${name}); use \`keys create\` to create keys`,
    );
  });
}

async function update(requested: string, { json, ...given }: UpdateOptions): Promise<void> {
  const { publicRisk } = given;
  const allowedOrigins = given.allowedOrigins?.split(',').flatMap((origin) => origin.trim() || []);
  const retentionDays = given.retentionDays === undefined ? undefined : daysOf(given.retentionDays);
  const body = {
    name: given.name,
    allowed_origins: allowedOrigins,
    public_risk: publicRisk,
    retention_days: retentionDays,
  };
  const changes = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined));
  if (Object.keys(changes).length === 0) {
    throw new UsageError('give at least one setting to change; see environments update --help');
  }
  const { name } = await checkInput(EnvironmentChange, changes);
  const settings = Object.fromEntries(
    Object.entries({ name, allowedOrigins, publicRisk, retentionDays }).filter(([, value]) => value !== undefined),
  ) as Partial<EnvironmentSettings>;
  return withContext('control', async (context) => {
    const environment = await chooseEnvironment(context, requested, 'environment');
    const changed = await changeEnvironment(context, operator(environment.organizationId), environment, settings);
    printResult(listed(changed), json, () => JSON.stringify(listed(changed), null, 2));
  });
}

/** Anything but an integer stays text, which the schema rejects; the schema also names the range for a negative number. */
function daysOf(text: string): number | null | string {
  if (text === 'never') return null;
  return /^-?\d{1,6}$/.test(text) ? Number(text) : text;
}

function listed(environment: Environment) {
  return { ...environmentBody(environment), organization_id: environment.organizationId };
}
