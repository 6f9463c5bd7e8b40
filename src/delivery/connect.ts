// Opens a connection: resolves the name once, checks every address, and connects to one of the checked addresses.
import { constants } from 'node:crypto';
import { connect as connectTcp, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { AttemptError } from '../webhooks/retry.ts';
import { isAllowedAddress, type Target, type TargetRules } from '../webhooks/target.ts';
import type { HostResolver } from './resolve-host.ts';

export interface ConnectOptions {
  rules: TargetRules;
  resolve: HostResolver;
  /** Certificate authorities in PEM instead of the system's, for tests; operators use NODE_EXTRA_CA_CERTS. */
  authorities?: readonly string[] | undefined;
}

/**
 * The most that is received for TLS, with what the other limits do not see: records of a handshake that never ends, or that carry no data. A
 * chain of certificates has at most 100 KB, and a response that is read to its end 256 KiB.
 */
const MAX_RECEIVED_BYTES = 384 * 1024;
const RECEIVED_CHECK_MS = 50;

/** Why there is no connection. */
export class ConnectFailure extends Error {
  readonly reason: AttemptError;

  constructor(reason: AttemptError, cause?: unknown) {
    super(reason, { cause });
    this.reason = reason;
  }
}

/**
 * Returns a connected socket, after the TLS handshake if `secure`. When `signal` aborts, its reason is thrown unchanged.
 * @throws ConnectFailure
 */
export async function connect(
  target: Target,
  secure: boolean,
  options: ConnectOptions,
  signal: AbortSignal,
): Promise<Socket> {
  const addresses = await unlessAborted(options.resolve(target.host), signal);
  if (addresses === null || addresses.length === 0) throw new ConnectFailure('dns_failed');
  // One forbidden address rejects the target: a name that also resolves to an internal address is an attack or a mistake.
  if (!addresses.every((address) => isAllowedAddress(address, target.port, options.rules))) {
    throw new ConnectFailure('target_refused');
  }
  const socket = await dialFirst(addresses, target.port, signal);
  return secure ? await startTls(socket, target.host, options.authorities, signal) : socket;
}

/** Tries at most two addresses: an attempt is short, and a list of dead addresses must not use up its time. */
async function dialFirst(addresses: readonly string[], port: number, signal: AbortSignal): Promise<Socket> {
  const [first, second] = addresses as readonly [string, ...string[]];
  if (second === undefined) return dial(first, port, signal);
  // The first address gets two of the five seconds, so that a black hole leaves time for the second.
  const firstLimit = new AbortController();
  const forwardAbort = () => firstLimit.abort(signal.reason);
  signal.addEventListener('abort', forwardAbort, { once: true });
  const timer = setTimeout(() => firstLimit.abort(new ConnectFailure('connect_timeout')), 2_000);
  try {
    return await dial(first, port, firstLimit.signal);
  } catch (error) {
    if (signal.aborted) throw error;
    return await dial(second, port, signal);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', forwardAbort);
  }
}

function dial(address: string, port: number, signal: AbortSignal): Promise<Socket> {
  const socket = connectTcp({ host: address, port, noDelay: true, autoSelectFamily: false });
  return untilEvent(socket, 'connect', 'connect_failed', signal);
}

function startTls(
  socket: Socket,
  name: string,
  authorities: readonly string[] | undefined,
  signal: AbortSignal,
): Promise<Socket> {
  limitReceived(socket);
  const secured = connectTls({
    socket,
    // The certificate is checked against the name, not against the address of the connection.
    host: name,
    servername: isIP(name) === 0 ? name.replace(/\.$/, '') : '',
    ALPNProtocols: ['http/1.1'],
    minVersion: 'TLSv1.2',
    // A receiver could begin a handshake after the other: four attempts took a third of a core for ten seconds.
    secureOptions: constants.SSL_OP_NO_RENEGOTIATION,
    ...(authorities === undefined ? {} : { ca: [...authorities] }),
  });
  return untilEvent(secured, 'secureConnect', 'tls_failed', signal);
}

/** TLS reads the socket itself, so that nothing here sees what arrives. */
function limitReceived(socket: Socket): void {
  const timer = setInterval(() => {
    if (socket.bytesRead > MAX_RECEIVED_BYTES) socket.destroy();
  }, RECEIVED_CHECK_MS);
  socket.once('close', () => clearInterval(timer));
}

/** Resolves with the socket when it emits `event`; on any failure destroys it and rejects with the reason. */
function untilEvent<S extends Socket>(
  socket: S,
  event: string,
  failure: AttemptError,
  signal: AbortSignal,
): Promise<S> {
  return new Promise((resolve, reject) => {
    const settle = (act: () => void) => {
      signal.removeEventListener('abort', onAbort);
      socket.off(event, onEvent).off('error', onError).off('close', onError);
      act();
    };
    const fail = (reason: unknown) =>
      settle(() => {
        // Without a listener, a late error of the destroyed socket would crash the process.
        socket.on('error', () => undefined);
        socket.destroy();
        reject(reason);
      });
    const onEvent = () => settle(() => resolve(socket));
    const onError = (cause?: unknown) => fail(new ConnectFailure(failure, cause));
    const onAbort = () => fail(signal.reason);
    socket.once(event, onEvent).once('error', onError).once('close', onError);
    signal.addEventListener('abort', onAbort, { once: true });
    if (signal.aborted) onAbort();
  });
}

function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason);
    signal.addEventListener('abort', onAbort, { once: true });
    if (signal.aborted) onAbort();
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}
