// Implements `assay events send` and `events tail`: try the API without writing code, and watch decisions as they happen.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Command } from 'commander';
import { loadConfig } from '../config/config.ts';
import type { Context } from '../flows/context.ts';
import { listEvents, type MaskedEvent, NO_FILTER } from '../flows/events/list-events.ts';
import { eventItem } from '../http/schemas/listed-event.ts';
import type { Environment } from '../records/tenants.ts';
import { isoTime, SECOND } from '../vocabulary/clock.ts';
import { SAMPLE_EVENT, USER_AGENT } from '../vocabulary/sample-event.ts';
import { chooseEnvironment, ENVIRONMENT_OPTION } from './choose-environment.ts';
import { findService, requestService, SERVICE_OPTIONS, type ServiceOptions } from './find-service.ts';
import { readInputFile } from './input-file.ts';
import { withContext } from './open-context.ts';
import { printable, printResult, UsageError } from './output.ts';
import { stopOnSignals } from './stop-on-signals.ts';

interface SendOptions extends ServiceOptions {
  event?: string;
  account?: string;
  file?: string;
  json?: boolean;
}

interface TailOptions {
  environment: string;
  lines: string;
  json?: boolean;
}

/** How often `tail` reads new events, ms. */
const POLL_INTERVAL = 500;
/** Events of the same moment may become visible in an order other than that of their ids, so `tail` reads this far back, ms. */
const OVERLAP = 5 * SECOND;
const PAGE = 100;

export function addEventCommands(program: Command): void {
  const events = program.command('events').description('send an event to the running service, and watch decisions');
  events
    .command('send')
    .description('send one event over HTTP and show the decision; without options, the sample login of a browser')
    .option(...SERVICE_OPTIONS.environment)
    .option('--event <type>', 'event type')
    .option('--account <id>', 'account id')
    .option('--file <file>', 'body of the request, as JSON; - reads standard input')
    .option(...SERVICE_OPTIONS.key)
    .option(...SERVICE_OPTIONS.url)
    .option('--json', 'print the response as JSON')
    .action(send);
  events
    .command('tail')
    .description('show new events of one environment until Ctrl-C')
    .option(...ENVIRONMENT_OPTION)
    .option('--lines <n>', 'how many earlier events to show first, up to 100', '10')
    .option('--json', 'print each event as one line of JSON')
    .action(tail);
}

async function send(options: SendOptions): Promise<void> {
  const { key, url } = findService(loadConfig(), options);
  const given = options.file === undefined ? SAMPLE_EVENT : readBody(options.file);
  const body = {
    ...given,
    ...(options.event === undefined ? {} : { event: options.event }),
    ...(options.account === undefined ? {} : { account: { id: options.account } }),
  };
  const answer = await requestService<Answer>(url, '/v1/events', {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', 'user-agent': USER_AGENT },
    body: JSON.stringify(body),
  });
  printResult(answer, options.json, () => sentText(answer.data));
}

interface Answer {
  id: string;
  event_type: string;
  risk?: { decision: string; score: number; signals: { code: string; weight: number; description: string }[] };
}

/** The risk is absent where a public key may not see it. */
function sentText({ id, event_type: type, risk }: Answer): string {
  if (risk === undefined) return `${id}  ${type}`;
  const signals = risk.signals.map(
    ({ code, weight, description }) => `  ${String(weight).padStart(4)}  ${code}: ${description}`,
  );
  return [`${risk.decision} ${risk.score}  ${type}  ${id}`, ...signals].join('\n');
}

function readBody(file: string): Record<string, unknown> {
  const text = readInputFile(file, `--file ${file}`);
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new UsageError(`--file ${file}: ${(error as Error).message}`);
  }
}

function tail(options: TailOptions): Promise<void> {
  const lines = /^\d{1,3}$/.test(options.lines) ? Number(options.lines) : -1;
  if (lines < 0 || lines > PAGE) throw new UsageError(`--lines must be from 0 to ${PAGE}`);
  return withContext('control', async (context) => {
    const environment = await chooseEnvironment(context, options.environment);
    const stop = stopOnSignals();
    try {
      for await (const event of newEvents(context, environment, lines, stop.requested)) {
        process.stdout.write(`${options.json ? JSON.stringify(eventItem(event)) : tailLine(event)}\n`);
      }
    } finally {
      stop.dispose();
    }
  });
}

/** The newest `count` events and then each new one, oldest first, until `stopped` returns true. */
async function* newEvents(
  context: Context,
  environment: Environment,
  count: number,
  stopped: () => boolean,
): AsyncGenerator<MaskedEvent> {
  let shown = await listEvents(context, environment, NO_FILTER, { limit: Math.max(1, count), from: null });
  shown.reverse();
  if (count > 0) yield* shown;
  while (!stopped()) {
    const from = shown[0] === undefined ? null : ({ id: shown[0].id, direction: 'newer' } as const);
    const page = await listEvents(context, environment, NO_FILTER, { limit: PAGE, from });
    if (from === null) page.reverse();
    const known = new Set(shown.map(({ id }) => id));
    const fresh = page.filter(({ id }) => !known.has(id));
    yield* fresh;
    shown = [...shown, ...fresh];
    const oldest = context.clock() - OVERLAP;
    // One event always remains: the next read begins after it.
    while (shown.length > PAGE / 2 || (shown.length > 1 && (shown[1] as MaskedEvent).createdAt < oldest)) shown.shift();
    if (fresh.length < PAGE / 2) await sleep(POLL_INTERVAL);
  }
}

function tailLine({ id, type, score, decision, signals, createdAt, externalAccountId }: MaskedEvent): string {
  const codes = signals.map((signal) => signal.code).join(', ') || 'no signals';
  return `${isoTime(createdAt)}  ${decision.padEnd(9)} ${String(score).padStart(3)}  ${type}  ${printable(externalAccountId ?? '-')}  ${id}  ${codes}`;
}
