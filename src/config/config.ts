// Reads the environment variables into one frozen, typed object; the only file that reads process.env.
// Invalid settings prevent the start and are reported all at once, each with the name of its variable.
import { isIP } from 'node:net';
import { nearest } from './nearest.ts';
import { cidrs, encryptionKeys, host, integer, oneOf, origin, type Reader, resolvers, text } from './values.ts';

/** One setting. Without `fallback`, an unset variable is null, and `unset` describes the effect. */
export interface Setting<T> {
  variable: string;
  read: Reader<T>;
  /** The default as text, parsed like any other value. */
  fallback?: string;
  unset?: string;
  unit?: string;
  about: string;
  example: string;
  /** A secret value is never printed. */
  secret?: true;
}

function setting<T>(definition: Setting<T> & { fallback: string }): Setting<T> & { fallback: string };
function setting<T>(definition: Setting<T> & { unset: string }): Setting<T>;
function setting<T>(definition: Setting<T>): Setting<T> {
  return definition;
}

/** All settings. Types, validation and docs/settings.md are derived from this table. */
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
    about: 'TCP port to listen on; 0 selects any free port.',
    example: '80',
  }),
  dataDir: setting({
    variable: 'DATA_DIR',
    read: text(/^[^\0]+$/, 'the path of a folder'),
    fallback: './data',
    about: 'Folder for the SQLite database, `first-run.json` and the key file; created if missing.',
    example: '/var/lib/assay',
  }),
  databaseUrl: setting({
    variable: 'DATABASE_URL',
    read: text(/^postgres(ql)?:\/\/\S+$/, 'a postgres:// address'),
    unset: 'SQLite in `DATA_DIR`',
    about: 'PostgreSQL database, which any number of processes may share.',
    example: 'postgres://assay:…@db.internal/assay',
    secret: true,
  }),
  publicUrl: setting({
    variable: 'ASSAY_PUBLIC_URL',
    read: origin,
    unset: '`http://HOST:PORT`',
    about: 'Public address of the service, used in the links it creates.',
    example: 'https://assay.example.com',
  }),
  role: setting({
    variable: 'ASSAY_ROLE',
    read: oneOf('all', 'api', 'worker'),
    fallback: 'all',
    about:
      'Role of this process: serve requests (`api`), send webhooks and run jobs (`worker`, which serves only `/healthz`, ' +
      '`/readyz` and `/metrics`), or both (`all`).',
    example: 'api',
  }),
  trustedProxies: setting({
    variable: 'ASSAY_TRUSTED_PROXIES',
    read: cidrs,
    fallback: '',
    about: 'Proxies whose `X-Forwarded-For` is trusted. Empty trusts no proxy, not even loopback.',
    example: '10.0.0.0/8, fd00::/8',
  }),
  webhookAllowCidrs: setting({
    variable: 'ASSAY_WEBHOOK_ALLOW_CIDRS',
    read: cidrs,
    unset:
      'loopback if `HOST` is loopback and neither `ASSAY_PUBLIC_URL` nor `ASSAY_TRUSTED_PROXIES` is set, else none',
    about: 'Non-public address ranges to which webhooks may be sent. Empty allows none.',
    example: '10.20.0.0/16',
  }),
  dnsServers: setting({
    variable: 'ASSAY_DNS_SERVERS',
    read: resolvers,
    fallback: '',
    about: 'DNS servers that resolve webhook targets. Empty uses those of the system.',
    example: '10.0.0.2, [fd00::2]:5353',
  }),
  webhookConcurrency: setting({
    variable: 'ASSAY_WEBHOOK_CONCURRENCY',
    read: integer(1, 4_096),
    fallback: '128',
    unit: 'attempts',
    about: 'Maximum number of concurrent webhook attempts of this process; one endpoint never has more than 4.',
    example: '256',
  }),
  webhookLogDays: setting({
    variable: 'ASSAY_WEBHOOK_LOG_DAYS',
    read: integer(1, 3_650),
    fallback: '30',
    unit: 'days',
    about: 'Retention of finished webhook deliveries in the log.',
    example: '90',
  }),
  encryptionKeys: setting({
    variable: 'ASSAY_ENCRYPTION_KEYS',
    read: encryptionKeys,
    unset: 'generated once and stored in `DATA_DIR/encryption-keys` (mode 0600)',
    about:
      'Keys that encrypt webhook and second-factor secrets, each as `id:base64` of 32 bytes; the first encrypts, all decrypt.',
    example: 'k2:…,k1:…',
    secret: true,
  }),
  metricsToken: setting({
    variable: 'ASSAY_METRICS_TOKEN',
    read: text(/^[\x21-\x7e]{16,256}$/, '16 to 256 printable characters without spaces'),
    unset: '`/metrics` is available on loopback only',
    about: 'Bearer token that gives access to `/metrics` from addresses other than loopback.',
    example: '(openssl rand -hex 24)',
    secret: true,
  }),
  logLevel: setting({
    variable: 'ASSAY_LOG_LEVEL',
    read: oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'),
    fallback: 'info',
    about: 'Minimum level of log lines.',
    example: 'warn',
  }),
  maxConnections: setting({
    variable: 'ASSAY_MAX_CONNECTIONS',
    read: integer(16, 1_000_000),
    fallback: '2048',
    unit: 'connections',
    about: 'Open connections of this process. Beyond, those that have been idle for longest are closed.',
    example: '10000',
  }),
  ratePublicAddressPerSecond: setting({
    variable: 'ASSAY_RATE_PUBLIC_ADDRESS_PER_SECOND',
    read: integer(1, 1_000_000),
    fallback: '20',
    unit: 'events/s',
    about: 'Rate limit of events from one address with one public key.',
    example: '50',
  }),
  ratePublicAddressBurst: setting({
    variable: 'ASSAY_RATE_PUBLIC_ADDRESS_BURST',
    read: integer(1, 1_000_000),
    fallback: '100',
    unit: 'events',
    about: 'Burst of events from one address before that rate limit applies.',
    example: '200',
  }),
  ratePublicKeyPerSecond: setting({
    variable: 'ASSAY_RATE_PUBLIC_KEY_PER_SECOND',
    read: integer(1, 10_000_000),
    fallback: '1000',
    unit: 'events/s',
    about: 'Rate limit of all events with one public key.',
    example: '5000',
  }),
  ratePublicAddressMibPerDay: setting({
    variable: 'ASSAY_RATE_PUBLIC_ADDRESS_MIB_PER_DAY',
    read: integer(1, 1_000_000),
    fallback: '256',
    unit: 'MiB/day',
    about: 'Data that one address may send with one public key in a day; about 100,000 ordinary events.',
    example: '1024',
  }),
  rateLoginAddressPerMinute: setting({
    variable: 'ASSAY_RATE_LOGIN_ADDRESS_PER_MINUTE',
    read: integer(1, 1_000_000),
    fallback: '10',
    unit: 'attempts/min',
    about: 'Rate limit of dashboard login attempts from one address.',
    example: '30',
  }),
  rateLoginEmailPerMinute: setting({
    variable: 'ASSAY_RATE_LOGIN_EMAIL_PER_MINUTE',
    read: integer(1, 1_000_000),
    fallback: '5',
    unit: 'attempts/min',
    about:
      'Rate limit of dashboard login attempts for one email from one address; from all strange addresses, ten times as many.',
    example: '10',
  }),
  sessionIdleMinutes: setting({
    variable: 'ASSAY_SESSION_IDLE_MINUTES',
    read: integer(1, 525_600),
    fallback: '120',
    unit: 'min',
    about: 'Time without a request after which a dashboard session ends.',
    example: '30',
  }),
  sessionHours: setting({
    variable: 'ASSAY_SESSION_HOURS',
    read: integer(1, 8_760),
    fallback: '24',
    unit: 'h',
    about: 'Time after login at which a dashboard session ends even if it is in use.',
    example: '8',
  }),
  poolSize: setting({
    variable: 'ASSAY_POOL_SIZE',
    read: integer(2, 1_000),
    fallback: '8',
    unit: 'connections',
    about: 'PostgreSQL connections of this process for events; seven more serve the dashboard and deliveries.',
    example: '16',
  }),
  shutdownSeconds: setting({
    variable: 'ASSAY_SHUTDOWN_SECONDS',
    read: integer(1, 600),
    fallback: '15',
    unit: 's',
    about: 'Maximum time to wait for requests and deliveries in progress when the service stops.',
    example: '30',
  }),
} as const satisfies Record<string, Setting<unknown>>;

type Table = typeof SETTINGS;
type Value<S> = S extends Setting<infer T> ? (S extends { fallback: string } ? T : T | null) : never;

export type Config = Readonly<{ [K in keyof Table]: Value<Table[K]> }> & {
  /** The default is resolved, so the value is never null. */
  readonly webhookAllowCidrs: readonly string[];
};

/** All problems of the configuration, one sentence each. */
export class ConfigError extends Error {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(`The configuration is invalid:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
    this.name = 'ConfigError';
    this.problems = problems;
  }
}

/**
 * Reads and validates the environment variables.
 * @throws ConfigError with every invalid value and every unknown `ASSAY_` variable.
 */
export function loadConfig(environment: Readonly<Record<string, string | undefined>> = process.env): Config {
  const problems: string[] = [];
  const values: Record<string, unknown> = {};
  for (const [name, definition] of Object.entries<Setting<unknown>>(SETTINGS)) {
    const given = environment[definition.variable] ?? definition.fallback;
    try {
      values[name] = given === undefined ? null : definition.read(given);
    } catch (error) {
      const actual = definition.secret ? '' : `, not ${JSON.stringify(given)}`;
      problems.push(`${definition.variable} must be ${(error as Error).message}${actual}`);
    }
  }
  problems.push(...unknownVariables(environment));
  if (problems.length > 0) throw new ConfigError(problems);
  const config = values as { -readonly [K in keyof Config]: Config[K] };
  config.webhookAllowCidrs ??= isQuickStart(config) ? Object.freeze(['127.0.0.0/8', '::1/128']) : [];
  return Object.freeze(config);
}

/**
 * Whether nobody else can reach the service. Behind a proxy on the same machine, `HOST` is loopback too; webhooks to
 * loopback would then let every member who may save an endpoint reach the services of that machine.
 */
function isQuickStart({ host, publicUrl, trustedProxies }: Pick<Config, 'host' | 'publicUrl' | 'trustedProxies'>) {
  return isLoopback(host) && publicUrl === null && trustedProxies.length === 0;
}

/** Unknown variables are errors, because a misspelled setting would silently leave its default in effect. */
function unknownVariables(environment: Readonly<Record<string, string | undefined>>): string[] {
  const known = Object.values<Setting<unknown>>(SETTINGS).map(({ variable }) => variable);
  return Object.keys(environment)
    .filter((name) => name.startsWith('ASSAY_') && !known.includes(name))
    .sort()
    .map((name) => {
      const close = nearest(name, known);
      return `${name} is not a setting${close === null ? '' : `; did you mean ${close}?`}`;
    });
}

/** Whether a host to listen on is reachable from this machine only. */
export function isLoopback(name: string): boolean {
  if (isIP(name) === 4) return name.startsWith('127.');
  return name === 'localhost' || name === '::1';
}
