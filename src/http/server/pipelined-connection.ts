// Paces the parsing of one connection: message by message, and only as its responses complete.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { TurnQueue } from './turn-queue.ts';

/** API requests of one connection in progress; group commit makes a few worthwhile. */
export const MAX_IN_FLIGHT = 16;
/** Bytes beyond a page or document that a connection may send before its response; browsers send none. */
const MAX_BEYOND_PAGE = 8 * 1024;
/** The only path prefix whose requests may overlap: documents and pages are public, and their responses are large. */
const API_PREFIX = '/v1/';

export class PipelinedConnection {
  readonly #socket: Socket;
  readonly #parse: (chunk: Buffer) => void;
  readonly #unauthenticated: TurnQueue;
  readonly #isKnown: () => boolean;
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
  /** Data that waits for responses after the end of the connection, when it can no longer be put back. */
  #held: Buffer | null = null;
  /** Tells Node that the client has closed its sending side; null before that, and once it was called. */
  #sendEnd: (() => void) | null = null;
  /** Nothing is parsed after a malformed or late message. */
  #isRejected = false;
  /** Sends the response to that message; null once it was called. */
  #sendRejection: (() => void) | null = null;

  /** `parse` is Node's listener for data; `isKnown`, whether the connection has presented a secret. */
  constructor(socket: Socket, parse: (chunk: Buffer) => void, unauthenticated: TurnQueue, isKnown: () => boolean) {
    this.#socket = socket;
    this.#parse = parse;
    this.#unauthenticated = unauthenticated;
    this.#isKnown = isKnown;
    this.#deferEnd();
    socket.removeListener('data', parse);
    // This also makes Node deliver the data here; its parser otherwise reads from the handle.
    socket.on('data', (chunk: Buffer) => {
      if (this.#waiting !== null) this.#append(this.#waiting, chunk);
      else this.#take(chunk);
    });
  }

  /** Otherwise, while a message waits for its turn, Node takes it for incomplete, or ends a connection without a request in progress. */
  #deferEnd(): void {
    const ends = this.#socket.listeners('end') as (() => void)[];
    this.#socket.removeAllListeners('end');
    this.#socket.once('end', () => {
      this.#sendEnd = () => {
        for (const end of ends) end.call(this.#socket);
      };
      this.#endInTurn();
    });
  }

  /** Once everything is parsed. */
  #endInTurn(): void {
    // Node may have given the parser of a closed connection to another one.
    if (this.#waiting !== null || this.#held !== null || this.#socket.destroyed) return;
    const end = this.#sendEnd;
    this.#sendEnd = null;
    end?.();
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
    if (this.#isPaused) {
      this.#isPaused = false;
      this.#socket.resume();
    }
    const held = this.#held;
    this.#held = null;
    if (held !== null) this.#take(held);
  }

  #take(chunk: Buffer): void {
    if (!this.#isKnown()) this.#takeTurn(chunk);
    else {
      this.#feed(chunk);
      this.#endInTurn();
    }
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
      else this.#endInTurn();
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
        if (socket.readableEnded) this.#held = rest;
        else socket.unshift(rest);
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
