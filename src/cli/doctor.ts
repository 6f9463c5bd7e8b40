// Implements `assay doctor`: checks what the service needs to start, without changes, and explains how to fix each problem.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { loadEncryptionKeys } from '../compose/encryption-keys.ts';
import { type Config, ConfigError, isLoopback, loadConfig } from '../config/config.ts';
import type { Context } from '../flows/context.ts';
import { verifyKeyProof } from '../flows/tenants/rotate-secrets.ts';
import { DATA_FILES, MissingDatabase, missingDatabase } from '../storage/data-folder.ts';
import { auditChecks } from './audit-checks.ts';
import { adviceChecks, type Check } from './doctor-advice.ts';
import { clockCheck } from './doctor-clock.ts';
import { diskCheck } from './doctor-disk.ts';
import { permissionChecks, unreadableFolder, unwritableFolder } from './doctor-folder.ts';
import { serverChecks } from './doctor-server.ts';
import { withContext } from './open-context.ts';
import { EXIT, explain, printResult, textTable } from './output.ts';
import { retentionCheck } from './retention-check.ts';

export function addDoctorCommand(program: Command): void {
  program
    .command('doctor')
    .description('check configuration, storage, disk, file permissions and clock; exits with 1 when a check fails')
    .option('--verify-audit', 'also recompute the hash chain of every audit log, and check the signature of its head')
    .option(
      '--audit-head <sequence:hash...>',
      'also check that the log contains these entries, which audit head printed',
    )
    .option('--json', 'print the result as JSON')
    .action(async (options: { json?: boolean; verifyAudit?: boolean; auditHead?: string[] }) => {
      const checks = await runChecks();
      if (options.verifyAudit === true || options.auditHead !== undefined) {
        checks.push(...(await auditChecks(options.auditHead ?? [])));
      }
      if (checks.some(({ status }) => status === 'failed')) process.exitCode = EXIT.failed;
      printResult({ checks }, options.json, () =>
        textTable(
          ['CHECK', 'STATUS', 'DETAIL'],
          checks.map(({ name, status, detail }) => [name, status, detail]),
        ),
      );
    });
}

async function runChecks(): Promise<Check[]> {
  let config: Config;
  try {
    config = loadConfig();
  } catch (error) {
    const problems = error instanceof ConfigError ? error.problems : [explain(error).message];
    return problems.map((detail) => ({ name: 'configuration', status: 'failed', detail }));
  }
  const reach = isLoopback(config.host)
    ? 'reachable from this machine only'
    : 'reachable from other machines: put TLS in front of it';
  // With PostgreSQL, the service may run with a read-only folder, or with none.
  const unusable =
    unreadableFolder(config.dataDir) ?? (config.databaseUrl === null ? unwritableFolder(config.dataDir) : null);
  const folderChecks =
    unusable === null
      ? [...(await storageChecks(config)), await diskCheck(config.dataDir), ...permissionChecks(config.dataDir)]
      : [unusable];
  return [
    {
      name: 'configuration',
      status: 'ok',
      // A service that was started with other settings, such as another PORT, does not.
      detail: `with these settings, the service listens on ${config.host}:${config.port}, ${reach}`,
    },
    ...folderChecks,
    proxyCheck(config),
  ];
}

async function storageChecks(config: Config): Promise<Check[]> {
  // The check must not create a database: before the first start, the folder is empty.
  const missing = missingDatabase(config);
  if (missing !== null) return [await missingCheck(missing, config)];
  try {
    return await withContext('control', async (context) => {
      await context.store.ready();
      const schema: Check = {
        name: 'storage',
        status: 'ok',
        detail: `${context.store.engine} responds, and its schema is current`,
      };
      const clock = await clockCheck(context);
      const advice = await adviceChecks(context, config);
      return [
        schema,
        ...(await serverChecks(config)),
        await keyCheck(context, config),
        clock,
        await retentionCheck(context),
        ...advice,
      ];
    });
  } catch (error) {
    // An empty PostgreSQL database is no problem before the first start, which creates the tables; the check must not create them.
    const status = error instanceof MissingDatabase ? 'warning' : 'failed';
    return [{ name: 'storage', status, detail: explain(error).message }];
  }
}

/** The missing database's log shows that there was one: see `requireOwnLog`. */
async function missingCheck(path: string, { dataDir }: Config): Promise<Check> {
  const { requireOwnLog } = await import('../storage/sqlite/file-checks.ts');
  try {
    requireOwnLog(path);
  } catch (error) {
    return { name: 'storage', status: 'failed', detail: explain(error).message };
  }
  return { name: 'storage', status: 'warning', detail: `${dataDir} has no database yet: the first start creates it` };
}

/** Whether this configuration can decrypt the stored secrets. The check must not create a key file. */
async function keyCheck({ store }: Context, config: Config): Promise<Check> {
  const proof = await store.encryptedSecrets.keyProof();
  if (proof === null) return { name: 'secrets', status: 'ok', detail: 'no secret is stored yet' };
  if (config.encryptionKeys === null && !existsSync(join(config.dataDir, DATA_FILES.encryptionKeys))) {
    const detail = `${config.dataDir}/encryption-keys is missing: restore it, or set ASSAY_ENCRYPTION_KEYS`;
    return { name: 'secrets', status: 'failed', detail };
  }
  try {
    verifyKeyProof(proof, loadEncryptionKeys(config));
    return { name: 'secrets', status: 'ok', detail: 'the encryption keys match the database' };
  } catch (error) {
    return { name: 'secrets', status: 'failed', detail: explain(error).message };
  }
}

/** Behind a proxy that is not trusted, every client appears with the proxy's address. */
function proxyCheck(config: Config): Check {
  const trusted = config.trustedProxies.join(', ');
  return {
    name: 'proxies',
    status: 'ok',
    detail:
      trusted === ''
        ? 'no proxy is trusted: clients must connect directly, or a backend must send their addresses'
        : `X-Forwarded-For is trusted from ${trusted}`,
  };
}
