// Real receivers on loopback for the tests of the sender: raw sockets that respond correctly, wrongly or never.
import { spawn } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer, type TlsOptions } from 'node:tls';

export interface Receiver {
  url: string;
  port: number;
  /** Every complete request, as raw text. */
  requests: string[];
  /** Number of connections opened, with or without a request. */
  connections: number;
  [Symbol.asyncDispose](): Promise<void>;
}

/** How a receiver responds to a complete request; a string or buffer is written and the connection closed. */
export type Reply = string | Buffer | ((socket: Socket, request: string) => void);

/** Starts a receiver on 127.0.0.1 that reads each request completely and then replies. */
export async function startReceiver(reply: Reply, tls?: TlsOptions): Promise<Receiver> {
  const sockets = new Set<Socket>();
  const receiver = { requests: [] as string[], connections: 0 };
  const accept = (socket: Socket) => {
    receiver.connections++;
    sockets.add(socket.on('error', () => undefined).on('close', () => sockets.delete(socket)));
    readRequest(socket, (request) => {
      receiver.requests.push(request);
      if (typeof reply === 'function') reply(socket, request);
      else socket.end(reply);
    });
  };
  const server: Server = tls === undefined ? createServer(accept) : createTlsServer(tls, accept);
  server.on('tlsClientError', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return Object.assign(receiver, {
    url: `${tls === undefined ? 'http' : 'https'}://127.0.0.1:${port}/hook?x=1`,
    port,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  });
}

/** A plain HTTP response with this status and body. */
export function httpResponse(status: number | string, body = '', headers = ''): string {
  return `HTTP/1.1 ${status} Text\r\nContent-Length: ${Buffer.byteLength(body)}\r\n${headers}\r\n${body}`;
}

/** Calls back once, when the head and a body of the length in Content-Length have arrived. */
function readRequest(socket: Socket, onRequest: (request: string) => void): void {
  const chunks: Buffer[] = [];
  const onData = (chunk: Buffer) => {
    chunks.push(chunk);
    const request = Buffer.concat(chunks).toString();
    const headEnd = request.indexOf('\r\n\r\n');
    if (headEnd < 0) return;
    const length = Number(/^content-length: (\d+)/im.exec(request)?.[1] ?? 0);
    if (Buffer.byteLength(request) < headEnd + 4 + length) return;
    socket.off('data', onData);
    onRequest(request);
  };
  socket.on('data', onData);
}

/** Reads a certificate with its key from the `certificates` folder. */
export function certificate(name: 'good' | 'expired' | 'self-signed' | 'authority'): string {
  return readFileSync(new URL(`certificates/${name}.pem`, import.meta.url), 'utf8');
}

/** Starts a port that never completes a connection: its process sleeps and its backlog is full. */
export async function startBlackHole(): Promise<{ port: number; [Symbol.asyncDispose](): Promise<void> }> {
  const script = `const net = require('node:net');
    const server = net.createServer().listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => {
      require('node:fs').writeSync(1, String(server.address().port) + '\\n');
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
    });`;
  const child = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [printed] = (await once(child.stdout, 'data')) as [Buffer];
  const port = Number(printed.toString());
  // Linux itself completes one connection more than the backlog, and no others after that.
  const connections = Array.from({ length: 2 }, () => connect(port, '127.0.0.1').on('error', () => undefined));
  await Promise.all(connections.map((connection) => once(connection, 'connect')));
  return {
    port,
    async [Symbol.asyncDispose]() {
      for (const connection of connections) connection.destroy();
      child.kill('SIGKILL');
      await once(child, 'close');
    },
  };
}

export interface NameServer {
  /** The server's address in the format of `ASSAY_DNS_SERVERS`. */
  address: string;
  /** IPv4 and IPv6 addresses by name; null: the server never responds. Other names do not exist. */
  names: Map<string, readonly string[] | null>;
  queries: string[];
  [Symbol.asyncDispose](): Promise<void>;
}

/** Starts a small DNS server over UDP. */
export async function startNameServer(names: Record<string, readonly string[] | null>): Promise<NameServer> {
  const server = createSocket('udp4');
  const state = { names: new Map(Object.entries(names)), queries: [] as string[] };
  server.on('message', (query, from) => {
    const { name, end } = questionOf(query);
    const type = query.readUInt16BE(end);
    state.queries.push(`${name} ${type === 28 ? 'AAAA' : 'A'}`);
    const known = state.names.get(name);
    if (known === null) return;
    const records = (known ?? []).filter((address) => address.includes(':') === (type === 28)).map(record);
    const head = Buffer.from(query.subarray(0, 12));
    head.writeUInt16BE(known === undefined ? 0x8183 : 0x8180, 2);
    head.writeUInt16BE(records.length, 6);
    head.writeUInt32BE(0, 8);
    server.send(Buffer.concat([head, query.subarray(12, end + 4), ...records]), from.port, from.address);
  });
  server.bind(0, '127.0.0.1');
  await once(server, 'listening');
  return Object.assign(state, {
    address: `127.0.0.1:${server.address().port}`,
    async [Symbol.asyncDispose]() {
      server.close();
      await once(server, 'close');
    },
  });
}

function questionOf(query: Buffer): { name: string; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), end: at + 1 };
}

/** One answer record for the question at offset 12. Its time to live is 0, so nothing is cached. */
function record(address: string): Buffer {
  const data = address.includes(':') ? ipv6Bytes(address) : Buffer.from(address.split('.').map(Number));
  const head = Buffer.alloc(12);
  head.writeUInt16BE(0xc00c, 0);
  head.writeUInt16BE(data.length === 16 ? 28 : 1, 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt16BE(data.length, 10);
  return Buffer.concat([head, data]);
}

/** Parses IPv6 text with eight groups or one `::`. */
function ipv6Bytes(address: string): Buffer {
  const [left = '', right] = address.split('::');
  const groups = (text: string) => (text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16)));
  const head = groups(left);
  const tail = right === undefined ? [] : groups(right);
  const all = [...head, ...Array<number>(8 - head.length - tail.length).fill(0), ...tail];
  return Buffer.from(all.flatMap((group) => [group >> 8, group & 255]));
}
