// Wires everything and starts it: configuration, storage, context, the first run, the door; and stops it in order.
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import { firstRun, firstRunMessage } from './cli/first-run.ts';
import { composeContext } from './compose/context.ts';
import { derivedKey, discardRefusedKeys, loadEncryptionKeys } from './compose/encryption-keys.ts';
import { type RollupJob, startRollupJob } from './compose/rollup-job.ts';
import { composeWebhooks, noteOwnPort, type WebhookService } from './compose/webhooks.ts';
import { type Config, ConfigError, loadConfig } from './config/config.ts';
import type { Context } from './flows/context.ts';
import { applyRetention } from './flows/privacy/apply-retention.ts';
import { reencryptSecrets } from './flows/tenants/rotate-secrets.ts';
import { buildServer } from './http/server/build-server.ts';
import { Metrics } from './http/server/metrics.ts';
import { DEFAULT_SERVER_OPTIONS, type ServerOptions } from './http/server/options.ts';
import { openStore } from './storage/open.ts';
import { HOUR, SECOND } from './vocabulary/clock.ts';

/** Built files for browsers lie beside the built server. */
const DIST = fileURLToPath(new URL('../dist/', import.meta.url));

async function serve(config: Config): Promise<void> {
  const logger = pino({ level: config.logLevel, base: null, timestamp: pino.stdTimeFunctions.isoTime });
  const store = await openStore(config);
  // After the storage, which may refuse this process: a key file is made by one that runs.
  const keys = loadEncryptionKeys(config);
  let webhooks: WebhookService | null = null;
  let figures: RollupJob | null = null;
  const context = composeContext(store, config, { deliveriesQueued: () => webhooks?.nudge() });
  await reencryptSecrets(context).catch((error) => {
    discardRefusedKeys(config, error);
    throw error;
  });
  const metrics = new Metrics();
  metrics.collectProcess();
  const options = serverOptions(config, derivedKey(keys, 'list cursors'));
  const app = await buildServer({ context, options, metrics, logger });
  // Before the first request where the address is known: who sees `/readyz` answer finds first-run.json in its place.
  // A worker takes no events, so what the first run prints would not work there.
  const isFirst = config.role !== 'worker';
  const announced = config.publicUrl ?? (config.port === 0 ? null : origin(config.host, config.port));
  if (isFirst && announced !== null) await runFirst(context, config, announced);
  // From here on somebody may see that it answers, and tell it to stop: it does so once what it starts is there.
  let started = () => {};
  const starting = new Promise<void>((resolve) => {
    started = resolve;
  });
  stopOnSignal(config, logger, async () => {
    await starting;
    await Promise.all([app.close(), webhooks?.stop(), figures?.stop()]);
    await store.close();
  });
  const baseUrl = await app.listen({ host: config.host, port: config.port });
  const { port } = app.server.address() as AddressInfo;
  noteOwnPort(context.webhooks, config, port);
  if (isFirst && announced === null) await runFirst(context, config, origin(config.host, port));
  logger.info({ address: baseUrl, engine: store.engine, role: config.role }, 'Assay is ready');
  if (store.engine === 'sqlite' && config.role !== 'all') {
    const missing = config.role === 'api' ? 'webhooks are not sent' : 'events are not taken';
    logger.warn(`one process owns a SQLite database, so with ASSAY_ROLE=${config.role} ${missing}`);
  }
  if (config.webhookAllowCidrs.length > 0) {
    logger.warn({ ranges: config.webhookAllowCidrs }, 'webhooks may be sent to these otherwise forbidden addresses');
  }
  if (config.role !== 'api') {
    const onTrouble = (error: unknown) => logger.error({ err: error }, 'webhooks could not be sent for now');
    webhooks = composeWebhooks(context, config, metrics.registry, onTrouble);
    await webhooks.start();
    figures = startRollupJob(context, (error) => logger.error({ err: error }, 'figures could not be folded for now'));
    keepRetention(context, logger);
  }
  started();
}

async function runFirst(context: Context, config: Config, publicUrl: string): Promise<void> {
  const values = await firstRun(context, config.dataDir, publicUrl);
  if (values !== null) process.stdout.write(firstRunMessage(values, config.dataDir));
}

/** The address as clients write it; an IPv6 host stands in brackets. */
function origin(host: string, port: number): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** Each hour; a run that fails is made up for by the next. */
function keepRetention(context: Context, logger: pino.Logger): void {
  const run = () =>
    void applyRetention(context).catch((error) =>
      logger.error({ err: error }, 'retention could not be applied for now'),
    );
  run();
  setInterval(run, HOUR).unref();
}

function serverOptions(config: Config, cursorSecret: Uint8Array): ServerOptions {
  return {
    ...DEFAULT_SERVER_OPTIONS,
    operationsOnly: config.role === 'worker',
    publicUrl: config.publicUrl,
    trustedProxies: config.trustedProxies,
    metricsToken: config.metricsToken,
    cursorSecret,
    rates: {
      publicKeyAddress: { perSecond: config.ratePublicAddressPerSecond, burst: config.ratePublicAddressBurst },
      publicKey: { perSecond: config.ratePublicKeyPerSecond, burst: config.ratePublicKeyPerSecond },
      logInAddress: perMinute(config.rateLoginAddressPerMinute),
      logInEmail: perMinute(config.rateLoginEmailPerMinute),
    },
    dashboardDirectory: join(DIST, 'dashboard'),
    staticRoots: [
      { prefix: '/sdk/', directory: join(DIST, 'sdk'), crossOrigin: true },
      { prefix: '/demo/', directory: join(DIST, 'demo'), crossOrigin: false },
    ],
  };
}

/** So many at once, then one by one over the minute. */
const perMinute = (attempts: number) => ({ perSecond: attempts / 60, burst: attempts });

/** Takes nothing new, finishes what is under way, closes. A second signal, or too long a wait, ends it at once. */
function stopOnSignal(config: Config, logger: pino.Logger, stop: () => Promise<void>): void {
  let stopping = false;
  const onSignal = (signal: NodeJS.Signals) => {
    if (stopping) process.exit(1);
    stopping = true;
    logger.info({ signal }, 'stopping');
    const patience = setTimeout(() => {
      logger.error('stopping took too long');
      process.exit(1);
    }, config.shutdownSeconds * SECOND);
    patience.unref();
    stop().then(
      () => process.exit(0),
      (error) => {
        logger.error({ err: error }, 'stopping failed');
        process.exit(1);
      },
    );
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, onSignal);
}

try {
  await serve(loadConfig());
} catch (error) {
  const known = error instanceof ConfigError;
  process.stderr.write(
    `assay: ${known || !(error instanceof Error) ? error : error.message}\n`.replace('ConfigError: ', ''),
  );
  process.exit(known ? 2 : 1);
}
