// The API client: returns typed responses, throws problem documents as errors, and ends the session on a 401.
import { currentToken, expireSession } from './session.ts';

export interface ValidationIssue {
  pointer: string;
  code: string;
  detail: string;
}

/** An RFC 9457 problem document, or a substitute for one if the service is unreachable. */
export class Problem extends Error {
  readonly status: number;
  readonly code: string;
  readonly title: string;
  readonly requestId: string | null;
  readonly issues: readonly ValidationIssue[];
  readonly retryAfter: number | null;
  readonly body: Readonly<Record<string, unknown>>;

  constructor(status: number, body: Readonly<Record<string, unknown>>, retryAfter: number | null) {
    const text = (name: string, otherwise: string) =>
      typeof body[name] === 'string' && body[name] !== '' ? String(body[name]) : otherwise;
    super(text('detail', text('title', `The service responded with status ${status}`)));
    this.name = 'Problem';
    this.status = status;
    this.code = text('code', 'unknown');
    this.title = text('title', `Error ${status}`);
    this.requestId = typeof body.request_id === 'string' ? body.request_id : null;
    this.issues = Array.isArray(body.errors) ? (body.errors as ValidationIssue[]) : [];
    this.retryAfter = retryAfter;
    this.body = body;
  }
}

export type Query = Readonly<Record<string, string | number | readonly string[] | undefined>>;

export interface CallOptions {
  query?: Query;
  body?: unknown;
  headers?: Record<string, string>;
  signal?: AbortSignal;
  /** Sent instead of the session's token; empty for a call without a credential. */
  token?: string;
}

/** A path with its query: lists repeat the parameter, empty values are omitted. */
export function withQuery(path: string, query: Query = {}): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined && one !== '') parameters.append(name, String(one));
    }
  }
  const text = parameters.toString();
  return text === '' ? path : `${path}?${text}`;
}

/** Sends a request and returns the raw response. @throws Problem unless the request succeeds. */
export async function send(method: string, path: string, options: CallOptions = {}): Promise<Response> {
  const headers: Record<string, string> = { accept: 'application/json', ...options.headers };
  const token = options.token ?? currentToken();
  if (token === null) throw new Problem(401, SESSION_ENDED, null);
  if (token) headers.authorization = `Bearer ${token}`;
  if (options.body !== undefined) headers['content-type'] = 'application/json';
  const response = await fetchOrProblem(withQuery(path, options.query), {
    method,
    headers,
    body: options.body === undefined ? undefined : JSON.stringify(options.body),
    signal: options.signal ?? null,
    cache: 'no-store',
    credentials: 'omit',
  });
  if (response.ok) return response;
  const problem = new Problem(response.status, await problemBody(response), retryAfter(response));
  if (response.status !== 401 || options.token !== undefined) throw problem;
  expireSession(token);
  // A form still shows this after the next login.
  throw new Problem(401, SESSION_ENDED, null);
}

async function fetchOrProblem(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init);
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw new Problem(0, { title: 'The service is unreachable', code: 'unreachable', detail: UNREACHABLE }, null);
  }
}

const SESSION_ENDED = {
  title: 'Your session has ended',
  code: 'session_ended',
  detail: 'Log in again, then try again.',
};

const UNREACHABLE =
  'The service is unreachable. Check that it is running and that this computer is online, then try again.';

async function problemBody(response: Response): Promise<Record<string, unknown>> {
  try {
    const body: unknown = await response.json();
    return typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

function retryAfter(response: Response): number | null {
  const seconds = Number(response.headers.get('retry-after'));
  return Number.isFinite(seconds) && seconds > 0 ? seconds : null;
}

/** Sends a request and returns the JSON body of the response, or undefined for 204. */
export async function call<T>(method: string, path: string, options: CallOptions = {}): Promise<T> {
  const response = await send(method, path, options);
  return (response.status === 204 ? undefined : await response.json()) as T;
}

/** Reads newline-delimited JSON as it arrives, until the stream, `signal` or the consumer ends it. */
export async function* lines<T>(method: string, path: string, options: CallOptions = {}): AsyncGenerator<T> {
  const response = await send(method, path, {
    ...options,
    headers: { accept: 'application/x-ndjson', ...options.headers },
  });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  if (reader === undefined) return;
  let rest = '';
  try {
    for (;;) {
      const { value, done } = await reader.read();
      const parts = (rest + (value ?? '')).split('\n');
      rest = done ? '' : (parts.pop() ?? '');
      for (const part of parts) if (part.trim() !== '') yield JSON.parse(part) as T;
      if (done) return;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
