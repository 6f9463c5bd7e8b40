// assay environments list | create | update
import { type Command, Option } from 'commander';
import { changeEnvironment, createEnvironment } from '../flows/tenants/create-environment.ts';
import { EnvironmentChange, EnvironmentDraft, environmentBody } from '../http/schemas/control.ts';
import type { Environment, EnvironmentSettings } from '../records/tenants.ts';
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
  const environments = program.command('environments').description('list, make and change environments');
  environments
    .command('list')
    .description('list the environments of all organizations')
    .option('--organization <org>', 'those of one organization')
    .option('--json', 'print the result as JSON')
    .action(list);
  environments
    .command('create')
    .description('make an environment with the default policy and no keys')
    .requiredOption('--name <name>', 'what people call it')
    .addOption(new Option('--kind <kind>', 'what its keys say').choices(ENVIRONMENT_KINDS).makeOptionMandatory())
    .option('--organization <org>', 'id of its organization; default: the only one')
    .option('--json', 'print the result as JSON')
    .action(create);
  environments
    .command('update')
    .description('change settings; they count from the next request on, on every process')
    .argument('<environment>', 'an id, or test or live while there is one organization')
    .option('--name <name>', 'what people call it')
    .option('--allowed-origins <origins>', 'pages that may send events, comma separated; an empty text for none listed')
    .addOption(new Option('--public-risk <risk>', 'what a caller with a public key is told').choices(PUBLIC_RISK))
    .option('--retention-days <days>', 'remove raw addresses and client signals after so many days, or "never"')
    .option('--json', 'print the result as JSON')
    .action(update);
}

function list(options: { organization?: string; json?: boolean }): Promise<void> {
  return withContext('control', async (context) => {
    const wanted = options.organization;
    const owner = wanted === undefined ? null : (await chooseOrganization(context, wanted)).id;
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
          row.retention_days === null ? 'never' : `${row.retention_days} days`,
          row.allowed_origins.join(', '),
        ]),
      ),
    );
  });
}

function create({ name, kind, organization, json }: CreateOptions): Promise<void> {
  checkInput(EnvironmentDraft, { name, kind });
  return withContext('control', async (context) => {
    const { id } = await chooseOrganization(context, organization);
    const environment = await createEnvironment(context, operator(id), { name, kind });
    printResult(listed(environment), json, () => `${environment.id} (${kind}, ${name}); make keys with keys create`);
  });
}

function update(wanted: string, { json, ...given }: UpdateOptions): Promise<void> {
  const { name, publicRisk } = given;
  const allowedOrigins = given.allowedOrigins?.split(',').flatMap((origin) => origin.trim() || []);
  const retentionDays = given.retentionDays === undefined ? undefined : daysOf(given.retentionDays);
  const body = { name, allowed_origins: allowedOrigins, public_risk: publicRisk, retention_days: retentionDays };
  const named = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined));
  if (Object.keys(named).length === 0) throw new UsageError('say what is to change; see environments update --help');
  checkInput(EnvironmentChange, named);
  const settings = Object.fromEntries(
    Object.entries({ name, allowedOrigins, publicRisk, retentionDays }).filter(([, value]) => value !== undefined),
  ) as Partial<EnvironmentSettings>;
  return withContext('control', async (context) => {
    const environment = await chooseEnvironment(context, wanted);
    const changed = await changeEnvironment(context, operator(environment.organizationId), environment, settings);
    printResult(listed(changed), json, () => JSON.stringify(listed(changed), null, 2));
  });
}

/** Anything but plain digits stays text, which the shape refuses. */
function daysOf(text: string): number | null | string {
  if (text === 'never') return null;
  return /^\d{1,6}$/.test(text) ? Number(text) : text;
}

function listed(environment: Environment) {
  return { ...environmentBody(environment), organization_id: environment.organizationId };
}
