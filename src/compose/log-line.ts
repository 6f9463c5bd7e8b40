// Formats one log record as a short line for people: time of day, what happened, and the important fields.
import { styleText } from 'node:util';

export interface LogRecord {
  level: number;
  time: string;
  msg: string;
  [field: string]: unknown;
}

type Style = Parameters<typeof styleText>[0];
type Paint = (style: Style, text: string) => string;

const DECISION_STYLES: Readonly<Record<string, Style>> = {
  allow: 'green',
  monitor: 'cyan',
  challenge: 'yellow',
  block: 'red',
};

/** Levels of pino: 40 is a warning, 50 and more are errors. */
const WARNING = 40;
const ERROR = 50;

/** A record without its line break. Errors are followed by their stack and those of their causes. */
export function logLine(record: LogRecord, colors: boolean): string {
  const paint: Paint = (style, text) => (colors ? styleText(style, text, { validateStream: false }) : text);
  const time = new Date(record.time).toTimeString().slice(0, 8);
  return `${paint('dim', time)} ${textOf(record, paint)}`;
}

function textOf(record: LogRecord, paint: Paint): string {
  if (record.msg === 'decision') return decisionText(record, paint);
  if (record.msg === 'request') return requestText(record, paint);
  const { level, time: _, msg, err, error, ...fields } = record;
  const mark = level >= ERROR ? paint('red', 'error: ') : level >= WARNING ? paint('yellow', 'warning: ') : '';
  const rest = Object.entries(fields).map(([name, value]) => `${paint('dim', `${name}=`)}${plain(value)}`);
  const stack = stackOf(err ?? error);
  return [`${mark}${msg}`, ...rest].join(' ') + (stack === null ? '' : `\n${stack}`);
}

/** Formats a decision: `block      89  login  evt_…  NEW_DEVICE, BRUTE_FORCE_SUSPECTED  4 ms`. */
function decisionText({ decision, score, event, event_type: type, signals, ms }: LogRecord, paint: Paint): string {
  const word = paint(DECISION_STYLES[String(decision)] ?? 'white', String(decision).padEnd(9));
  const codes = (signals as readonly string[]).join(', ') || 'no signals';
  return `${word} ${String(score).padStart(3)}  ${type}  ${paint('dim', String(event))}  ${codes}  ${paint('dim', `${ms} ms`)}`;
}

/** Formats a request: `GET /v1/devices/{device} 404 device_not_found 2.1 ms`. */
function requestText({ method, route, status, ms, code }: LogRecord, paint: Paint): string {
  const number = Number(status);
  const style: Style = number >= 500 ? 'red' : number >= 400 ? 'yellow' : 'dim';
  const reason = code === undefined ? '' : ` ${code}`;
  return `${method} ${route} ${paint(style, `${status}${reason}`)} ${paint('dim', `${ms} ms`)}`;
}

function plain(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function stackOf(error: unknown): string | null {
  const { stack, message, cause } = (error ?? {}) as { stack?: unknown; message?: unknown; cause?: unknown };
  const own = [stack, message].find((text) => typeof text === 'string');
  if (typeof own !== 'string') return null;
  const causes = stackOf(cause);
  return causes === null ? own : `${own}\ncaused by: ${causes}`;
}
