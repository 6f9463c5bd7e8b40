// The table of all settings: variable, parser, default and description. Types, validation and docs/settings.md follow from it.
import { ENDPOINT_CAP } from '../vocabulary/endpoint-caps.ts';
import {
  cidrs,
  email,
  encryptionKeys,
  host,
  integer,
  oneOf,
  origin,
  postgresUrl,
  type Reader,
  resolvers,
  smtpUrl,
  text,
} from './values.ts';

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
  /** A secret value is never printed, and may also come from the file that `VARIABLE_FILE` names. */
  secret?: true;
}

function setting<T>(definition: Setting<T> & { fallback: string }): Setting<T> & { fallback: string };
function setting<T>(definition: Setting<T> & { unset: string }): Setting<T>;
function setting<T>(definition: Setting<T>): Setting<T> {
  return definition;
}

/** All settings, in the order of docs/settings.md. */
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
    // A file of settings with CRLF would otherwise put the database in a folder "data\r", and one with "~" in a folder "~".
    read: text(/^(?![\s~])\P{Cc}+(?<!\s)$/u, 'the path of a folder, without "~", spaces or line breaks around it'),
    fallback: './data',
    about: 'Folder for the SQLite database, `first-run.json` and the key file; created if missing.',
    example: '/var/lib/assay',
  }),
  databaseUrl: setting({
    variable: 'DATABASE_URL',
    read: postgresUrl,
    unset: 'SQLite in `DATA_DIR`',
    about: 'PostgreSQL database, which any number of processes may share.',
    example: 'postgres://assay:…@db.internal/assay',
    secret: true,
  }),
  readDatabaseUrl: setting({
    variable: 'ASSAY_READ_DATABASE_URL',
    read: postgresUrl,
    unset: 'everything is read from `DATABASE_URL`',
    about: 'Streaming replica of `DATABASE_URL` that serves lists, exports, the overview and backtests.',
    example: 'postgres://assay:…@replica.internal/assay',
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
    about: 'DNS servers that resolve webhook targets. Empty uses the DNS servers of the system.',
    example: '10.0.0.2, [fd00::2]:5353',
  }),
  webhookConcurrency: setting({
    variable: 'ASSAY_WEBHOOK_CONCURRENCY',
    read: integer(1, 4_096),
    fallback: '128',
    unit: 'attempts',
    about: `Maximum number of concurrent webhook attempts of this process; one endpoint never has more than ${ENDPOINT_CAP}.`,
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
  smtpUrl: setting({
    variable: 'ASSAY_SMTP_URL',
    read: smtpUrl,
    unset: 'alerts cannot be sent by email',
    about:
      'SMTP server for alerts: `smtp://` (STARTTLS if offered, required with a password) or `smtps://`, with user and ' +
      'password in the URL.',
    example: 'smtp://assay:…@mail.internal:587',
    secret: true,
  }),
  smtpFrom: setting({
    variable: 'ASSAY_SMTP_FROM',
    read: text(/^(?=.*\S@\S)[^\p{Cc}]{3,320}$/u, 'an email address, or a name and an address in angle brackets'),
    fallback: 'Assay <assay@localhost>',
    about: 'Sender of alert emails.',
    example: 'Assay <assay@example.com>',
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
  logFormat: setting({
    variable: 'ASSAY_LOG_FORMAT',
    read: oneOf('text', 'json'),
    unset: '`text` if standard output is a terminal, else `json`',
    about: 'Form of log lines: JSON for collectors, or short lines for people, which also show each decision.',
    example: 'json',
  }),
  ownerEmail: setting({
    variable: 'ASSAY_OWNER_EMAIL',
    read: email,
    fallback: 'owner@assay.local',
    about: 'Email address that the owner of the first organization logs in with. Used only by the first start.',
    example: 'ops@example.com',
  }),
  ownerPassword: setting({
    variable: 'ASSAY_OWNER_PASSWORD',
    read: text(/^\P{Cc}{12,200}$/u, '12 to 200 characters, without line breaks'),
    unset: 'generated by the first start',
    about: 'Password of that owner. Used only by the first start, and not written to any file.',
    example: '(openssl rand -base64 24)',
    secret: true,
  }),
  maxConnections: setting({
    variable: 'ASSAY_MAX_CONNECTIONS',
    read: integer(16, 1_000_000),
    fallback: '2048',
    unit: 'connections',
    about:
      'Open connections of this process. Beyond that, Assay closes those that have waited longest for their clients. Fewer if the system allows fewer open files.',
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
      'Rate limit of dashboard login attempts for one email from one address. From all unfamiliar addresses together, ten times as many.',
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
  shutdownDelaySeconds: setting({
    variable: 'ASSAY_SHUTDOWN_DELAY_SECONDS',
    read: integer(0, 300),
    unset: '`5` with `DATABASE_URL`, else `0`',
    unit: 's',
    about:
      'Time after SIGTERM in which `/readyz` already returns 503 and requests are still accepted, so that load balancers ' +
      'notice. SIGINT skips it.',
    example: '10',
  }),
} as const satisfies Record<string, Setting<unknown>>;
