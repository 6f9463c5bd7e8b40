// Finds the running service and a key for commands that use HTTP, and sends their requests.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { listeningUrl } from '../compose/service-url.ts';
import type { Config } from '../config/config.ts';
import { SETTINGS } from '../config/settings.ts';
import type { SetupValues } from '../flows/tenants/set-up.ts';
import { DATA_FILES } from '../storage/data-folder.ts';
import { ENVIRONMENT_KINDS, type EnvironmentKind } from '../vocabulary/words.ts';
import { UsageError } from './output.ts';
import { DAMAGED, readStoredRecord } from './stored-record.ts';

export interface ServiceOptions {
  /** `test` or `live`. */
  environment: string;
  key?: string;
  url?: string;
}

/** The arguments of commander's `option` for each of `ServiceOptions`. */
export const SERVICE_OPTIONS = {
  environment: ['--environment <kind>', 'test or live: which key of first-run.json to use', 'test'],
  key: ['--key <key>', 'API key; default: the secret key in DATA_DIR/first-run.json'],
  url: ['--url <url>', 'address of the service; default: from the settings or first-run.json'],
} as const satisfies Record<keyof ServiceOptions, readonly [flags: string, description: string, fallback?: string]>;

/** The address and the key to use. @throws UsageError when no key is known. */
export function findService(config: Config, { environment, key, url }: ServiceOptions): { key: string; url: string } {
  const file = join(config.dataDir, DATA_FILES.firstRun);
  const exists = existsSync(file);
  const stored = exists
    ? readStoredRecord<SetupValues>(
        file,
        ({ environments: { test, live } }) => test !== undefined && live !== undefined,
      )
    : null;
  if (!(ENVIRONMENT_KINDS as readonly string[]).includes(environment)) {
    throw new UsageError('--environment must be test or live; for another environment, use --key');
  }
  const used = key ?? stored?.environments[environment as EnvironmentKind].secret_key;
  if (used === undefined) {
    const reason = exists ? DAMAGED : 'does not exist';
    throw new UsageError(`${file} ${reason}, and keys are stored as digests: use --key`);
  }
  if (url !== undefined && !(/^https?:/i.test(url) && URL.canParse(url))) {
    throw new UsageError('--url must be an address such as http://127.0.0.1:8080');
  }
  const address = url ?? config.publicUrl ?? configuredUrl(config) ?? stored?.base_url ?? listeningUrl(config);
  return { key: used, url: String(address).replace(/\/$/, '') };
}

/**
 * The address that HOST and PORT set, or null: without them, the address of the first start is the better guess. With it first, commands
 * on a service that was moved to another port (`PORT=9000 npm start`) asked the old one.
 */
function configuredUrl(config: Config): string | null {
  const isDefault = config.host === SETTINGS.host.fallback && String(config.port) === SETTINGS.port.fallback;
  return isDefault || config.port === 0 ? null : listeningUrl(config);
}

/** The body of a successful response. @throws Error when there is no response, or with status and detail of an error response. */
export async function requestService<T>(url: string, path: string, init: RequestInit): Promise<{ data: T }> {
  const response = await fetch(`${url}${path}`, init).catch((error: Error) => {
    const cause = (error.cause as Error | undefined)?.message ?? error.message;
    throw new Error(`no answer from ${url} (${cause}): is it running?`);
  });
  const answer = (await response.json().catch(() => null)) as { data?: T; detail?: string } | null;
  if (answer?.data !== undefined) return { data: answer.data };
  // A proxy before the service, or a server that is not Assay.
  const detail = answer?.detail ?? `${url} did not answer as Assay does: is the address right?`;
  throw new Error(`${response.status}: ${detail}`);
}
