// Builds the logger: JSON lines for collectors, or short lines for people at a terminal.
import { pino } from 'pino';
import type { Config } from '../config/config.ts';
import { loggedError } from '../vocabulary/logged-error.ts';
import { type LogRecord, logLine } from './log-line.ts';
import { LogOutput } from './log-output.ts';

/** Whether people read this output: as configured, or because it is a terminal. */
export function isForPeople({ logFormat }: Pick<Config, 'logFormat'>): boolean {
  return logFormat === null ? process.stdout.isTTY === true : logFormat === 'text';
}

/** The service's logger, and the output that it writes to. */
export function createLogger(
  config: Pick<Config, 'logLevel' | 'logFormat'>,
  output = new LogOutput(),
): { logger: pino.Logger; output: LogOutput } {
  process.on('exit', () => output.flush());
  const { isoTime: timestamp } = pino.stdTimeFunctions;
  // pino's own serializer copies every field of an error.
  const options = { level: config.logLevel, base: null, timestamp, serializers: { err: loggedError } };
  if (!isForPeople(config)) return { logger: pino(options, output), output };
  const { stdout } = process;
  // `hasColors` exists on terminals only, and respects NO_COLOR.
  const colors = stdout.isTTY === true && stdout.hasColors();
  const write = (line: string) => output.write(`${logLine(JSON.parse(line) as LogRecord, colors)}\n`);
  return { logger: pino(options, { write }), output };
}
