// Bounds connections, and lets those without a secret take turns.
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { PipelinedConnection } from './pipelined-connection.ts';
import { type TurnLimits, TurnQueue } from './turn-queue.ts';

/** The turns of connections without a secret in one tick: parsing and rejecting a message takes about 0.5 ms. */
const UNAUTHENTICATED: TurnLimits = { steps: 1, time: 3 };
/** The same while a known connection waits for a response. An event passes through about eight ticks. */
const UNAUTHENTICATED_BESIDE_KNOWN: TurnLimits = { steps: 1, time: 0.5 };

/** Connections that have presented a secret key or a session. */
const known = new WeakSet<Socket>();
const pipelines = new WeakMap<Socket, PipelinedConnection>();
/** What begins to read the connections that are held; null unless new ones are. */
const holds = new WeakMap<Server, { held: (() => void)[] | null }>();
const connectionsOf = new WeakMap<Server, ReadonlyMap<Socket, PipelinedConnection>>();

/** Serves the further requests of this connection before those of connections that have not presented a secret. */
export function preferConnection(socket: Socket): void {
  known.add(socket);
}

/** Accepts new connections without reading them, until the function that it returns is called. */
export function holdNewConnections(server: Server): () => void {
  const hold = holds.get(server);
  if (hold === undefined) return () => {};
  const held: (() => void)[] = [];
  hold.held = held;
  return () => {
    hold.held = null;
    for (const read of held) read();
  };
}

/** Ends the connections that wait for their client, not those whose requests are in progress. */
export function endWaitingConnections(server: Server): void {
  for (const [socket, connection] of connectionsOf.get(server) ?? []) if (connection.waitsForClient) socket.destroy();
}

/**
 * Parses nothing further from a connection whose newest message is malformed or late, and runs `respond` once the earlier requests
 * have their responses. A 400 sent at once was taken for the response to an event that was being stored.
 */
export function rejectNewest(socket: Socket, respond: () => void): void {
  const connection = pipelines.get(socket);
  if (connection === undefined) respond();
  else connection.reject(respond);
}

/**
 * Limits connections and paces their parsing. Node dispatches every request in the chunk that it has read (64 KiB, 1,400 requests
 * of 46 bytes) before the first response has been sent: 340 KB from six connections without a credential filled a heap of 512 MB.
 * Here each connection is parsed message by message, and is not read while `MAX_IN_FLIGHT` of its requests, or one for a page or a
 * document, are in progress. Connections without a secret take turns, message by message, so that a flood delays others by a few
 * messages per tick, not by all that have arrived.
 */
export function limitConnections(server: Server, maxConnections: number): void {
  /** In order of the start of their newest request or of their last response, oldest first. */
  const connections = new Map<Socket, PipelinedConnection>();
  connectionsOf.set(server, connections);
  /** Requests of known connections in progress. */
  let knownInFlight = 0;
  const unauthenticated = new TurnQueue(() => (knownInFlight > 0 ? UNAUTHENTICATED_BESIDE_KNOWN : UNAUTHENTICATED));
  const hold: { held: (() => void)[] | null } = { held: null };
  holds.set(server, hold);
  // Node would read a new connection at once, up to 64 KiB into a separate buffer: at a thousand connections a second,
  // garbage collection and waiting messages would then take the time of others.
  Object.assign(server, { pauseOnConnect: true });
  server.on('connection', (socket: Socket) => {
    // Node's parser listens for data.
    const [parse] = socket.listeners('data') as ((chunk: Buffer) => void)[];
    if (parse === undefined) return;
    if (connections.size >= maxConnections && !endLongestWaiting(connections)) {
      socket.destroy();
      return;
    }
    const connection = new PipelinedConnection(socket, parse, unauthenticated, () => known.has(socket));
    connections.set(socket, connection);
    pipelines.set(socket, connection);
    socket.once('close', () => connections.delete(socket));
    const read = () => unauthenticated.take(() => socket.resume());
    if (hold.held === null) read();
    else hold.held.push(read);
  });
  const moveToEnd = (socket: Socket, connection: PipelinedConnection) => {
    if (connections.delete(socket) && !socket.destroyed) connections.set(socket, connection);
  };
  const began = (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request;
    const connection = connections.get(socket);
    if (connection === undefined) return;
    connection.began(request);
    moveToEnd(socket, connection);
    const weight = known.has(socket) ? 1 : 0;
    knownInFlight += weight;
    response.once('close', () => {
      knownInFlight -= weight;
      connection.completed();
      moveToEnd(socket, connection);
    });
  };
  server.prependListener('request', began);
  // Node emits these instead of `request`.
  server.prependListener('checkExpectation', began);
}

/**
 * Ends the connection that has waited longest for its client. If new connections were dropped instead, anyone could lock everybody
 * out with as many idle connections, or with as many logins whose bodies never come. Connections that have presented a secret end
 * last, and only while idle.
 */
function endLongestWaiting(connections: Map<Socket, PipelinedConnection>): boolean {
  let longest: Socket | undefined;
  for (const [socket, connection] of connections) {
    if (known.has(socket)) {
      if (connection.response === null) longest ??= socket;
    } else if (connection.waitsForClient) {
      longest = socket;
      break;
    }
  }
  if (longest === undefined) return false;
  connections.delete(longest);
  longest.destroy();
  return true;
}
