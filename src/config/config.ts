// Reads the environment variables into one frozen, typed object; the only file that reads process.env.
// Invalid settings prevent the start and are reported all at once, each with the name of its variable.
import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { nearest } from '../vocabulary/nearest.ts';
import { SETTINGS, type Setting } from './settings.ts';

/** Seconds within which a load balancer with the usual check interval notices that a process is not ready. */
const BALANCER_DELAY = 5;

type Environment = Readonly<Record<string, string | undefined>>;
type Table = typeof SETTINGS;
type Value<S> = S extends Setting<infer T> ? (S extends { fallback: string } ? T : T | null) : never;

export type Config = Readonly<{ [K in keyof Table]: Value<Table[K]> }> & {
  /** The default is resolved, so the value is never null. */
  readonly webhookAllowCidrs: readonly string[];
  readonly shutdownDelaySeconds: number;
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
export function loadConfig(environment: Environment = process.env): Config {
  const problems: string[] = [];
  const values: Record<string, unknown> = {};
  for (const [name, definition] of Object.entries<Setting<unknown>>(SETTINGS)) {
    try {
      const given = textOf(definition, environment) ?? definition.fallback;
      values[name] = given === undefined ? null : definition.read(given);
    } catch (error) {
      problems.push(problemOf(definition, environment, error as Error));
    }
  }
  // Undefined if its value is invalid, which is the problem then.
  if (typeof values.readDatabaseUrl === 'string' && values.databaseUrl === null) {
    problems.push('ASSAY_READ_DATABASE_URL needs DATABASE_URL: it names a replica of that database');
  }
  problems.push(...unknownVariables(environment));
  if (problems.length > 0) throw new ConfigError(problems);
  const config = values as { -readonly [K in keyof Config]: Config[K] };
  config.webhookAllowCidrs ??= isQuickStart(config) ? Object.freeze(['127.0.0.0/8', '::1/128']) : [];
  config.shutdownDelaySeconds ??= config.databaseUrl === null ? 0 : BALANCER_DELAY;
  return Object.freeze(config);
}

/** The text of a setting: its variable, or for a secret the content of the file that `VARIABLE_FILE` names. */
function textOf({ variable, secret }: Setting<unknown>, environment: Environment): string | undefined {
  const given = environment[variable];
  const file = secret ? environment[`${variable}_FILE`] : undefined;
  if (given !== undefined && file !== undefined) {
    throw new FileProblem(`is set, and so is ${variable}: use one of them`);
  }
  if (file !== undefined) return textOfFile(file);
  // Docker, unlike a shell or systemd, takes those of a file of settings for a part of the value: DATA_DIR would be a folder named `"`.
  if (given !== undefined && /^(["']).*\1$/s.test(given)) throw new Error('set without the quotation marks around it');
  return given;
}

/** Without the mark that some editors put before UTF-8: nobody could see it at the start of a password. */
function textOfFile(file: string): string {
  let bytes: Uint8Array;
  try {
    bytes = readFileSync(file);
  } catch (error) {
    throw new FileProblem(`names ${file}, which cannot be read: ${(error as NodeJS.ErrnoException).code}`);
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes).replace(/\r?\n$/, '');
  } catch {
    throw new FileProblem(`names ${file}, which is not a text in UTF-8`);
  }
}

/** A `VARIABLE_FILE` that cannot be used; the message completes "VARIABLE_FILE …". */
class FileProblem extends Error {}

function problemOf({ variable, secret, fallback }: Setting<unknown>, environment: Environment, error: Error): string {
  if (error instanceof FileProblem) return `${variable}_FILE ${error.message}`;
  const inFile = secret && environment[variable] === undefined ? ` (read from ${environment[`${variable}_FILE`]})` : '';
  const actual = secret ? inFile : `, not ${JSON.stringify(environment[variable] ?? fallback)}`;
  return `${variable} must be ${error.message}${actual}`;
}

/**
 * Whether nobody else can reach the service. Behind a proxy on the same machine, `HOST` is loopback, too; webhooks to
 * loopback would then let every member who may save an endpoint reach the services of that machine.
 */
function isQuickStart({ host, publicUrl, trustedProxies }: Pick<Config, 'host' | 'publicUrl' | 'trustedProxies'>) {
  return isLoopback(host) && publicUrl === null && trustedProxies.length === 0;
}

/**
 * Variables that the guides define for the program that calls Assay. The service and its commands must also start in a shell in which
 * someone follows the guides.
 */
const CLIENT_VARIABLES = [
  'ASSAY_URL',
  'ASSAY_SECRET_KEY',
  'ASSAY_PUBLIC_KEY',
  'ASSAY_WEBHOOK_SECRET',
  'ASSAY_TIMEOUT_MS',
] as const;

const PREFIX = 'ASSAY_';

/** Unknown variables are errors, because a misspelled setting would silently leave its default in effect. */
function unknownVariables(environment: Environment): string[] {
  const known = Object.values<Setting<unknown>>(SETTINGS).flatMap(({ variable, secret }) =>
    secret ? [variable, `${variable}_FILE`] : [variable],
  );
  const allowed: ReadonlySet<string> = new Set([...known, ...CLIENT_VARIABLES]);
  return Object.keys(environment)
    .filter((name) => name.startsWith(PREFIX) && !allowed.has(name))
    .sort()
    .map((name) => {
      const close = suggestion(name, known);
      return `${name} is not a setting${close === null ? '' : `; did you mean ${close}?`}`;
    });
}

/** Compared without the prefix, which makes all names look alike. Four settings, such as PORT, do not have it. */
function suggestion(name: string, known: readonly string[]): string | null {
  const bare = name.slice(PREFIX.length);
  const meant = [bare, name.replace(/_FILE$/, '')].find((candidate) => known.includes(candidate));
  if (meant !== undefined) return meant;
  const prefixed = known.filter((variable) => variable.startsWith(PREFIX));
  const close = nearest(
    bare,
    prefixed.map((variable) => variable.slice(PREFIX.length)),
  );
  return close === null ? null : `${PREFIX}${close}`;
}

/** Whether a host to listen on is reachable from this machine only. */
export function isLoopback(name: string): boolean {
  if (isIP(name) === 4) return name.startsWith('127.');
  return name === 'localhost' || name === '::1';
}
