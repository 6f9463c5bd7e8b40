// Builds the logger: JSON lines for collectors, or short lines for people at a terminal.
import { pino } from 'pino';
import type { Config } from '../config/config.ts';
import { type LogRecord, logLine } from './log-line.ts';

/** Whether people read this output: configured, or because it is a terminal. */
export function isForPeople({ logFormat }: Pick<Config, 'logFormat'>): boolean {
  return logFormat === null ? process.stdout.isTTY === true : logFormat === 'text';
}

export function createLogger(config: Pick<Config, 'logLevel' | 'logFormat'>): pino.Logger {
  const options = { level: config.logLevel, base: null, timestamp: pino.stdTimeFunctions.isoTime };
  if (!isForPeople(config)) return pino(options);
  const { stdout } = process;
  // `hasColors` exists on terminals only, and respects NO_COLOR.
  const colors = stdout.isTTY === true && stdout.hasColors();
  return pino(options, {
    write: (line) => void stdout.write(`${logLine(JSON.parse(line) as LogRecord, colors)}\n`),
  });
}
