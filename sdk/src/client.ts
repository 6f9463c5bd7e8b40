// The client of the service in a page: collects signals, sends events, respects its timeout, and never throws.
import { Collector } from './collector.ts';
import { errorText } from './error-text.ts';
import { endSession } from './identity/session-token.ts';
import { newToken } from './identity/token.ts';
import { type InitOptions, isTimeout, readOptions, type Settings, WRONG_TIMEOUT } from './options.ts';
import { OfflineQueue } from './queue.ts';
import { failedOpen, succeeded, type TrackResult } from './result.ts';
import type { Signals } from './signals.ts';
import { type Delivery, deliver, type Envelope } from './transport.ts';

export interface TrackInput {
  /** The account of the event; may be omitted for event types without one, such as a page view. */
  account?: { id: string };
  /** Replaces collected signals of the same name, where the page has better values. */
  signals?: Signals | Record<string, unknown>;
  /** Overrides the client's timeout for this event, ms. */
  timeout?: number;
}

export interface Assay {
  /** Sends an event and returns the decision, or the fail-open result. Never rejects. */
  track(event: string, input?: TrackInput): Promise<TrackResult>;
  /** Returns only the signals, for a backend that sends the event itself. Never rejects. */
  collect(): Promise<Signals>;
  /** Sets the visitor's consent. Withdrawing it removes the id and the session and stops all reading. */
  setConsent(granted: boolean): void;
}

const EVENT = /^[a-z][a-z0-9_.]{0,63}$/;

/** Creates a client. Invalid options are logged to the console and result in a client that fails open. */
export function createClient(options: InitOptions): Assay {
  try {
    const settings = readOptions(options);
    return typeof settings === 'string' ? inactive(settings) : new Client(settings);
  } catch (error) {
    // Reading an option threw, or there is no page, as in server-side rendering.
    return inactive(errorText(error));
  }
}

function inactive(error: string): Assay {
  try {
    console.error(`Assay: ${error}`);
  } catch {
    // Pages replace the console, and not every replacement works.
  }
  return {
    track: async () => failedOpen('invalid', error),
    collect: async () => ({}),
    setConsent() {},
  };
}

class Client implements Assay {
  readonly #settings: Settings;
  readonly #collector: Collector;
  readonly #queue = new OfflineQueue();
  /** Events that wait for their signals: when the page unloads, they are sent with the signals collected so far. */
  readonly #collecting = new Set<() => void>();

  constructor(settings: Settings) {
    this.#settings = settings;
    this.#collector = new Collector(settings);
    addEventListener('pagehide', () => this.#leave());
    addEventListener('online', () => void this.#flush());
    if (settings.preload !== false) whenIdle(() => void this.#collector.ready());
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
      const issue = findIssue(event, input);
      if (issue) return failedOpen('invalid', issue);
      const timeout = input.timeout ?? this.#settings.timeout;
      return await Promise.race([this.#send(event, input, timeout), failOpenAfter(timeout)]);
    } catch (error) {
      return failedOpen('invalid', errorText(error));
    }
  }

  async #send(event: string, input: TrackInput, timeout: number): Promise<TrackResult> {
    const leaving = await this.#waitForSignals(timeout / 2);
    const signals = { ...(await this.#collector.snapshot()), ...input.signals };
    const envelope: Envelope = { key: newToken(), body: JSON.stringify({ event, account: input.account, signals }) };
    if (event === 'logout') endSession();
    const delivery = await this.#deliver(envelope, leaving);
    if (delivery.kind === 'ok') {
      void this.#flush();
      return succeeded(delivery.event);
    }
    if (delivery.kind !== 'refused') this.#queue.add(envelope, Date.now());
    return failedOpen(delivery.kind, delivery.error);
  }

  /** Waits up to `limit` ms, half of the timeout, for the signals; true when the page unloads first. */
  async #waitForSignals(limit: number): Promise<boolean> {
    let leave = () => {};
    const unload = new Promise<boolean>((resolve) => {
      leave = () => resolve(true);
    });
    this.#collecting.add(leave);
    const timeout = new Promise<boolean>((resolve) => setTimeout(resolve, limit, false));
    const leaving = await Promise.race([this.#collector.ready().then(() => false), timeout, unload]);
    this.#collecting.delete(leave);
    return leaving;
  }

  #deliver(envelope: Envelope, leaving = false): Promise<Delivery> {
    return deliver(this.#settings.eventsUrl, this.#settings.publicKey, envelope, leaving);
  }

  #flush(): Promise<void> {
    return this.#queue.flush((envelope) => this.#deliver(envelope), Date.now());
  }

  #leave(): void {
    for (const leave of this.#collecting) leave();
    for (const envelope of this.#queue.drain(Date.now())) void this.#deliver(envelope, true);
  }
}

function findIssue(event: unknown, { account, timeout }: TrackInput): string | undefined {
  if (typeof event !== 'string' || !EVENT.test(event)) {
    return `event is not ${EVENT.source}`;
  }
  if (account !== undefined && (typeof account?.id !== 'string' || account.id === '')) {
    return 'account.id is not a non-empty string';
  }
  if (timeout !== undefined && !isTimeout(timeout)) return WRONG_TIMEOUT;
  return undefined;
}

function failOpenAfter(timeout: number): Promise<TrackResult> {
  return new Promise((resolve) =>
    setTimeout(() => resolve(failedOpen('timeout', `no response within ${timeout} ms`)), timeout),
  );
}

/** Safari has no idle callback; there, a short delay lets the page render first. */
function whenIdle(work: () => void): void {
  if (typeof requestIdleCallback === 'function') requestIdleCallback(work, { timeout: 1000 });
  else setTimeout(work, 100);
}
