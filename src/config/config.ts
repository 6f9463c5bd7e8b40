// The environment of the process becomes one frozen, typed object; the only file that reads process.env.
// Whatever is wrong is refused at start, all of it at once, each with its variable's name.
import { isIP } from 'node:net';
import { nearest } from './nearest.ts';
import { cidrs, encryptionKeys, host, integer, oneOf, origin, type Reader, resolvers, text } from './values.ts';

/** One setting. Without `fallback` the unset value is null, and `unset` says what that means. */
export interface Setting<T> {
  variable: string;
  read: Reader<T>;
  /** Text of the default, read like any other value. */
  fallback?: string;
  unset?: string;
  unit?: string;
  about: string;
  example: string;
  /** Never printed. */
  secret?: true;
}

function setting<T>(definition: Setting<T> & { fallback: string }): Setting<T> & { fallback: string };
function setting<T>(definition: Setting<T> & { unset: string }): Setting<T>;
function setting<T>(definition: Setting<T>): Setting<T> {
  return definition;
}

/** The one table: types, checks and the README's list grow from it. */
export const SETTINGS = {
  host: setting({
    variable: 'HOST',
    read: host,
    fallback: '127.0.0.1',
    about: 'Address the service listens on.',
    example: '0.0.0.0',
  }),
  port: setting({
    variable: 'PORT',
    read: integer(0, 65_535),
    fallback: '8080',
    about: 'TCP port; 0 takes any free one.',
    example: '80',
  }),
  dataDir: setting({
    variable: 'DATA_DIR',
    read: text(/^[^\0]+$/, 'the path of a folder'),
    fallback: './data',
    about: 'Folder of the SQLite database, `first-run.json` and the key file; made when missing.',
    example: '/var/lib/assay',
  }),
  databaseUrl: setting({
    variable: 'DATABASE_URL',
    read: text(/^postgres(ql)?:\/\/\S+$/, 'a postgres:// address'),
    unset: 'SQLite in `DATA_DIR`',
    about: 'PostgreSQL to keep everything in; any number of processes may share it.',
    example: 'postgres://assay:…@db.internal/assay',
    secret: true,
  }),
  publicUrl: setting({
    variable: 'ASSAY_PUBLIC_URL',
    read: origin,
    unset: '`http://HOST:PORT`',
    about: 'The address people and clients reach the service under; links it hands out begin with it.',
    example: 'https://assay.example.com',
  }),
  role: setting({
    variable: 'ASSAY_ROLE',
    read: oneOf('all', 'api', 'worker'),
    fallback: 'all',
    about:
      'What this process does: answer requests (`api`), send webhooks (`worker`, which answers `/healthz`, `/readyz` ' +
      'and `/metrics` alone), or both.',
    example: 'api',
  }),
  trustedProxies: setting({
    variable: 'ASSAY_TRUSTED_PROXIES',
    read: cidrs,
    fallback: '',
    about: 'Proxies whose `X-Forwarded-For` is believed; loopback is no exception. Empty: none.',
    example: '10.0.0.0/8, fd00::/8',
  }),
  webhookAllowCidrs: setting({
    variable: 'ASSAY_WEBHOOK_ALLOW_CIDRS',
    read: cidrs,
    unset: 'loopback when `HOST` is loopback, else none',
    about: 'Otherwise forbidden ranges that webhooks may be sent to. Empty: none.',
    example: '10.20.0.0/16',
  }),
  dnsServers: setting({
    variable: 'ASSAY_DNS_SERVERS',
    read: resolvers,
    fallback: '',
    about: 'Resolvers that webhook targets are looked up with. Empty: those of the system.',
    example: '10.0.0.2, [fd00::2]:5353',
  }),
  webhookConcurrency: setting({
    variable: 'ASSAY_WEBHOOK_CONCURRENCY',
    read: integer(1, 4_096),
    fallback: '128',
    unit: 'attempts',
    about: 'Webhook attempts that this process has in flight at once; one endpoint never has more than 4.',
    example: '256',
  }),
  webhookLogDays: setting({
    variable: 'ASSAY_WEBHOOK_LOG_DAYS',
    read: integer(1, 3_650),
    fallback: '30',
    unit: 'days',
    about: 'How long ended webhook deliveries stay in the log.',
    example: '90',
  }),
  encryptionKeys: setting({
    variable: 'ASSAY_ENCRYPTION_KEYS',
    read: encryptionKeys,
    unset: 'made once and kept in `DATA_DIR/encryption-keys` (mode 0600)',
    about:
      'Keys that webhook and second-factor secrets are encrypted with, as `id:base64` of 32 bytes; the first encrypts, all decrypt.',
    example: 'k2:…,k1:…',
    secret: true,
  }),
  metricsToken: setting({
    variable: 'ASSAY_METRICS_TOKEN',
    read: text(/^[\x21-\x7e]{16,256}$/, '16 to 256 printable characters without spaces'),
    unset: '`/metrics` answers loopback alone',
    about: 'Bearer token with which `/metrics` answers peers that are not loopback.',
    example: '(openssl rand -hex 24)',
    secret: true,
  }),
  logLevel: setting({
    variable: 'ASSAY_LOG_LEVEL',
    read: oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'),
    fallback: 'info',
    about: 'Least important log line that is written.',
    example: 'warn',
  }),
  ratePublicAddressPerSecond: setting({
    variable: 'ASSAY_RATE_PUBLIC_ADDRESS_PER_SECOND',
    read: integer(1, 1_000_000),
    fallback: '20',
    unit: 'events/s',
    about: 'Events a public key may send from one address.',
    example: '50',
  }),
  ratePublicAddressBurst: setting({
    variable: 'ASSAY_RATE_PUBLIC_ADDRESS_BURST',
    read: integer(1, 1_000_000),
    fallback: '100',
    unit: 'events',
    about: 'Events that may come at once before that rate counts.',
    example: '200',
  }),
  ratePublicKeyPerSecond: setting({
    variable: 'ASSAY_RATE_PUBLIC_KEY_PER_SECOND',
    read: integer(1, 10_000_000),
    fallback: '1000',
    unit: 'events/s',
    about: 'Events a public key may send in all.',
    example: '5000',
  }),
  rateLoginAddressPerMinute: setting({
    variable: 'ASSAY_RATE_LOGIN_ADDRESS_PER_MINUTE',
    read: integer(1, 1_000_000),
    fallback: '10',
    unit: 'attempts/min',
    about: 'Dashboard log-in attempts from one address.',
    example: '30',
  }),
  rateLoginEmailPerMinute: setting({
    variable: 'ASSAY_RATE_LOGIN_EMAIL_PER_MINUTE',
    read: integer(1, 1_000_000),
    fallback: '5',
    unit: 'attempts/min',
    about: 'Dashboard log-in attempts for one e-mail.',
    example: '10',
  }),
  sessionIdleMinutes: setting({
    variable: 'ASSAY_SESSION_IDLE_MINUTES',
    read: integer(1, 525_600),
    fallback: '120',
    unit: 'min',
    about: 'A dashboard session ends after this long without a request.',
    example: '30',
  }),
  sessionHours: setting({
    variable: 'ASSAY_SESSION_HOURS',
    read: integer(1, 8_760),
    fallback: '24',
    unit: 'h',
    about: 'A dashboard session ends this long after the log-in, used or not.',
    example: '8',
  }),
  poolSize: setting({
    variable: 'ASSAY_POOL_SIZE',
    read: integer(2, 1_000),
    fallback: '8',
    unit: 'connections',
    about: 'PostgreSQL connections of this process for events; seven more serve people and deliveries.',
    example: '16',
  }),
  shutdownSeconds: setting({
    variable: 'ASSAY_SHUTDOWN_SECONDS',
    read: integer(1, 600),
    fallback: '15',
    unit: 's',
    about: 'Longest time a stop may take to finish what is under way.',
    example: '30',
  }),
} as const satisfies Record<string, Setting<unknown>>;

type Table = typeof SETTINGS;
type Value<S> = S extends Setting<infer T> ? (S extends { fallback: string } ? T : T | null) : never;

export type Config = Readonly<{ [K in keyof Table]: Value<Table[K]> }> & {
  /** Resolved: never null. */
  readonly webhookAllowCidrs: readonly string[];
};

/** Everything that is wrong with the environment, one sentence each. */
export class ConfigError extends Error {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(`The configuration is wrong:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
    this.name = 'ConfigError';
    this.problems = problems;
  }
}

/**
 * Reads and checks the environment.
 * @throws ConfigError naming every wrong value and every unknown `ASSAY_` variable.
 */
export function loadConfig(environment: Readonly<Record<string, string | undefined>> = process.env): Config {
  const problems: string[] = [];
  const values: Record<string, unknown> = {};
  for (const [name, definition] of Object.entries<Setting<unknown>>(SETTINGS)) {
    const given = environment[definition.variable] ?? definition.fallback;
    try {
      values[name] = given === undefined ? null : definition.read(given);
    } catch (error) {
      const shown = definition.secret ? '' : `, not ${JSON.stringify(given)}`;
      problems.push(`${definition.variable} must be ${(error as Error).message}${shown}`);
    }
  }
  problems.push(...unknownVariables(environment));
  if (problems.length > 0) throw new ConfigError(problems);
  const config = values as { -readonly [K in keyof Config]: Config[K] };
  config.webhookAllowCidrs ??= isLoopback(config.host) ? Object.freeze(['127.0.0.0/8', '::1/128']) : [];
  return Object.freeze(config);
}

/** A misspelt setting would silently leave the default in force. */
function unknownVariables(environment: Readonly<Record<string, string | undefined>>): string[] {
  const known = Object.values<Setting<unknown>>(SETTINGS).map(({ variable }) => variable);
  return Object.keys(environment)
    .filter((name) => name.startsWith('ASSAY_') && !known.includes(name))
    .sort()
    .map((name) => {
      const close = nearest(name, known);
      return `${name} is no setting${close === null ? '' : `; did you mean ${close}?`}`;
    });
}

/** Whether a host to listen on can be reached from this machine alone. */
export function isLoopback(name: string): boolean {
  if (isIP(name) === 4) return name.startsWith('127.');
  return name === 'localhost' || name === '::1';
}
