// Implements `assay keys create`, `list` and `revoke`.
import type { Command } from 'commander';
import { Option } from 'commander';
import { createKey, listKeys, revokeKey } from '../flows/tenants/manage-keys.ts';
import { KeyDraft, keyBody } from '../http/schemas/control.ts';
import type { Key } from '../records/tenants.ts';
import { KEY_KINDS, type KeyKind } from '../vocabulary/words.ts';
import { checkInput } from './check-input.ts';
import { chooseEnvironment, ENVIRONMENT_OPTION } from './choose-environment.ts';
import { withContext } from './open-context.ts';
import { operator } from './operator.ts';
import { printResult, textTable } from './output.ts';

interface KeyOptions {
  environment?: string;
  kind: KeyKind;
  name: string;
  json?: boolean;
}

export function addKeyCommands(program: Command): void {
  const keys = program.command('keys').description('create, list and revoke the keys of an environment');
  keys
    .command('create')
    .description('create a key and show it once')
    .option(...ENVIRONMENT_OPTION)
    .addOption(
      new Option('--kind <kind>', 'public for browsers, secret for backends').choices(KEY_KINDS).makeOptionMandatory(),
    )
    .option('--name <name>', 'display name', 'created on the command line')
    .option('--json', 'print the result as JSON')
    .action(create);
  keys
    .command('list')
    .description('list keys, including revoked ones')
    .option('--environment <env>', 'id, name, test or live; default: all environments')
    .option('--json', 'print the result as JSON')
    .action(list);
  keys
    .command('revoke')
    .description('revoke a key immediately, in every process')
    .argument('<key>', 'key id, as listed')
    .option('--json', 'print the result as JSON')
    .action(revoke);
}

async function create(options: KeyOptions): Promise<void> {
  const { kind, name = '' } = await checkInput(KeyDraft, { kind: options.kind, name: options.name });
  return withContext('control', async (context) => {
    const environment = await chooseEnvironment(context, options.environment ?? 'test');
    const { key, text } = await createKey(context, operator(environment.organizationId), environment, kind, name);
    printResult(
      { ...listedKey(key), key: text },
      options.json,
      () => `${text}\n(${key.id}; the key is shown only once)`,
    );
  });
}

function list(options: KeyOptions): Promise<void> {
  return withContext('control', async (context) => {
    const environments =
      options.environment === undefined
        ? await context.store.tenants.environments(null)
        : [await chooseEnvironment(context, options.environment)];
    const keys = (await listKeys(context, environments)).map(listedKey);
    printResult({ data: keys }, options.json, () =>
      textTable(
        ['ID', 'ENVIRONMENT', 'KIND', 'ENDS IN', 'NAME', 'LAST USED', 'REVOKED'],
        keys.map((key) => [
          key.id,
          key.environment_id,
          key.kind,
          key.last_four,
          key.name,
          key.last_used_at ?? 'never',
          key.revoked_at ?? '',
        ]),
      ),
    );
  });
}

function revoke(id: string, options: KeyOptions): Promise<void> {
  return withContext('control', async (context) => {
    const environments = await context.store.tenants.environments(null);
    const environmentId = (await context.store.tenants.key(id))?.environmentId;
    const owner = environments.find((environment) => environment.id === environmentId)?.organizationId ?? '';
    await revokeKey(context, operator(owner), environments, id);
    printResult({ id, revoked: true }, options.json, () => `${id} is revoked`);
  });
}

/** Keys of several environments are listed together, so each names its own. */
function listedKey(key: Key) {
  const { id, ...rest } = keyBody(key);
  return { id, environment_id: key.environmentId, ...rest };
}
