// assay doctor: looks at everything a start needs, changes nothing, and says in one line each what is wrong and what to do.
import { existsSync, statfsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { loadEncryptionKeys } from '../compose/encryption-keys.ts';
import { type Config, isLoopback, loadConfig } from '../config/config.ts';
import type { Context } from '../flows/context.ts';
import { checkProof } from '../flows/tenants/rotate-secrets.ts';
import { DAY, isoTime } from '../vocabulary/clock.ts';
import { withContext } from './open-context.ts';
import { EXIT, explain, printResult, textTable } from './output.ts';

export interface Check {
  name: string;
  status: 'ok' | 'warning' | 'failed';
  detail: string;
}

/** Below this much room a busy service may come to a stop within hours. */
const LITTLE_ROOM = 2 * 1024 ** 3;
/** Nobody can have a right clock before this program was written. */
const PROGRAM_WRITTEN = Date.UTC(2026, 0, 1);

export function addDoctorCommand(program: Command): void {
  program
    .command('doctor')
    .description('check configuration, storage, disk, file permissions and clock; exits with 1 when a check fails')
    .option('--verify-audit', 'compute the hash chain of every audit trail again')
    .option('--json', 'print the result as JSON')
    .action(async (options: { json?: boolean; verifyAudit?: boolean }) => {
      const checks = await examine();
      if (options.verifyAudit === true) checks.push(...(await auditChecks()));
      if (checks.some(({ status }) => status === 'failed')) process.exitCode = EXIT.failed;
      printResult({ checks }, options.json, () =>
        textTable(
          ['CHECK', 'STATUS', 'DETAIL'],
          checks.map(({ name, status, detail }) => [name, status, detail]),
        ),
      );
    });
}

/** One check for each organization; an edited, missing or cut-off entry fails it. */
async function auditChecks(): Promise<Check[]> {
  try {
    return await withContext('control', async ({ store }) => {
      const checks: Check[] = [];
      for (const { id } of await store.tenants.organizations()) {
        const { entries, broken } = await store.audit.verify(id);
        const detail =
          broken === null
            ? `${id}: ${entries} entries, the chain holds`
            : `${id}: entry ${broken.sequence} is ${broken.why}; compare with a backup`;
        checks.push({ name: 'audit', status: broken === null ? 'ok' : 'failed', detail });
      }
      return checks;
    });
  } catch (error) {
    return [{ name: 'audit', status: 'failed', detail: explain(error).message.replaceAll('\n', ' ') }];
  }
}

async function examine(): Promise<Check[]> {
  let config: Config;
  try {
    config = loadConfig();
  } catch (error) {
    return [{ name: 'configuration', status: 'failed', detail: explain(error).message.replaceAll('\n', ' ') }];
  }
  const outside = isLoopback(config.host) ? 'this machine alone' : 'other machines: put TLS in front of it';
  return [
    { name: 'configuration', status: 'ok', detail: `listens on ${config.host}:${config.port}, for ${outside}` },
    ...(await storageChecks(config)),
    diskCheck(config.dataDir),
    ...permissionChecks(config.dataDir),
    proxyCheck(config),
  ];
}

async function storageChecks(config: Config): Promise<Check[]> {
  // Looking must not make a database: an empty folder is what a first start finds.
  if (config.databaseUrl === null && !existsSync(join(config.dataDir, 'assay.db'))) {
    return [
      { name: 'storage', status: 'warning', detail: `${config.dataDir} has no database yet: the first start makes it` },
    ];
  }
  try {
    return await withContext('control', async (context) => {
      await context.store.ready();
      const schema: Check = {
        name: 'storage',
        status: 'ok',
        detail: `${context.store.engine} answers, its schema is current`,
      };
      return [schema, await keyCheck(context, config), await clockCheck(context)];
    });
  } catch (error) {
    return [{ name: 'storage', status: 'failed', detail: explain(error).message }];
  }
}

/** Whether this configuration can open what the service has sealed. Looking must not make a key file. */
async function keyCheck({ store }: Context, config: Config): Promise<Check> {
  const proof = await store.encryptedSecrets.keyProof();
  if (proof === null) return { name: 'secrets', status: 'ok', detail: 'nothing is sealed yet' };
  if (config.encryptionKeys === null && !existsSync(join(config.dataDir, 'encryption-keys'))) {
    const detail = `${config.dataDir}/encryption-keys is missing: restore it, or set ASSAY_ENCRYPTION_KEYS`;
    return { name: 'secrets', status: 'failed', detail };
  }
  try {
    checkProof(proof, loadEncryptionKeys(config));
    return { name: 'secrets', status: 'ok', detail: 'the encryption keys are those of the database' };
  } catch (error) {
    return { name: 'secrets', status: 'failed', detail: explain(error).message };
  }
}

/** What is kept bears times: if they lie ahead, the clock has been turned back. */
async function clockCheck(context: Context): Promise<Check> {
  const now = context.clock();
  const made = (await context.store.tenants.organizations()).map(({ createdAt }) => createdAt);
  const latest = Math.max(PROGRAM_WRITTEN, ...made);
  if (now < latest - DAY) {
    const detail = `it is ${isoTime(now)} here, but ${isoTime(latest)} has been already: set the clock`;
    return { name: 'clock', status: 'failed', detail };
  }
  return { name: 'clock', status: 'ok', detail: isoTime(now) };
}

function diskCheck(dataDir: string): Check {
  if (!existsSync(dataDir)) return { name: 'disk', status: 'ok', detail: `${dataDir} will be made` };
  const { bavail, bsize } = statfsSync(dataDir);
  const room = bavail * bsize;
  const detail = `${(room / 1024 ** 3).toFixed(1)} GiB free in ${dataDir}`;
  return room < LITTLE_ROOM
    ? { name: 'disk', status: 'warning', detail: `${detail}: a full disk refuses every event` }
    : { name: 'disk', status: 'ok', detail };
}

/** Keys and personal data lie here: nobody else on the machine may read them. A closed folder closes what is in it. */
function permissionChecks(dataDir: string): Check[] {
  const open = ['.', 'assay.db', 'first-run.json', 'encryption-keys']
    .map((name) => join(dataDir, name))
    .filter((path) => existsSync(path) && (statSync(path).mode & 0o077) !== 0);
  if (!open.includes(dataDir) || open.length === 0) {
    return [{ name: 'permissions', status: 'ok', detail: `${dataDir} is closed to others` }];
  }
  return open.map((path) => {
    const mode = (statSync(path).mode & 0o777).toString(8).padStart(4, '0');
    const detail = `${path} has mode ${mode}, others can reach it: run chmod go= ${path}`;
    return { name: 'permissions', status: 'warning', detail };
  });
}

/** With a proxy in front and none trusted, every client has the proxy's address and all its customers look like one. */
function proxyCheck(config: Config): Check {
  const trusted = config.trustedProxies.join(', ');
  return {
    name: 'proxies',
    status: 'ok',
    detail:
      trusted === ''
        ? 'none is trusted: clients connect directly, or their backend names their address'
        : `X-Forwarded-For is believed from ${trusted}`,
  };
}
