// A small connection pooler between clients and a real PostgreSQL: relays messages, and gives a server connection to a client
// for its session or for one transaction, as PgBouncer does. Refuses startup parameters that PgBouncer does not know.
import { connect, createServer, type Server, type Socket } from 'node:net';

export type PoolMode = 'session' | 'transaction';

/** Parameters that a PgBouncer without `ignore_startup_parameters` accepts. */
const STARTUP_PARAMETERS = new Set([
  'user',
  'database',
  'application_name',
  'client_encoding',
  'datestyle',
  'timezone',
  'standard_conforming_strings',
]);
const SSL_REQUEST = 80_877_103;
/** Messages of a client that the server answers with ReadyForQuery: Query and Sync. */
const ANSWERED = new Set(['Q', 'S']);

interface ServerConnection {
  socket: Socket;
  /** The ParameterStatus messages of the server's login. */
  greeting: Buffer[];
  client: Socket | null;
  /** Answers that the client still expects. */
  pending: number;
}

/** Listens on a free loopback port; `close` ends all connections. */
export async function startPooler(url: string, mode: PoolMode): Promise<{ url: string; close(): void }> {
  const target = new URL(url);
  const sockets = new Set<Socket>();
  const idle: ServerConnection[] = [];
  const open = () => openServer(target, sockets, release);

  function release(server: ServerConnection): void {
    if (mode === 'session' && server.client?.destroyed === false) return;
    server.client = null;
    idle.push(server);
  }

  const listener = createServer((client) => {
    sockets.add(client);
    let server: Promise<ServerConnection> | null = null;
    let started = false;
    client.on('error', () => {});
    client.on('close', () => server?.then(({ socket }) => mode === 'session' && socket.destroy()));
    let work = Promise.resolve();
    const receive = messageReader(true, (type, message) => {
      work = work.then(async () => {
        if (!started) {
          started = type === 'startup' && (await greet(client, message));
        } else if (type !== 'X') {
          const held = await server;
          if (held?.client !== client) server = Promise.resolve(idle.pop() ?? open());
          const used = (await server) as ServerConnection;
          used.client = client;
          if (ANSWERED.has(type)) used.pending += 1;
          used.socket.write(message);
        }
      });
    });
    client.on('data', receive);
  });

  /** Answers a client's startup message and returns whether the client was accepted. */
  async function greet(client: Socket, message: Buffer): Promise<boolean> {
    if (message.readInt32BE(4) === SSL_REQUEST) {
      client.write('N');
      return false;
    }
    const words = message.subarray(8).toString().split('\0');
    const unknown = words.find((word, index) => index % 2 === 0 && word !== '' && !STARTUP_PARAMETERS.has(word));
    if (unknown !== undefined) {
      const fields = `SFATAL\0C08P01\0Munsupported startup parameter: ${unknown}\0\0`;
      client.end(messageOf('E', Buffer.from(fields)));
      return false;
    }
    const server = await open();
    idle.push(server);
    const key = Buffer.from([0x7f, 0xff, 0xff, 0xff, 0, 0, 0, 1]);
    client.write(Buffer.concat([messageOf('R', Buffer.alloc(4)), ...server.greeting, messageOf('K', key), READY]));
    return true;
  }

  await new Promise<void>((done) => listener.listen(0, '127.0.0.1', done));
  target.port = String(((listener as Server).address() as { port: number }).port);
  const pooled = target.href;
  target.port = new URL(url).port;
  return {
    url: pooled,
    close: () => {
      listener.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

const READY = messageOf('Z', Buffer.from('I'));

function messageOf(type: string, body: Buffer): Buffer {
  const head = Buffer.alloc(5);
  head.write(type);
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}

/** Resolves when the server has accepted the pooler, without a password. */
function openServer(
  target: URL,
  sockets: Set<Socket>,
  release: (server: ServerConnection) => void,
): Promise<ServerConnection> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(target.port), target.hostname);
    sockets.add(socket);
    const server: ServerConnection = { socket, greeting: [], client: null, pending: 0 };
    let started = false;
    socket.on('error', reject);
    socket.on(
      'data',
      messageReader(false, (type, message) => {
        if (!started) {
          if (type === 'S') server.greeting.push(message);
          started = type === 'Z';
          if (started) resolve(server);
          return;
        }
        const { client } = server;
        if (type === 'Z') {
          server.pending -= 1;
          // `I`: outside a transaction.
          if (server.pending === 0 && message[5] === 0x49) release(server);
        }
        client?.write(message);
      }),
    );
    const words = ['user', target.username, 'database', target.pathname.slice(1), '', ''].join('\0');
    const body = Buffer.from(words);
    const startup = Buffer.alloc(8);
    startup.writeInt32BE(8 + body.length);
    startup.writeInt32BE(3 << 16, 4);
    socket.write(Buffer.concat([startup, body]));
  });
}

/** Splits a stream into messages. A client's messages up to and including the startup message have no type. */
function messageReader(isClient: boolean, onMessage: (type: string, message: Buffer) => void) {
  let rest: Buffer = Buffer.alloc(0);
  let typed = !isClient;
  return (chunk: Buffer) => {
    rest = Buffer.concat([rest, chunk]);
    for (;;) {
      const at = typed ? 1 : 0;
      if (rest.length < at + 4) return;
      const size = at + rest.readInt32BE(at);
      if (rest.length < size) return;
      const message = rest.subarray(0, size);
      rest = rest.subarray(size);
      const type = typed ? String.fromCharCode(message[0] as number) : 'startup';
      if (!typed) typed = message.readInt32BE(4) !== SSL_REQUEST;
      onMessage(type, message);
    }
  };
}
