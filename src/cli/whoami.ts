// Implements `assay whoami`: which service a key reaches, and which environment it belongs to.
import type { Command } from 'commander';
import { loadConfig } from '../config/config.ts';
import { findService, requestService, SERVICE_OPTIONS, type ServiceOptions } from './find-service.ts';
import { printResult } from './output.ts';

interface OwnKey {
  id: string;
  name: string;
  last_four: string;
  environment: { id: string; kind: string; name: string };
}

export function addWhoamiCommand(program: Command): void {
  program
    .command('whoami')
    .description('show which service is found, and to which environment the key belongs')
    .option(...SERVICE_OPTIONS.environment)
    .option(...SERVICE_OPTIONS.key)
    .option(...SERVICE_OPTIONS.url)
    .option('--json', 'print the result as JSON')
    .action(whoami);
}

async function whoami(options: ServiceOptions & { json?: boolean }): Promise<void> {
  const { key, url } = findService(loadConfig(), options);
  const headers = { authorization: `Bearer ${key}` };
  const { data } = await requestService<OwnKey>(url, '/v1/auth/key', { headers });
  printResult({ url, ...data }, options.json, () => {
    const { kind, name, id } = data.environment;
    return [
      `service      ${url}`,
      `environment  ${name} (${kind})  ${id}`,
      `key          …${data.last_four}  ${data.name}  ${data.id}`,
    ].join('\n');
  });
}
