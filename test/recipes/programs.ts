// Runs the programs of examples/ against a real service, and against one that stalls, for the tests of every language.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { ROOT } from '../cli/run-cli.ts';
import type { TestServer } from '../http/test-server.ts';

/** A hanging program fails after this time, ms. Compilers of Go and Java on a busy machine need most of it. */
const MAX_RUN = 60_000;

export type Command = readonly [program: string, ...args: string[]];

/** Runs a program to its end and returns its standard output; a failure also shows its errors. */
export async function runProgram([program, ...args]: Command, environment: Record<string, string>): Promise<string> {
  const env = { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', ...environment };
  const child = spawn(program, args, { cwd: join(ROOT, 'examples'), env, timeout: MAX_RUN });
  const output = { out: '', err: '' };
  child.stdout.setEncoding('utf8').on('data', (text) => {
    output.out += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text) => {
    output.err += text;
  });
  const [code] = (await once(child, 'close')) as [number | null];
  assert.equal(code, 0, `${program} ${args.join(' ')}\n${output.err}`);
  return output.out;
}

/** The events of an account as `type decision`, oldest first, and the authentication outcome of each. */
export async function eventsOf(server: TestServer, account: string): Promise<string[]> {
  const headers = { authorization: `Bearer ${server.keys.test.secret}` };
  const url = `/v1/environments/${server.environments.test.id}/events?account_id=${account}`;
  const events = (await server.request({ url, headers })).json().data as { id: string }[];
  const details = events.map(async ({ id }) => {
    const { event_type, risk, outcome } = (await server.request({ url: `/v1/events/${id}`, headers })).json().data;
    return [event_type, risk.decision, outcome?.authentication_outcome].filter(Boolean).join(' ');
  });
  return (await Promise.all(details)).reverse();
}

export interface StallingService {
  url: string;
  /** The requests that arrived: key and body. */
  requests: { key: string; body: string }[];
  /** Waits for this many requests. */
  received(count: number): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** A service that never answers the first event but answers all others: a momentary outage. */
export async function startStallingService(): Promise<StallingService> {
  const requests: StallingService['requests'] = [];
  const server = createServer(async (request, response) => {
    const body = await textOf(request);
    // A client may load fetch with a first call, which does not count as an event.
    if (request.url === '/healthz') return void response.end('{"status":"ok"}');
    requests.push({ key: String(request.headers['idempotency-key']), body });
    if (requests.length === 1) return;
    const data = { id: 'evt_1', risk: { decision: 'block', score: 95, signals: [] } };
    response.writeHead(201, { 'content-type': 'application/json' }).end(JSON.stringify({ data }));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    received: async (count) => {
      while (requests.length < count) await pause(20);
    },
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** A service that rejects every event with signals and blocks all others. */
export async function startRefusingService(): Promise<{ url: string } & AsyncDisposable> {
  const server = createServer(async (request, response) => {
    const refused = (await textOf(request)).includes('"signals"');
    const data = { id: 'evt_1', risk: { decision: 'block', score: 95, signals: [] } };
    const answer = refused ? { code: 'invalid_input', detail: 'The body is invalid.' } : { data };
    response.writeHead(refused ? 422 : 201, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) text += chunk;
  return text;
}

/** What every program must do when the service stalls: fail open, then send the same bytes under the same key. */
export function assertSameEventTwice({ requests }: StallingService): void {
  assert.equal(requests.length, 2);
  assert.match(requests[0]?.key ?? '', /^[\w-]{32,36}$/);
  assert.deepEqual(requests[0], requests[1]);
}
