// POSTs to a checked address: one connection, one request, and the start of the response, within ten seconds of wall-clock time.
import type { Socket } from 'node:net';
import { Client, type Dispatcher, errors } from 'undici';
import { type AttemptError, type AttemptOutcome, CONNECT_TIMEOUT, REQUEST_TIMEOUT } from '../webhooks/retry.ts';
import { responseSnippet, SNIPPET_INPUT_BYTES } from '../webhooks/snippet.ts';
import { describe, TARGET_NOT_ALLOWED } from '../webhooks/target.ts';
import { ConnectFailure, type ConnectOptions, connect } from './connect.ts';
import { readFinalResponse } from './final-response.ts';

export interface PostRequest {
  url: string;
  headers: Readonly<Record<string, string>>;
  body: string;
  /** Texts that the snippet of the response must not contain. */
  secrets: readonly string[];
}

export interface AttemptReport {
  outcome: AttemptOutcome;
  /** From the start to the last byte read, ms. */
  durationMs: number;
  snippet: string | null;
}

/** The connection closes after this much of a response. Shorter ones are read fully, so small servers see no reset. */
const READ_BYTES = 64 * 1024;
const USER_AGENT = 'Assay-Webhooks/1';
/** Shared by all attempts: undici would create an error with a stack for each, 60 of the 770 µs of an attempt. */
const ENDED = new Error('the attempt has ended');

/** Sends once. Never throws: failures are part of the report. */
export async function post(request: PostRequest, options: ConnectOptions): Promise<AttemptReport> {
  const startedAt = performance.now();
  const limits = new AbortController();
  const stop = (reason: AttemptError) => () => limits.abort(new ConnectFailure(reason));
  const requestTimer = setTimeout(stop('request_timeout'), REQUEST_TIMEOUT);
  const connectTimer = setTimeout(stop('connect_timeout'), CONNECT_TIMEOUT);
  let status: number | null = null;
  let snippet: string | null = null;
  let error: AttemptError | null = null;
  try {
    const url = new URL(request.url);
    const socket = await connect(describe(url), url.protocol === 'https:', options, limits.signal);
    clearTimeout(connectTimer);
    snippet = await exchange(socket, url, request, limits.signal, (code) => {
      status = code;
    });
  } catch (cause) {
    error = errorOf(cause, limits.signal);
    if (error === 'target_refused') snippet = TARGET_NOT_ALLOWED;
  } finally {
    clearTimeout(connectTimer);
    clearTimeout(requestTimer);
  }
  return { outcome: outcomeOf(status, error), durationMs: Math.round(performance.now() - startedAt), snippet };
}

/** Once the response head is complete, its status counts, even if the body then fails. */
function outcomeOf(status: number | null, error: AttemptError | null): AttemptOutcome {
  if (status !== null) return { httpStatus: status, error: null };
  return { httpStatus: null, error: error ?? 'protocol_error' };
}

async function exchange(
  socket: Socket,
  url: URL,
  { headers, body, secrets }: PostRequest,
  signal: AbortSignal,
  onStatus: (code: number) => void,
): Promise<string | null> {
  readFinalResponse(socket);
  const client = new Client(url.origin, {
    // The socket is already connected, so undici has nothing to resolve or reconnect. The callback is deferred because
    // undici never writes to a socket that it gets synchronously inside its own call.
    connect: (_options, callback) => queueMicrotask(() => callback(null, socket)),
    headersTimeout: 0,
    bodyTimeout: 0,
    pipelining: 1,
  });
  const destroy = () => client.destroy(ENDED, () => undefined);
  signal.addEventListener('abort', destroy, { once: true });
  socket.on('error', () => undefined);
  try {
    const response = await client.request({
      method: 'POST',
      path: `${url.pathname}${url.search}`,
      headers: { ...headers, 'User-Agent': USER_AGENT },
      body,
      reset: true,
    });
    onStatus(response.statusCode);
    return await readSnippet(response, secrets);
  } finally {
    signal.removeEventListener('abort', destroy);
    destroy();
    socket.destroy();
  }
}

async function readSnippet(response: Dispatcher.ResponseData, secrets: readonly string[]): Promise<string | null> {
  const chunks: Buffer[] = [];
  let stored = 0;
  let received = 0;
  let complete = false;
  try {
    for await (const chunk of response.body as AsyncIterable<Buffer>) {
      if (stored < SNIPPET_INPUT_BYTES) {
        chunks.push(chunk.subarray(0, SNIPPET_INPUT_BYTES - stored));
        stored = Math.min(stored + chunk.length, SNIPPET_INPUT_BYTES);
      }
      received += chunk.length;
      if (received >= READ_BYTES) break;
    }
    complete = received === stored;
  } catch {
    // The head was complete; a body that breaks off or exceeds the ten seconds affects only the snippet.
  }
  if (received === 0) return null;
  const encoding = response.headers['content-encoding'];
  // Never decompressed: a thousand bytes of gzip can expand to a gigabyte.
  if (encoding !== undefined && encoding !== 'identity') return '(encoded body not shown)';
  return responseSnippet(Buffer.concat(chunks), complete, secrets);
}

function errorOf(cause: unknown, signal: AbortSignal): AttemptError {
  if (signal.aborted && signal.reason instanceof ConnectFailure) return signal.reason.reason;
  if (cause instanceof ConnectFailure) return cause.reason;
  // Without a code for most of what is not HTTP.
  if (cause instanceof errors.HTTPParserError) return 'protocol_error';
  const code = (cause as { code?: unknown } | null)?.code;
  return typeof code === 'string' && PROTOCOL_CODES.has(code) ? 'protocol_error' : 'connection_lost';
}

const PROTOCOL_CODES: ReadonlySet<string> = new Set([
  'UND_ERR_HEADERS_OVERFLOW',
  'UND_ERR_RES_CONTENT_LENGTH_MISMATCH',
  'UND_ERR_INVALID_ARG',
  'UND_ERR_NOT_SUPPORTED',
]);
