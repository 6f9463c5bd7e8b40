// One client of the service in a page: gathers, sends, waits no longer than told, and never throws into the page.
import { Collector } from './collector.ts';
import { errorText } from './error-text.ts';
import { endSession } from './identity/session-token.ts';
import { newToken } from './identity/token.ts';
import { type InitOptions, isTimeout, readOptions, type Settings, WRONG_TIMEOUT } from './options.ts';
import { OfflineQueue } from './queue.ts';
import { answered, failedOpen, type TrackResult } from './result.ts';
import type { Signals } from './signals.ts';
import { type Delivery, deliver, type Envelope } from './transport.ts';

export interface TrackInput {
  /** Whose event it is; may be left out for types that have no account, such as a page view. */
  account?: { id: string };
  /** Signals that the page knows better; they replace those of the same name. */
  signals?: Signals | Record<string, unknown>;
  /** Replaces the client's timeout for this event, ms. */
  timeout?: number;
}

export interface Assay {
  /** Sends an event and answers what was decided, or the fail-open result. Never rejects. */
  track(event: string, input?: TrackInput): Promise<TrackResult>;
  /** The signals alone, for a backend that sends the event itself. Never rejects. */
  collect(): Promise<Signals>;
  /** The person's choice. Withdrawn, the id and the session are removed and nothing more is read. */
  setConsent(granted: boolean): void;
}

const EVENT = /^[a-z][a-z0-9_.]{0,63}$/;

/** Makes a client. Wrong options are named in the console and give a client that fails open. */
export function createClient(options: InitOptions): Assay {
  try {
    const settings = readOptions(options);
    return typeof settings === 'string' ? silent(settings) : new Client(settings);
  } catch (error) {
    // Options whose reading throws, or no page at all: a server that renders one.
    return silent(errorText(error));
  }
}

function silent(why: string): Assay {
  console.error(`Assay: ${why}`);
  return {
    track: async () => failedOpen('invalid', why),
    collect: async () => ({}),
    setConsent() {},
  };
}

class Client implements Assay {
  readonly #settings: Settings;
  readonly #collector: Collector;
  readonly #queue = new OfflineQueue();
  /** Events whose signals are still being gathered: a page that leaves sends them with what there is. */
  readonly #gathering = new Set<() => void>();

  constructor(settings: Settings) {
    this.#settings = settings;
    this.#collector = new Collector(settings);
    addEventListener('pagehide', () => this.#leave());
    addEventListener('online', () => void this.#flush());
    if (settings.preload !== false) whenIdle(() => this.#collector.ready());
  }

  setConsent(granted: boolean): void {
    this.#collector.setConsent(granted);
  }

  async collect(): Promise<Signals> {
    await this.#collector.ready();
    return this.#collector.snapshot();
  }

  async track(event: string, input: TrackInput = {}): Promise<TrackResult> {
    try {
      const wrong = findWrong(event, input);
      if (wrong) return failedOpen('invalid', wrong);
      const timeout = input.timeout ?? this.#settings.timeout;
      return await Promise.race([this.#send(event, input, timeout), silence(timeout)]);
    } catch (error) {
      return failedOpen('invalid', errorText(error));
    }
  }

  async #send(event: string, input: TrackInput, timeout: number): Promise<TrackResult> {
    const leaving = await this.#gathered(timeout / 2);
    const signals = { ...(await this.#collector.snapshot()), ...input.signals };
    const envelope: Envelope = { key: newToken(), body: JSON.stringify({ event, account: input.account, signals }) };
    if (event === 'logout') endSession();
    const delivery = await this.#deliver(envelope, leaving);
    if (delivery.kind === 'answer') {
      void this.#flush();
      return answered(delivery.event);
    }
    if (delivery.kind !== 'refused') this.#queue.add(envelope, Date.now());
    return failedOpen(delivery.kind, delivery.error);
  }

  /** Waits for the signals; true when the page left before they were there. Half the time is the answer's. */
  async #gathered(patience: number): Promise<boolean> {
    let leave = () => {};
    const left = new Promise<boolean>((resolve) => {
      leave = () => resolve(true);
    });
    this.#gathering.add(leave);
    const enough = new Promise<boolean>((resolve) => setTimeout(resolve, patience, false));
    const leaving = await Promise.race([this.#collector.ready().then(() => false), enough, left]);
    this.#gathering.delete(leave);
    return leaving;
  }

  #deliver(envelope: Envelope, leaving = false): Promise<Delivery> {
    return deliver(this.#settings.eventsUrl, this.#settings.publicKey, envelope, leaving);
  }

  #flush(): Promise<void> {
    return this.#queue.flush((envelope) => this.#deliver(envelope), Date.now());
  }

  #leave(): void {
    for (const leave of this.#gathering) leave();
    for (const envelope of this.#queue.drain()) void this.#deliver(envelope, true);
  }
}

function findWrong(event: unknown, { account, timeout }: TrackInput): string | undefined {
  if (typeof event !== 'string' || !EVENT.test(event)) {
    return `event is not ${EVENT.source}`;
  }
  if (account !== undefined && (typeof account?.id !== 'string' || account.id === '')) {
    return 'account.id is not a non-empty string';
  }
  if (timeout !== undefined && !isTimeout(timeout)) return WRONG_TIMEOUT;
  return undefined;
}

function silence(timeout: number): Promise<TrackResult> {
  return new Promise((resolve) =>
    setTimeout(() => resolve(failedOpen('timeout', `no answer within ${timeout} ms`)), timeout),
  );
}

/** Safari has no idle callback; a short pause lets the page draw first there too. */
function whenIdle(work: () => void): void {
  if (typeof requestIdleCallback === 'function') requestIdleCallback(work, { timeout: 1000 });
  else setTimeout(work, 100);
}
