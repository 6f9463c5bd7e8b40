// Implements `assay webhooks listen`: a local receiver that verifies and prints deliveries, for trying out webhooks.
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Command } from 'commander';
import { isWebhookSecret } from '../access/credential.ts';
import type { Context } from '../flows/context.ts';
import { verifyEncryptionKeys } from '../flows/tenants/rotate-secrets.ts';
import { deleteEndpoint } from '../flows/webhooks/change-endpoint.ts';
import { createEndpoint } from '../flows/webhooks/create-endpoint.ts';
import { isoTime, SECOND } from '../vocabulary/clock.ts';
import { ID_HEADER, SIGNATURE_HEADER, TIMESTAMP_HEADER, type Verdict, verify } from '../webhooks/signature.ts';
import { chooseEnvironment, ENVIRONMENT_OPTION } from './choose-environment.ts';
import { withContext } from './open-context.ts';
import { operator } from './operator.ts';
import { UsageError } from './output.ts';

interface ListenOptions {
  environment: string;
  port: string;
  secret?: string;
  json?: boolean;
}

/** A larger body cannot be a webhook of this service. */
const MAX_BODY_BYTES = 1024 * 1024;

export function addListenCommand(webhooks: Command): void {
  webhooks
    .command('listen')
    .description('receive, verify and print deliveries until Ctrl-C, through a temporary endpoint')
    .option(...ENVIRONMENT_OPTION)
    .option('--port <port>', 'TCP port on 127.0.0.1; 0 chooses a free one', '0')
    .option('--secret <secret>', 'verify with this secret instead of creating an endpoint')
    .option('--json', 'print each delivery as one line of JSON')
    .action(listen);
}

async function listen(options: ListenOptions): Promise<void> {
  const port = Number(options.port);
  if (!/^\d{1,5}$/.test(options.port) || port > 65_535) throw new UsageError('--port must be from 0 to 65535');
  if (options.secret !== undefined && !isWebhookSecret(options.secret)) {
    throw new UsageError('--secret must be the whole secret of an endpoint: whsec_ and 52 letters and digits');
  }
  const key = { secret: options.secret ?? '' };
  const server = createServer((request, response) => void receive(request, response, key, options.json));
  server.listen(port, '127.0.0.1');
  await once(server, 'listening').catch((error) => {
    throw portError(port, error);
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  try {
    if (options.secret !== undefined) await untilInterrupted(`listening on ${url}`);
    else await withContext('control', (context) => listenAsEndpoint(context, url, key, options));
  } finally {
    close(server);
  }
}

function portError(port: number, error: NodeJS.ErrnoException): unknown {
  const { code } = error;
  if (code === 'EADDRINUSE') return new UsageError(`--port ${port} is in use by another process: use 0 for a free one`);
  if (code === 'EACCES') return new UsageError(`this account may not listen on --port ${port}: use 1024 or more, or 0`);
  return error;
}

/** Creates an endpoint for this receiver and deletes it at the end. */
async function listenAsEndpoint(
  context: Context,
  url: string,
  key: { secret: string },
  options: ListenOptions,
): Promise<void> {
  const environment = await chooseEnvironment(context, options.environment);
  const actor = operator(environment.organizationId);
  const draft = { url, description: 'assay webhooks listen', eventTypes: ['*'], status: 'active' } as const;
  // The command reads keys from its own data folder, which must match the service's.
  await verifyEncryptionKeys(context);
  const { endpoint, secret } = await createEndpoint(context, actor, environment, draft);
  key.secret = secret;
  try {
    await untilInterrupted(`listening on ${url} for everything in ${environment.id} (${environment.kind})
secret ${secret}
send an event with a key of that environment to see its deliveries; press Ctrl-C to stop`);
  } finally {
    await deleteEndpoint(context, actor, [environment], endpoint.id);
  }
}

function untilInterrupted(message: string): Promise<void> {
  process.stderr.write(`${message}\n`);
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve());
  });
}

function close(server: Server): void {
  server.close();
  server.closeAllConnections();
}

async function receive(
  request: IncomingMessage,
  response: ServerResponse,
  { secret }: { secret: string },
  json: boolean | undefined,
): Promise<void> {
  const body = await readBody(request).catch(() => null);
  if (body === null || request.method !== 'POST') {
    response.writeHead(400).end();
    return;
  }
  const header = (name: string) => String(request.headers[name.toLowerCase()] ?? '');
  const received = { timestamp: header(TIMESTAMP_HEADER), signature: header(SIGNATURE_HEADER), body };
  const verdict = verify(secret, received, Date.now() / SECOND);
  process.stdout.write(`${line(verdict, header(ID_HEADER), body, json)}\n`);
  response.writeHead(verdict === 'valid' ? 204 : 401).end();
}

async function readBody(request: IncomingMessage): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_BODY_BYTES) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function line(verdict: Verdict, id: string, body: Buffer, json: boolean | undefined): string {
  const at = isoTime(Date.now());
  // Never print an unverified body: a terminal interprets control characters.
  if (verdict !== 'valid') return json ? JSON.stringify({ at, verdict }) : `${at}  ${verdict.toUpperCase()}`;
  const envelope = JSON.parse(body.toString()) as Envelope;
  if (json) return JSON.stringify({ at, verdict, id, envelope });
  const { event_id, device_id, risk } = envelope.data;
  const riskText =
    risk === null ? '' : `${risk.decision} ${risk.score} ${risk.signals.map(({ code }) => code).join(' ')}`;
  return [at, 'verified', envelope.type.padEnd(30), event_id ?? device_id, riskText].join('  ').trimEnd();
}

interface Envelope {
  type: string;
  data: {
    event_id: string | null;
    device_id: string;
    risk: { decision: string; score: number; signals: { code: string }[] } | null;
  };
}
