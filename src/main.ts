// Starts the service: configuration, storage, context, first run, HTTP server and jobs. Stops it gracefully on a signal.
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { firstRun, firstRunMessage, ownerOf } from './cli/first-run.ts';
import { startAlertJob } from './compose/alert-job.ts';
import { giveOutAuditHeads } from './compose/audit-heads.ts';
import { startClockJob } from './compose/clock-job.ts';
import { composeContext } from './compose/context.ts';
import { derivedKey, discardRejectedKeys, loadEncryptionKeys } from './compose/encryption-keys.ts';
import { type Job, startHourlyJob } from './compose/hourly-job.ts';
import { countDroppedLines, type LogOutput, printIfPossible } from './compose/log-output.ts';
import { createLogger, isForPeople } from './compose/logger.ts';
import { connectionsWithin, openFileLimit } from './compose/open-files.ts';
import { startRollupJob } from './compose/rollup-job.ts';
import { serviceUrl } from './compose/service-url.ts';
import { setOwnAddress } from './compose/webhook-settings.ts';
import { composeWebhooks, type WebhookService } from './compose/webhooks.ts';
import { type Config, ConfigError, loadConfig } from './config/config.ts';
import { queueMetrics } from './delivery/metrics.ts';
import { applyRetention } from './flows/privacy/apply-retention.ts';
import { reencryptSecrets } from './flows/tenants/rotate-secrets.ts';
import { buildServer } from './http/server/build-server.ts';
import { Metrics } from './http/server/metrics.ts';
import { DEFAULT_SERVER_OPTIONS, perDay, type ServerOptions } from './http/server/options.ts';
import { Readiness } from './http/server/readiness.ts';
import type { Store } from './records/store.ts';
import { WrongDatabase } from './storage/data-folder.ts';
import { openStore } from './storage/open.ts';
import { VERSION } from './version.ts';
import { SECOND } from './vocabulary/clock.ts';

/**
 * How much the heap may grow between two full collections, in percent. By default, V8 collects a slowly growing heap after a fifth and a
 * fast-growing one after three times its size: at 300 events a second every three seconds, and each collection delays a dozen events
 * by 20 to 40 ms; under full load it uses 418 MiB of memory instead of 330.
 */
const HEAP_GROWTH = 150;
setFlagsFromString(`--heap-growing-percent=${HEAP_GROWTH}`);

/** The folder of the built browser files. The package finds itself by its name, both from the sources and from a bundle. */
const DIST = fileURLToPath(new URL('dist/', import.meta.resolve('assay/package.json')));

async function serve(config: Config): Promise<void> {
  const { logger, output } = createLogger(config);
  const store = await openStore({ ...config, onWait: (text) => logger.warn(text) });
  // Everything that uses the storage, including the server.
  const jobs: Job[] = [];
  const stop = async () => {
    await Promise.all(jobs.map((job) => job.stop()));
    await store.close();
  };
  await start({ config, logger, output, store, jobs, stop }).catch(async (error) => {
    reportFailure(error);
    // Otherwise a SQLite database would be left with all its rows in the log beside it.
    await Promise.race([stop(), sleep(config.shutdownSeconds * SECOND, undefined, { ref: false })]).catch(() => {});
    exitWhenIdle();
  });
}

interface Startup {
  config: Config;
  logger: Logger;
  output: LogOutput;
  store: Store;
  /** The jobs that `stop` must end; the start adds each of them. */
  jobs: Job[];
  stop: () => Promise<void>;
}

async function start({ config, logger, output, store, jobs, stop }: Startup): Promise<void> {
  // Keys are loaded after the storage, which may reject this process: only a process that runs may create a key file.
  const keys = loadEncryptionKeys(config);
  let webhooks: WebhookService | null = null;
  const context = composeContext(store, config, { deliveriesQueued: () => webhooks?.wake() });
  await reencryptSecrets(context).catch((error) => {
    discardRejectedKeys(config, error);
    throw error;
  });
  const metrics = new Metrics();
  metrics.collectProcess();
  countDroppedLines(metrics.registry, output);
  metrics.describeBuild({ version: VERSION, engine: store.engine, role: config.role });
  queueMetrics(metrics.registry, store.webhooks.queue, context.clock);
  jobs.push(giveOutAuditHeads(store.audit, metrics.registry, logger), startClockJob(store, logger));
  const options = serverOptions(config, derivedKey(keys, 'list cursors'));
  const readiness = new Readiness();
  readiness.state = 'starting';
  const app = await buildServer({ context, options, metrics, logger, readiness });
  jobs.push({ stop: () => app.close() });
  // A stop may be requested as soon as the service responds; it then waits until the start is complete.
  let started = () => {};
  const starting = new Promise<void>((resolve) => {
    started = resolve;
  });
  stopOnSignal(config, logger, async (delay) => {
    await starting;
    readiness.state = 'stopping';
    // Clients with open connections get their response and then use another connection, perhaps to another process.
    app.server.prependListener('request', (_request, response) => {
      response.setHeader('connection', 'close');
    });
    await sleep(delay);
    await stop();
  });
  const baseUrl = await listen(app, config);
  const listening = app.server.address() as AddressInfo;
  const { port } = listening;
  setOwnAddress(context.webhooks, listening);
  // Only after a successful `listen`: a start that fails on a taken port must not use up the first run. Once `/readyz`
  // succeeds, first-run.json exists. A worker accepts no events, so the printed curl command would fail there.
  const publicUrl = serviceUrl({ ...config, port });
  context.notifier.baseUrl = () => publicUrl;
  const first = config.role === 'worker' ? null : await firstRun(context, config.dataDir, publicUrl, ownerOf(config));
  readiness.state = 'ready';
  logger.info({ address: baseUrl, engine: store.engine, role: config.role, version: VERSION }, 'Assay is ready');
  warnAbout(config, store.engine, logger);
  if (config.role !== 'api') {
    const logFailureOf = (what: string) => (error: unknown) =>
      logger.error({ err: error }, `${what} failed and will be retried`);
    webhooks = composeWebhooks(context, config, metrics.registry, logFailureOf('sending webhooks'));
    await webhooks.start();
    jobs.push(
      webhooks,
      startRollupJob(context, logFailureOf('updating rollups')),
      startAlertJob(context, logFailureOf('evaluating alerts')),
      startHourlyJob((stopping) => applyRetention(context, stopping), logFailureOf('applying retention')),
    );
  }
  // Printed last, so that it stays on the screen. Output that is not a terminal ends up in files and log collectors.
  if (first !== null) {
    printIfPossible(firstRunMessage(first, config.dataDir, process.stdout.isTTY === true));
  }
  started();
}

async function listen(app: FastifyInstance, config: Config): Promise<string> {
  try {
    // For this name, Fastify opens a second server on ::1, to which no limit of connections, headers or time applies, nor a graceful stop.
    const host = config.host === 'localhost' ? '127.0.0.1' : config.host;
    return await app.listen({ host, port: config.port });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const place = `port ${config.port} on ${config.host}`;
    if (code === 'EADDRINUSE') {
      throw new Error(`${place} is in use by another process (EADDRINUSE): stop that one, or set PORT to another port`);
    }
    if (code === 'EACCES')
      throw new Error(`this account may not listen on ${place} (EACCES): set PORT to 1024 or more`);
    if (code === 'EADDRNOTAVAIL') throw new Error(`HOST ${config.host} is not an address of this machine (${code})`);
    if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
      throw new Error(`HOST ${config.host} cannot be resolved (${code})`);
    throw error;
  }
}

/** Warns about states that are allowed but easily overlooked. */
function warnAbout(config: Config, engine: string, logger: Logger): void {
  if (engine === 'sqlite' && config.role !== 'all') {
    const missing = config.role === 'api' ? 'sends webhooks' : 'accepts events';
    logger.warn(`only one process can use a SQLite database, so with ASSAY_ROLE=${config.role} no process ${missing}`);
  }
  const connections = connectionsWithin(config.maxConnections, openFileLimit());
  if (connections < config.maxConnections) {
    logger.warn(`the limit of open files allows ${connections} connections, fewer than ASSAY_MAX_CONNECTIONS`);
  }
  if (config.webhookAllowCidrs.length > 0) {
    logger.warn({ ranges: config.webhookAllowCidrs }, 'webhooks may be sent to these non-public addresses');
  }
}

function serverOptions(config: Config, cursorSecret: Uint8Array): ServerOptions {
  return {
    ...DEFAULT_SERVER_OPTIONS,
    version: VERSION,
    operationsOnly: config.role === 'worker',
    logDecisions: isForPeople(config),
    publicUrl: config.publicUrl,
    maxConnections: connectionsWithin(config.maxConnections, openFileLimit()),
    trustedProxies: config.trustedProxies,
    metricsToken: config.metricsToken,
    cursorSecret,
    rates: {
      publicKeyAddress: { perSecond: config.ratePublicAddressPerSecond, burst: config.ratePublicAddressBurst },
      publicKey: { perSecond: config.ratePublicKeyPerSecond, burst: config.ratePublicKeyPerSecond },
      publicKeyAddressBytes: perDay(config.ratePublicAddressMibPerDay * 1024 ** 2),
      loginAddress: perMinute(config.rateLoginAddressPerMinute),
      loginEmail: perMinute(config.rateLoginEmailPerMinute),
    },
    dashboardDirectory: join(DIST, 'dashboard'),
    staticRoots: [
      { prefix: '/sdk/', directory: join(DIST, 'sdk'), crossOrigin: true },
      { prefix: '/demo/', directory: join(DIST, 'demo'), crossOrigin: false },
      { prefix: '/docs/', directory: join(DIST, 'docs'), crossOrigin: false },
    ],
  };
}

/** A burst of all attempts, refilled evenly over a minute. */
const perMinute = (attempts: number) => ({ perSecond: attempts / 60, burst: attempts });

/**
 * On SIGTERM, stops gracefully: after `shutdownDelaySeconds`, within `shutdownSeconds`. SIGINT, which a person sends, skips the
 * delay. A second signal, or a longer wait, exits immediately.
 */
function stopOnSignal(config: Config, logger: Logger, stop: (delay: number) => Promise<void>): void {
  let stopping = false;
  const onSignal = (signal: NodeJS.Signals) => {
    if (stopping) process.exit(1);
    stopping = true;
    const delay = signal === 'SIGTERM' ? config.shutdownDelaySeconds * SECOND : 0;
    logger.info({ signal }, 'stopping');
    const timeout = setTimeout(
      () => {
        logger.error('stopping took too long');
        process.exit(1);
      },
      delay + config.shutdownSeconds * SECOND,
    );
    timeout.unref();
    stop(delay).then(exitWhenIdle, (error) => {
      logger.error({ err: error }, 'stopping failed');
      process.exit(1);
    });
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, onSignal);
  // Without a terminal, SIGHUP means to reopen log files, but there are none: the log goes to standard output.
  process.on('SIGHUP', (signal) => {
    if (process.stdout.isTTY) onSignal(signal);
    else logger.info({ signal }, 'ignored');
  });
}

// Node would open its inspector, which runs any code for anyone who can connect to it.
process.on('SIGUSR1', () => {});
// Also until `stopOnSignal`: a start that waits for a migration would end when the logs are rotated.
if (!process.stdout.isTTY) process.on('SIGHUP', () => {});
/** For what keeps the process alive after everything has stopped: a process that gets 5 % of a processor needs more than a second. */
const IDLE_MS = 10 * SECOND;
/**
 * The bindings close a SQLite database with cached statements only if the process ends on its own; `process.exit` would leave its
 * log beside it.
 */
function exitWhenIdle(): void {
  setTimeout(() => process.exit(), IDLE_MS).unref();
}

/** Says why the start failed, and sets the exit code. */
function reportFailure(error: unknown): void {
  process.stderr.write(`assay: ${error instanceof Error ? error.message : error}\n`);
  process.exitCode = error instanceof ConfigError || error instanceof WrongDatabase ? 2 : 1;
}

try {
  await serve(loadConfig());
} catch (error) {
  reportFailure(error);
  exitWhenIdle();
}
