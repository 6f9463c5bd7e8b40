// A connection to the very address that was judged: the name is resolved once, every answer is judged, one is dialled.
import { connect as connectTcp, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { AttemptError } from '../webhooks/retry.ts';
import { isAllowedAddress, type Target, type TargetRules } from '../webhooks/target.ts';
import type { HostResolver } from './resolve-host.ts';

export interface ConnectOptions {
  rules: TargetRules;
  resolve: HostResolver;
  /** Certificate authorities in PEM beside the system's; the operator's way is NODE_EXTRA_CA_CERTS. */
  authorities?: readonly string[] | undefined;
}

/** Why there is no connection. */
export class ConnectFailure extends Error {
  readonly reason: AttemptError;

  constructor(reason: AttemptError, cause?: unknown) {
    super(reason, { cause });
    this.reason = reason;
  }
}

/** A usable socket, TLS done. `signal` ends the wait; its reason is thrown as it is. Throws `ConnectFailure`. */
export async function connect(
  target: Target,
  secure: boolean,
  options: ConnectOptions,
  signal: AbortSignal,
): Promise<Socket> {
  const addresses = await unlessAborted(options.resolve(target.host), signal);
  if (addresses === null || addresses.length === 0) throw new ConnectFailure('dns_failed');
  // One forbidden answer refuses the whole target: a name that also points inside is an attack or a mistake.
  if (!addresses.every((address) => isAllowedAddress(address, target.port, options.rules))) {
    throw new ConnectFailure('target_refused');
  }
  const socket = await dialFirst(addresses, target.port, signal);
  return secure ? await startTls(socket, target.host, options.authorities, signal) : socket;
}

/** Two addresses at most: an attempt is short, and a list of dead ones must not use it up. */
async function dialFirst(addresses: readonly string[], port: number, signal: AbortSignal): Promise<Socket> {
  const [first, second] = addresses as readonly [string, ...string[]];
  if (second === undefined) return dial(first, port, signal);
  // Half of the five seconds for the first, so that a black hole leaves time for the second.
  const impatient = new AbortController();
  const passOn = () => impatient.abort(signal.reason);
  signal.addEventListener('abort', passOn, { once: true });
  const timer = setTimeout(() => impatient.abort(new ConnectFailure('connect_timeout')), 2_000);
  try {
    return await dial(first, port, impatient.signal);
  } catch (error) {
    if (signal.aborted) throw error;
    return await dial(second, port, signal);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', passOn);
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
  const secured = connectTls({
    socket,
    // The certificate is checked against the name, not against the address that was dialled.
    host: name,
    servername: isIP(name) === 0 ? name.replace(/\.$/, '') : '',
    ALPNProtocols: ['http/1.1'],
    minVersion: 'TLSv1.2',
    ...(authorities === undefined ? {} : { ca: [...authorities] }),
  });
  return untilEvent(secured, 'secureConnect', 'tls_failed', signal);
}

/** The socket once it has emitted `event`; otherwise it is destroyed and the reason thrown. */
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
        // A late error of a destroyed socket must find a listener, or it ends the process.
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
