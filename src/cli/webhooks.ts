// Implements `assay webhooks create` and `list`, and groups them with `webhooks listen`.
import type { Command } from 'commander';
import type { Context } from '../flows/context.ts';
import { verifyEncryptionKeys } from '../flows/tenants/rotate-secrets.ts';
import { createEndpoint, MAX_ENDPOINTS } from '../flows/webhooks/create-endpoint.ts';
import { listEndpoints } from '../flows/webhooks/list-endpoints.ts';
import { closed } from '../http/schemas/schema.ts';
import { EndpointBody, endpointBody } from '../http/schemas/webhook.ts';
import { SUBSCRIBABLE_TYPES, type SubscribableType } from '../vocabulary/words.ts';
import { parseTarget } from '../webhooks/target.ts';
import { checkInput } from './check-input.ts';
import { chooseEnvironment, ENVIRONMENT_OPTION } from './choose-environment.ts';
import { withContext } from './open-context.ts';
import { operator } from './operator.ts';
import { printResult, textTable, UsageError } from './output.ts';
import { addListenCommand } from './webhooks-listen.ts';

interface CreateOptions {
  environment: string;
  types: string;
  description: string;
  json?: boolean;
}

const DESCRIPTION = closed({ description: EndpointBody.properties.description });

export function addWebhookCommands(program: Command): void {
  const webhooks = program
    .command('webhooks')
    .description('create and list webhook endpoints, and try webhooks on this machine');
  webhooks
    .command('create')
    .description('create an endpoint and print its secret once')
    .argument('<url>', 'where deliveries are sent')
    .option(...ENVIRONMENT_OPTION)
    .option(
      '--types <types>',
      'webhook types, separated by commas; * means all, including those of later versions',
      '*',
    )
    .option('--description <text>', 'shown in the dashboard', '')
    .option('--json', 'print the result as JSON')
    .action(create);
  webhooks
    .command('list')
    .description('list endpoints with the times of their last success and failure')
    .option('--environment <env>', 'id, name, test or live; default: all environments')
    .option('--json', 'print the result as JSON')
    .action(list);
  addListenCommand(webhooks);
}

async function create(url: string, options: CreateOptions): Promise<void> {
  const eventTypes = typesOf(options.types);
  await checkInput(DESCRIPTION, { description: options.description });
  return withContext('control', async (context) => {
    requireWellFormed(url, context);
    const environment = await chooseEnvironment(context, options.environment);
    // The command reads keys from its own data folder, which must match the service's.
    await verifyEncryptionKeys(context);
    const draft = { url, description: options.description, eventTypes, status: 'active' } as const;
    const { endpoint, secret } = await createEndpoint(
      context,
      operator(environment.organizationId),
      environment,
      draft,
    );
    const { id } = endpoint;
    const result = { id, url: endpoint.url, event_types: endpoint.eventTypes, environment_id: environment.id, secret };
    printResult(result, options.json, () => `${id}  ${endpoint.url}\nsecret ${secret}`);
  });
}

function list({ environment, json }: { environment?: string; json?: boolean }): Promise<void> {
  return withContext('control', async (context) => {
    const environments =
      environment === undefined
        ? await context.store.tenants.environments(null)
        : [await chooseEnvironment(context, environment)];
    const endpoints: (ReturnType<typeof endpointBody> & { environment_id: string })[] = [];
    for (const one of environments) {
      const found = await listEndpoints(context, one, { from: null, limit: MAX_ENDPOINTS });
      endpoints.push(...found.map((endpoint) => ({ ...endpointBody(endpoint), environment_id: one.id })));
    }
    printResult({ data: endpoints }, json, () =>
      textTable(
        ['ID', 'ENVIRONMENT', 'URL', 'STATUS', 'TYPES', 'LAST SUCCESS', 'LAST FAILURE', 'FAILURES SINCE'],
        endpoints.map((endpoint) => [
          endpoint.id,
          endpoint.environment_id,
          endpoint.url,
          endpoint.status,
          endpoint.event_types.join(','),
          endpoint.last_success_at ?? 'never',
          endpoint.last_failure_at ?? 'never',
          String(endpoint.consecutive_failures),
        ]),
      ),
    );
  });
}

/** @throws UsageError for a URL that no configuration accepts; the endpoint's creation checks whether its address is allowed. */
function requireWellFormed(url: string, { webhooks }: Context): void {
  const target = parseTarget(url, webhooks.targetRules);
  if ('code' in target && target.code !== 'forbidden_address') throw new UsageError(`URL: ${target.detail}.`);
}

function typesOf(list: string): SubscribableType[] {
  const types = list.split(',').map((text) => {
    const type = SUBSCRIBABLE_TYPES.find((known) => known === text.trim());
    if (type === undefined) throw new UsageError(`--types: "${text.trim()}" is not a webhook type`);
    return type;
  });
  const repeated = types.find((type, index) => types.indexOf(type) !== index);
  if (repeated !== undefined) throw new UsageError(`--types: "${repeated}" is repeated`);
  if (types.length > 1 && types.includes('*')) {
    throw new UsageError('--types: "*" means every type and must be the only one');
  }
  return types;
}
