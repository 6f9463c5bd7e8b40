// Bounds connections and their pipelined requests: a connection is parsed only as its responses complete.
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** API requests of one connection in progress; group commit makes a few worthwhile. */
export const MAX_IN_FLIGHT = 16;
/** Bytes beyond a page or document that a connection may send before its response; browsers send none. */
const MAX_BEYOND_PAGE = 8 * 1024;
/** The only path prefix whose requests may overlap: documents and pages are public, and their responses are large. */
const API_PREFIX = '/v1/';

/**
 * Node dispatches every request in the chunk that it has read (64 KiB, 1,400 requests of 46 bytes), before the first
 * response has left. 340 KB from six connections without a credential filled a heap of 512 MB. Here each connection is
 * parsed message by message, and is not read while `MAX_IN_FLIGHT` of its requests, or one for a page or a document, are
 * in progress.
 */
export function limitConnections(server: Server, maxConnections: number): void {
  /** In order of their last response, the oldest first. */
  const connections = new Map<Socket, PipelinedConnection>();
  server.on('connection', (socket: Socket) => {
    // Node's parser listens for data.
    const [parse] = socket.listeners('data') as ((chunk: Buffer) => void)[];
    if (parse === undefined) return;
    if (connections.size >= maxConnections && !endLongestIdle(connections)) {
      socket.destroy();
      return;
    }
    connections.set(socket, new PipelinedConnection(socket, parse));
    socket.once('close', () => connections.delete(socket));
  });
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request;
    const connection = connections.get(socket);
    if (connection === undefined) return;
    connection.began(request);
    response.once('close', () => {
      connection.ended();
      if (connections.delete(socket) && !socket.destroyed) connections.set(socket, connection);
    });
  });
}

/**
 * Ends the connection without a request in progress that has been so for longest. Dropping new connections instead would let
 * anyone lock everybody out with as many idle ones.
 */
function endLongestIdle(connections: Map<Socket, PipelinedConnection>): boolean {
  for (const [socket, connection] of connections) {
    if (connection.isBusy) continue;
    connections.delete(socket);
    socket.destroy();
    return true;
  }
  return false;
}

class PipelinedConnection {
  readonly #socket: Socket;
  readonly #parse: (chunk: Buffer) => void;
  /** The newest request. */
  #request: IncomingMessage | null = null;
  /** Bytes of its body that have not been parsed. */
  #bodyLeft = 0;
  #inFlight = 0;
  #isPaused = false;

  constructor(socket: Socket, parse: (chunk: Buffer) => void) {
    this.#socket = socket;
    this.#parse = parse;
    socket.removeListener('data', parse);
    // This also makes Node hand over the data, which its parser otherwise reads from the handle.
    socket.on('data', (chunk: Buffer) => this.#feed(chunk));
  }

  /** Whether a complete request head has no complete response yet. */
  get isBusy(): boolean {
    return this.#inFlight > 0;
  }

  began(request: IncomingMessage): void {
    this.#request = request;
    this.#bodyLeft = Number(request.headers['content-length'] ?? 0);
    this.#inFlight += 1;
  }

  /** Reads on after a response, where the connection had to wait for it. */
  ended(): void {
    this.#inFlight -= 1;
    if (!this.#isPaused) return;
    this.#isPaused = false;
    this.#socket.resume();
  }

  /** Parses up to the end of a message at a time, so that each step begins at most one request. */
  #feed(chunk: Buffer): void {
    const socket = this.#socket;
    let rest = chunk;
    // After a malformed message the socket is no longer writable, and what follows has no reliable meaning.
    while (rest.length > 0 && socket.writable) {
      // Node itself pauses a connection whose responses are not read, and its parser must not be called then.
      if (socket.isPaused() || this.#isBlocked()) {
        this.#isPaused = this.#isBlocked();
        if (this.#isPaused && rest.length > MAX_BEYOND_PAGE && !isApi(this.#request)) {
          socket.destroy();
          return;
        }
        socket.pause();
        socket.unshift(rest);
        return;
      }
      const size = this.#bodyLeft > 0 ? Math.min(this.#bodyLeft, rest.length) : endOfHead(rest);
      const step = rest.subarray(0, size);
      rest = rest.subarray(size);
      if (this.#bodyLeft > 0) this.#bodyLeft -= size;
      this.#parse(step);
    }
  }

  /** Whether a further request must wait. A body that is being received never does: its own request waits for it. */
  #isBlocked(): boolean {
    const request = this.#request;
    if (request === null || this.#inFlight === 0 || !request.complete) return false;
    return this.#inFlight >= MAX_IN_FLIGHT || !isApi(request);
  }
}

function isApi(request: IncomingMessage | null): boolean {
  return request?.url?.startsWith(API_PREFIX) === true;
}

/** The length up to and including the first empty line: the end of a head, or of a chunked body; all without one. */
function endOfHead(bytes: Buffer): number {
  const crlf = bytes.indexOf('\n\r\n');
  const end = crlf === -1 ? bytes.length : crlf + 3;
  const lf = bytes.subarray(0, end).indexOf('\n\n');
  return lf === -1 ? end : lf + 2;
}
