// A process that floods a service on loopback, without a credential, until it is killed: `flood-client.ts NAME PORT`.
import { randomBytes } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { fileURLToPath } from 'node:url';

export const FLOODS = [
  'pipelined documents, never read',
  'pipelined pages from 200 connections, never read',
  'pipelined health checks',
  'large files, read slowly by 1,000 connections',
  '5,000 idle connections',
  '2,000 connections with unfinished 15 KiB headers',
  '1,000 bodies that never end',
  'half-open connections',
  'upgrade requests',
  'HTTP/2 prefaces',
  'unknown credentials',
  'logins',
  'new connections',
] as const;
export type Flood = (typeof FLOODS)[number];

interface Plan {
  connections: number;
  /** What each connection sends first. */
  hello: string;
  /** Sent again on each tick; empty for nothing. */
  again?: string | (() => string);
  /** ms between two ticks of all connections. */
  every?: number;
  /** `never` does not read, `slowly` reads 16 KiB per tick. */
  read?: 'never' | 'slowly';
  /** Sends FIN after the greeting. */
  finish?: boolean;
  /** Opens a connection in place of one that the service closed, at most this many per tick. */
  reopen: number;
}

const get = (path: string, more = '') => `GET ${path} HTTP/1.1\r\nHost: a\r\n${more}\r\n`;
/** 1.4 MB, the largest file of the service. */
const LARGE_FILE = '/docs/console/static/swagger-ui-bundle.js';
export const FLOODED_PATHS = [LARGE_FILE, '/openapi.json', '/healthz'] as const;
const UPGRADE = 'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAA\r\n';
const post = (path: string, body: string) =>
  `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
/** A login with a new email through a proxy that the service trusts, for a new address. */
function login(): string {
  const [a, b, c] = randomBytes(3);
  const body = `{"email":"${a}.${b}.${c}@example.com","password":"a wrong password"}`;
  return post('/v1/auth/login', body).replace('\r\n', `\r\nX-Forwarded-For: 8.${a}.${b}.${c}\r\n`);
}
const unknown = (n: number) => get('/v1/events/evt_x', `Authorization: Bearer sec_test_${'x'.repeat(20)}${n}\r\n`);

const PLANS: Record<Flood, Plan> = {
  'pipelined documents, never read': {
    connections: 6,
    hello: get('/openapi.json').repeat(1_400),
    read: 'never',
    reopen: 6,
  },
  'pipelined pages from 200 connections, never read': {
    connections: 200,
    hello: get(LARGE_FILE).repeat(1_000),
    read: 'never',
    reopen: 20,
  },
  'pipelined health checks': { connections: 20, hello: '', again: get('/healthz').repeat(10), every: 50, reopen: 20 },
  'large files, read slowly by 1,000 connections': {
    connections: 1_000,
    hello: get(LARGE_FILE),
    read: 'slowly',
    every: 500,
    reopen: 100,
  },
  '5,000 idle connections': { connections: 5_000, hello: '', reopen: 50 },
  '2,000 connections with unfinished 15 KiB headers': {
    connections: 2_000,
    hello: get('/healthz', `X: ${'x'.repeat(15_000)}`).slice(0, -2),
    reopen: 50,
  },
  '1,000 bodies that never end': {
    connections: 1_000,
    hello: `${post('/v1/auth/login', 'x'.repeat(60_000)).slice(0, -1)}`,
    reopen: 50,
  },
  'half-open connections': {
    connections: 1_000,
    hello: 'GET /healthz HTTP/1.1\r\nHost: a\r\n',
    finish: true,
    reopen: 50,
  },
  'upgrade requests': { connections: 50, hello: '', again: get('/v1/events', UPGRADE), every: 50, reopen: 10 },
  'HTTP/2 prefaces': { connections: 50, hello: 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\u0004\0\0\0\0\0', reopen: 10 },
  'unknown credentials': { connections: 50, hello: '', again: unknown(1).repeat(2), every: 50, reopen: 10 },
  // Each login comes from another address, so that no limit by address stops it before the password is checked.
  logins: { connections: 50, hello: '', again: login, every: 50, reopen: 10 },
  'new connections': { connections: 50, hello: get('/healthz', 'Connection: close\r\n'), reopen: 20 },
};

/** ms between two ticks unless the plan has its own. */
const TICK = 50;

function flood(plan: Plan, port: number): void {
  const sockets = new Set<Socket>();
  const open = () => {
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
    socket.on('end', () => socket.end());
    if (plan.read === undefined) socket.resume();
    else socket.pause();
    if (plan.hello !== '') socket.write(plan.hello, 'latin1');
    if (plan.finish) socket.end();
  };
  setInterval(() => {
    for (let n = 0; n < plan.reopen && sockets.size < plan.connections; n += 1) open();
    for (const socket of sockets) {
      // The buffer of a connection that is not read must not grow on this side either.
      if (plan.again !== undefined && socket.writableLength < 65_536) {
        socket.write(typeof plan.again === 'string' ? plan.again : plan.again(), 'latin1');
      }
      if (plan.read === 'slowly') socket.read();
    }
  }, plan.every ?? TICK);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [name, port] = process.argv.slice(2);
  flood(PLANS[name as Flood], Number(port));
  // Never outlives the measurement.
  process.on('disconnect', () => process.exit(0));
}
