// Collects the signals of an event: the stable ones once per page, the volatile ones per event, and the SDK's own.
import { type BehaviorWatch, watchBehavior } from './behavior.ts';
import { persistentId, removeId } from './identity/persistent-id.ts';
import { endSession, sessionToken } from './identity/session-token.ts';
import { cookieStore, databaseStore, localStore, type Store } from './identity/stores.ts';
import { isToken } from './identity/token.ts';
import type { Settings } from './options.ts';
import type { Signals } from './signals.ts';
import { STABLE_SOURCES, VOLATILE_SOURCES } from './sources/registry.ts';
import { emptyResults, runSources, type SourceResults } from './sources/run.ts';
import { VERSION } from './version.ts';

/** How long to wait for an id from the customer's server before falling back to the stores. */
const SERVER_ID_TIMEOUT_MS = 800;

export class Collector {
  readonly #settings: Settings;
  readonly #stores: readonly Store[];
  #consent: boolean;
  #behavior: BehaviorWatch | null = null;
  #results: SourceResults = emptyResults();
  #running: Promise<void> | null = null;
  /** The removal of the id: if consent is given again meanwhile, reading waits for it and so finds no old id. */
  #removal: Promise<void> = Promise.resolve();

  constructor(settings: Settings) {
    this.#settings = settings;
    this.#stores = [localStore, databaseStore, cookieStore(settings.cookieDomain)];
    this.#consent = false;
    if (settings.consent !== false) this.setConsent(true);
  }

  /** Withdrawing consent removes stored ids, discards collected signals, and stops all reading. */
  setConsent(granted: boolean): void {
    if (granted === this.#consent) return;
    this.#consent = granted;
    if (granted) {
      this.#behavior = watchBehavior();
      return;
    }
    const running = this.#running;
    this.#behavior?.stop();
    this.#results = emptyResults();
    this.#running = null;
    endSession();
    // A read in progress may still write the id, so the id is removed again after it.
    this.#removal = Promise.all([removeId(this.#stores), running]).then(() => removeId(this.#stores));
  }

  /** Starts collecting the stable signals, if consent allows and it has not started; resolves when they are complete. */
  ready(): Promise<void> {
    if (!this.#consent) return Promise.resolve();
    const results = this.#results;
    this.#running ??= Promise.all([
      this.#readId().then((id) => {
        if (id) results.signals.persistent_id = id;
      }),
      runSources(STABLE_SOURCES, { workerUrl: this.#settings.workerUrl ?? null }, results),
    ]).then(() => {});
    return this.#running;
  }

  /** Returns the signals collected so far. */
  async snapshot(): Promise<Signals> {
    const own: Signals = { sdk_version: VERSION };
    const { signals, errors } = this.#results;
    const volatile = emptyResults();
    // Without yielding: a page that unloads runs no later task, so its event would be lost.
    if (this.#consent) await runSources(VOLATILE_SOURCES, { workerUrl: null }, volatile, Number.POSITIVE_INFINITY);
    if (!this.#consent) return own;
    own.session_token = sessionToken(Date.now());
    own.behavior = this.#behavior?.read();
    const failed = Object.entries({ ...errors, ...volatile.errors }).map(([name, error]) => `${name}: ${error}`);
    if (failed.length > 0) own.source_errors = failed;
    return { ...own, ...signals, ...volatile.signals };
  }

  /** Durations and errors of the sources, for measurements and support. */
  get results(): SourceResults {
    return this.#results;
  }

  async #readId(): Promise<string | undefined> {
    const from = this.#settings.persistentId ?? 'browser';
    if (from === 'server') return undefined;
    await this.#removal;
    const given = typeof from === 'function' ? await readServerId(from) : undefined;
    return persistentId(this.#stores, given);
  }
}

/** Returns the id from the customer's function, or undefined if it is invalid or late. */
async function readServerId(read: () => string | Promise<string>): Promise<string | undefined> {
  const timeout = new Promise<undefined>((resolve) => setTimeout(resolve, SERVER_ID_TIMEOUT_MS, undefined));
  try {
    const id = await Promise.race([read(), timeout]);
    return isToken(id) ? id : undefined;
  } catch {
    return undefined;
  }
}
