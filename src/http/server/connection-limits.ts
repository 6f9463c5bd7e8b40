// Bounds connections and their pipelined requests: a connection is parsed only as its responses complete.
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { type TurnLimits, TurnQueue } from './turn-queue.ts';

/** API requests of one connection in progress; group commit makes a few worthwhile. */
export const MAX_IN_FLIGHT = 16;
/** Bytes beyond a page or document that a connection may send before its response; browsers send none. */
const MAX_BEYOND_PAGE = 8 * 1024;
/** The only path prefix whose requests may overlap: documents and pages are public, and their responses are large. */
const API_PREFIX = '/v1/';
/** The turns of connections without a secret in one tick: parsing and rejecting a message takes about 0.5 ms. */
const UNAUTHENTICATED: TurnLimits = { steps: 1, time: 3 };
/** The same while a known connection waits for a response. An event passes through about eight ticks. */
const UNAUTHENTICATED_BESIDE_KNOWN: TurnLimits = { steps: 1, time: 0.5 };

/** Connections that have presented a secret key or a session. */
const known = new WeakSet<Socket>();
const pipelines = new WeakMap<Socket, PipelinedConnection>();
/** What begins to read the connections that are held; null unless new ones are. */
const holds = new WeakMap<Server, { held: (() => void)[] | null }>();

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
    const connection = new PipelinedConnection(socket, parse, unauthenticated);
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

class PipelinedConnection {
  readonly #socket: Socket;
  readonly #parse: (chunk: Buffer) => void;
  readonly #unauthenticated: TurnQueue;
  /** The newest request. */
  #request: IncomingMessage | null = null;
  /** Bytes of its body that have not been parsed. */
  #bodyLeft = 0;
  /** The last two bytes parsed, for an empty line that two chunks share. */
  #tail: Buffer = Buffer.alloc(0);
  #inFlight = 0;
  #isPaused = false;
  /** Data that has arrived from a connection without a secret before its turn; null if no turn is pending. */
  #waiting: Buffer | null = null;
  /** Nothing is parsed after a malformed or late message. */
  #isRejected = false;
  /** Sends the response to that message; null once it was called. */
  #sendRejection: (() => void) | null = null;

  constructor(socket: Socket, parse: (chunk: Buffer) => void, unauthenticated: TurnQueue) {
    this.#socket = socket;
    this.#parse = parse;
    this.#unauthenticated = unauthenticated;
    socket.removeListener('data', parse);
    // This also makes Node deliver the data here; its parser otherwise reads from the handle.
    socket.on('data', (chunk: Buffer) => {
      if (this.#waiting !== null) this.#append(this.#waiting, chunk);
      else if (known.has(socket)) this.#feed(chunk);
      else this.#takeTurn(chunk);
    });
  }

  /** The oldest response that is not complete. */
  get response(): ServerResponse | null {
    return (this.#socket as { _httpMessage?: ServerResponse | null })._httpMessage ?? null;
  }

  /** Whether the connection waits for a request, for the rest of one, or for the client to read its response. */
  get waitsForClient(): boolean {
    const { response } = this;
    return response === null || response.headersSent || !response.req.complete;
  }

  began(request: IncomingMessage): void {
    this.#request = request;
    this.#bodyLeft = Number(request.headers['content-length'] ?? 0);
    this.#inFlight += 1;
  }

  /** Resumes reading after a response if the connection had to wait for it. */
  completed(): void {
    this.#inFlight -= 1;
    this.#rejectInTurn();
    if (!this.#isPaused) return;
    this.#isPaused = false;
    this.#socket.resume();
  }

  reject(respond: () => void): void {
    if (this.#isRejected) return;
    this.#isRejected = true;
    this.#sendRejection = respond;
    this.#rejectInTurn();
  }

  #rejectInTurn(): void {
    const { response } = this;
    // The malformed message can be the body of the newest request: then this is the response to that request.
    if (response !== null && (response.req !== this.#request || response.req.complete)) return;
    const send = this.#sendRejection;
    this.#sendRejection = null;
    if (send === null) return;
    // The newest request was answered before its body, for example with 401: a client would take another response for its next one.
    // Its response counts from `end` on, not only once it has left: a malformed body can arrive with the head.
    const isAnswered = response === null || response.headersSent;
    if (isAnswered && this.#request?.complete === false) this.#socket.destroySoon();
    else send();
  }

  /**
   * Node resumes a paused connection to read or discard a body. Data that arrives before the turn, even from a connection that has since
   * presented a secret, belongs after the waiting data: parsed first, it was taken for the beginning of another request.
   */
  #append(waiting: Buffer, chunk: Buffer): void {
    this.#waiting = Buffer.concat([waiting, chunk]);
    this.#socket.pause();
  }

  /** Parses the next message of a connection without a secret in its turn; the connection is not read meanwhile. */
  #takeTurn(chunk: Buffer): void {
    const socket = this.#socket;
    this.#waiting = chunk;
    let isPaused = false;
    let hasRun = false;
    this.#unauthenticated.take(() => {
      hasRun = true;
      const bytes = this.#waiting ?? NOTHING;
      this.#waiting = null;
      if (isPaused) socket.resume();
      const rest = this.#feed(bytes, 1);
      if (rest.length > 0) this.#takeTurn(rest);
    });
    if (hasRun) return;
    isPaused = true;
    socket.pause();
  }

  /**
   * Parses up to the end of a message at a time, so that each step begins at most one request.
   * @returns the data left to parse after `maxSteps`; empty if everything was parsed, put back or dropped.
   */
  #feed(chunk: Buffer, maxSteps = Number.POSITIVE_INFINITY): Buffer {
    const socket = this.#socket;
    let rest = chunk;
    // After a malformed message the socket is no longer writable, and what follows has no reliable meaning.
    for (let steps = 0; rest.length > 0 && socket.writable && !this.#isRejected; steps += 1) {
      // Node itself pauses a connection whose responses are not read, and its parser must not be called then.
      if (socket.isPaused() || this.#isBlocked()) {
        this.#isPaused = this.#isBlocked();
        if (this.#isPaused && rest.length > MAX_BEYOND_PAGE && !isApi(this.#request)) {
          socket.destroy();
          return NOTHING;
        }
        socket.pause();
        socket.unshift(rest);
        return NOTHING;
      }
      if (steps === maxSteps) return rest;
      const size = this.#bodyLeft > 0 ? Math.min(this.#bodyLeft, rest.length) : endOfHead(this.#tail, rest);
      const step = rest.subarray(0, size);
      rest = rest.subarray(size);
      this.#tail = Buffer.concat([this.#tail, step.subarray(-2)]).subarray(-2);
      if (this.#bodyLeft > 0) this.#bodyLeft -= size;
      this.#parse(step);
    }
    return NOTHING;
  }

  /** Whether a further request must wait. The rest of a body never waits: its own request needs it. */
  #isBlocked(): boolean {
    const request = this.#request;
    if (request === null || this.#inFlight === 0 || !request.complete) return false;
    return this.#inFlight >= MAX_IN_FLIGHT || !isApi(request);
  }
}

function isApi(request: IncomingMessage | null): boolean {
  return request?.url?.startsWith(API_PREFIX) === true;
}

const NOTHING = Buffer.alloc(0);
const LF = 10;
const CR = 13;

/**
 * The length up to and including the first empty line, which ends a head or a chunked body; the whole length if there is none. `tail`
 * precedes `bytes`, and the line may begin in it. Otherwise a client that sends CR and LF separately could have its body counted as
 * still to come, and a thousand requests after it taken for that body.
 */
function endOfHead(tail: Buffer, bytes: Buffer): number {
  const shared = firstEmptyLine(Buffer.concat([tail, bytes.subarray(0, 2)])) - tail.length;
  return shared > 0 ? shared : firstEmptyLine(bytes) || bytes.length;
}

/** The index after the first empty line; 0 without one. */
function firstEmptyLine(bytes: Buffer): number {
  for (let end = bytes.indexOf(LF); end !== -1; end = bytes.indexOf(LF, end + 1)) {
    if (bytes[end + 1] === LF) return end + 2;
    if (bytes[end + 1] === CR && bytes[end + 2] === LF) return end + 3;
  }
  return 0;
}
