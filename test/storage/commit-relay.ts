// A relay between a store and PostgreSQL that ends connections at COMMIT.
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/**
 * Whether a connection ends before or after the server has executed its COMMIT. As if the server were gone then, `gone` also ends all others
 * and takes no new ones until the next call of `cut`.
 */
type Cut = 'before' | 'after' | 'gone' | null;

/** Relays bytes. `cut` ends the connections of the next COMMITs. */
export async function relayTo(
  url: string,
): Promise<{ url: string; cut: (when: Cut, times: number) => void; close: () => void }> {
  const target = new URL(url);
  let cut: Cut = null;
  let left = 0;
  let isGone = false;
  const sockets = new Set<Socket>();
  const relay = createServer((client) => {
    if (isGone) return void client.destroy();
    const server = connect(Number(target.port), target.hostname);
    let commit: Cut = null;
    for (const socket of [client, server]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        client.destroy();
        server.destroy();
      });
    }
    client.on('data', (chunk) => {
      if (left > 0 && chunk.includes('COMMIT')) {
        commit = cut;
        left -= 1;
      }
      if (commit === 'before') client.destroy();
      else server.write(chunk);
    });
    server.on('data', (chunk) => {
      if (commit === null) client.write(chunk);
      else if (chunk.includes('COMMIT\u0000')) {
        isGone = commit === 'gone';
        for (const socket of isGone ? sockets : [client]) socket.destroy();
      }
    });
  });
  await new Promise<void>((resolve) => relay.listen(0, '127.0.0.1', resolve));
  const relayed = new URL(url);
  relayed.hostname = '127.0.0.1';
  relayed.port = String((relay.address() as AddressInfo).port);
  return {
    url: relayed.href,
    cut: (when, times) => {
      isGone = false;
      cut = when;
      left = times;
    },
    close: () => {
      for (const socket of sockets) socket.destroy();
      relay.close();
    },
  };
}
