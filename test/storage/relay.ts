// Relays connections to PostgreSQL, and breaks them off, refuses them or lets them hang as a test decides.
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** What a client sends before it closes its connection. */
export const TERMINATE = Buffer.from([0x58, 0, 0, 0, 4]);

/** The error message of a server that has waited too long for a login. */
const LOGIN_TIMED_OUT = message('E', ['SFATAL', 'VFATAL', 'C57014', 'Mcanceling authentication due to timeout', '']);

function message(type: string, fields: readonly string[]): Buffer {
  const body = Buffer.from(fields.map((field) => `${field}\0`).join(''));
  const length = Buffer.alloc(4);
  length.writeInt32BE(body.length + length.length);
  return Buffer.concat([Buffer.from(type), length, body]);
}

/**
 * Relays connections to the database. `fateOf` says what becomes of a chunk that a client sends, and with `end` of its connection. After
 * `drop`, the connection stays open even if the client ends it, as with a server that hangs; with `refuse`, the login has timed out.
 */
export async function startRelay(url: string, fateOf: (chunk: Buffer) => 'pass' | 'drop' | 'end' | 'refuse') {
  const target = new URL(url);
  const clients: Socket[] = [];
  const relay = createServer({ allowHalfOpen: true }, (client) => {
    const server = connect(Number(target.port), target.hostname);
    clients.push(client);
    let isDropped = false;
    const end = () => {
      client.destroy();
      server.destroy();
    };
    client.on('data', (chunk) => {
      const fate = fateOf(chunk);
      isDropped ||= fate === 'drop';
      if (fate === 'end') end();
      if (fate === 'refuse') client.end(LOGIN_TIMED_OUT);
      if (fate === 'pass') server.write(chunk);
    });
    client.on('end', () => {
      if (!isDropped) server.end();
    });
    server.on('data', (chunk) => client.write(chunk));
    for (const socket of [client, server]) socket.on('error', end).on('close', end);
  });
  await new Promise<void>((resolve) => relay.listen(0, '127.0.0.1', resolve));
  const relayed = new URL(url);
  relayed.host = `127.0.0.1:${(relay.address() as AddressInfo).port}`;
  const close = () => {
    relay.close();
    for (const client of clients) client.destroy();
  };
  return { url: relayed.href, close };
}
