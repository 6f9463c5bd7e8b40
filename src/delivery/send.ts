// One attempt: one connection, one request, one answer of which little is read, all within ten seconds of wall clock.
import type { Socket } from 'node:net';
import { Client, type Dispatcher } from 'undici';
import { type AttemptError, type AttemptOutcome, CONNECT_TIMEOUT, REQUEST_TIMEOUT } from '../webhooks/retry.ts';
import { deliveryHeaders } from '../webhooks/signature.ts';
import { responseSnippet, SNIPPET_INPUT_BYTES } from '../webhooks/snippet.ts';
import { describe, TARGET_NOT_ALLOWED } from '../webhooks/target.ts';
import { ConnectFailure, type ConnectOptions, connect } from './connect.ts';

export interface Attempt {
  /** Of the delivery: `wh_evt_…`. */
  id: string;
  url: string;
  secret: string;
  body: string;
  /** When it is signed, ms of the service's clock. */
  at: number;
}

export interface AttemptReport {
  end: AttemptOutcome;
  /** From the start to the last byte that was read, ms. */
  durationMs: number;
  snippet: string | null;
}

/** After this much of an answer the connection is closed; less is read to its end, so that a small server sees no reset. */
const READ_BYTES = 64 * 1024;
const USER_AGENT = 'Assay-Webhooks/1';
/** One for all attempts: undici would make an error with its stack for each (60 of the 770 µs that one took). */
const ENDED = new Error('the attempt has ended');

/** Sends once and never throws: whatever happens is the attempt's report. */
export async function send(attempt: Attempt, options: ConnectOptions): Promise<AttemptReport> {
  const startedAt = performance.now();
  const limits = new AbortController();
  const stop = (reason: AttemptError) => () => limits.abort(new ConnectFailure(reason));
  const requestTimer = setTimeout(stop('request_timeout'), REQUEST_TIMEOUT);
  const connectTimer = setTimeout(stop('connect_timeout'), CONNECT_TIMEOUT);
  let status: number | null = null;
  let snippet: string | null = null;
  let error: AttemptError | null = null;
  try {
    const url = new URL(attempt.url);
    const socket = await connect(describe(url), url.protocol === 'https:', options, limits.signal);
    clearTimeout(connectTimer);
    const answer = await exchange(socket, url, attempt, limits.signal, (head) => {
      status = head;
    });
    snippet = answer;
  } catch (cause) {
    error = errorOf(cause, limits.signal);
    if (error === 'target_refused') snippet = TARGET_NOT_ALLOWED;
  } finally {
    clearTimeout(connectTimer);
    clearTimeout(requestTimer);
  }
  return { end: attemptEnd(status, error), durationMs: Math.round(performance.now() - startedAt), snippet };
}

/** A complete head is an answer, whatever happened to the body after it. */
function attemptEnd(status: number | null, error: AttemptError | null): AttemptOutcome {
  if (status !== null) return { httpStatus: status, error: null };
  return { httpStatus: null, error: error ?? 'protocol_error' };
}

async function exchange(
  socket: Socket,
  url: URL,
  attempt: Attempt,
  signal: AbortSignal,
  onHead: (status: number) => void,
): Promise<string | null> {
  const client = new Client(url.origin, {
    // The socket is made already: undici is given no name to resolve and nothing to reconnect to. Handed over at once,
    // inside undici's own call, the socket would not be written to.
    connect: (_options, callback) => queueMicrotask(() => callback(null, socket)),
    headersTimeout: 0,
    bodyTimeout: 0,
    pipelining: 1,
  });
  const destroy = () => client.destroy(ENDED, () => undefined);
  signal.addEventListener('abort', destroy, { once: true });
  socket.on('error', () => undefined);
  try {
    const answer = await client.request({
      method: 'POST',
      path: `${url.pathname}${url.search}`,
      headers: {
        ...deliveryHeaders(attempt.id, attempt.secret, attempt.at, attempt.body),
        'User-Agent': USER_AGENT,
      },
      body: attempt.body,
      reset: true,
    });
    onHead(answer.statusCode);
    return await readSnippet(answer, attempt.secret);
  } finally {
    signal.removeEventListener('abort', destroy);
    destroy();
    socket.destroy();
  }
}

async function readSnippet(answer: Dispatcher.ResponseData, secret: string): Promise<string | null> {
  const chunks: Buffer[] = [];
  let kept = 0;
  let seen = 0;
  let complete = false;
  try {
    for await (const chunk of answer.body as AsyncIterable<Buffer>) {
      if (kept < SNIPPET_INPUT_BYTES) {
        chunks.push(chunk.subarray(0, SNIPPET_INPUT_BYTES - kept));
        kept = Math.min(kept + chunk.length, SNIPPET_INPUT_BYTES);
      }
      seen += chunk.length;
      if (seen >= READ_BYTES) break;
    }
    complete = seen === kept;
  } catch {
    // The head was complete; a body that breaks off or outlasts the ten seconds changes nothing but the snippet.
  }
  if (seen === 0) return null;
  const encoding = answer.headers['content-encoding'];
  // Never inflated: a thousand bytes of gzip can hold a gigabyte.
  if (encoding !== undefined && encoding !== 'identity') return '(an encoded body is not shown)';
  return responseSnippet(Buffer.concat(chunks), complete, [secret]);
}

function errorOf(cause: unknown, signal: AbortSignal): AttemptError {
  if (signal.aborted && signal.reason instanceof ConnectFailure) return signal.reason.reason;
  if (cause instanceof ConnectFailure) return cause.reason;
  const code = (cause as { code?: unknown } | null)?.code;
  return typeof code === 'string' && (code.startsWith('HPE_') || PROTOCOL_CODES.has(code))
    ? 'protocol_error'
    : 'connection_lost';
}

const PROTOCOL_CODES: ReadonlySet<string> = new Set([
  'UND_ERR_HEADERS_OVERFLOW',
  'UND_ERR_RES_CONTENT_LENGTH_MISMATCH',
  'UND_ERR_INVALID_ARG',
  'UND_ERR_NOT_SUPPORTED',
]);
