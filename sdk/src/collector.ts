// Gathers the signals of an event: the lasting ones once a page, the passing ones each time, and the SDK's own.
import { type BehaviorWatch, watchBehavior } from './behavior.ts';
import { forgetId, persistentId } from './identity/persistent-id.ts';
import { endSession, sessionToken } from './identity/session-token.ts';
import { cookieStore, databaseStore, localStore, type Store } from './identity/stores.ts';
import { isToken } from './identity/token.ts';
import type { Settings } from './options.ts';
import type { Signals } from './signals.ts';
import { STABLE_SOURCES, VOLATILE_SOURCES } from './sources/registry.ts';
import { emptyResults, runSources, type SourceResults } from './sources/run.ts';
import { VERSION } from './version.ts';

/** An id that comes from the customer's server is waited for this long; then the stores must do. */
const GIVEN_ID_TIMEOUT_MS = 800;

export class Collector {
  readonly #settings: Settings;
  readonly #stores: readonly Store[];
  #consent: boolean;
  #behavior: BehaviorWatch | null = null;
  #harvest: SourceResults = emptyResults();
  #running: Promise<void> | null = null;
  /** Consent that is given again at once must not find the id that is just being removed. */
  #forgetting: Promise<void> = Promise.resolve();

  constructor(settings: Settings) {
    this.#settings = settings;
    this.#stores = [localStore, databaseStore, cookieStore(settings.cookieDomain)];
    this.#consent = false;
    if (settings.consent !== false) this.setConsent(true);
  }

  /** Withdrawn: what was stored is removed, what was read is dropped, and nothing more is read. */
  setConsent(granted: boolean): void {
    if (granted === this.#consent) return;
    this.#consent = granted;
    if (granted) {
      this.#behavior = watchBehavior();
      return;
    }
    const running = this.#running;
    this.#behavior?.stop();
    this.#harvest = emptyResults();
    this.#running = null;
    endSession();
    // A reading that is under way may yet write the id: it is waited for, and the id removed again.
    this.#forgetting = Promise.all([forgetId(this.#stores), running]).then(() => forgetId(this.#stores));
  }

  /** Starts reading the lasting signals, if that is allowed and not already done; resolves when they are there. */
  ready(): Promise<void> {
    if (!this.#consent) return Promise.resolve();
    const harvest = this.#harvest;
    this.#running ??= Promise.all([
      this.#readId().then((id) => {
        if (id) harvest.signals.persistent_id = id;
      }),
      runSources(STABLE_SOURCES, { workerUrl: this.#settings.workerUrl ?? null }, harvest),
    ]).then(() => {});
    return this.#running;
  }

  /** What is known at this moment. */
  async snapshot(): Promise<Signals> {
    const own: Signals = { sdk_version: VERSION };
    const { signals, errors } = this.#harvest;
    const passing = emptyResults();
    if (this.#consent) await runSources(VOLATILE_SOURCES, { workerUrl: null }, passing);
    if (!this.#consent) return own;
    own.session_token = sessionToken(Date.now());
    own.behavior = this.#behavior?.read();
    const failed = Object.entries({ ...errors, ...passing.errors }).map(([name, error]) => `${name}: ${error}`);
    if (failed.length > 0) own.source_errors = failed;
    return { ...own, ...signals, ...passing.signals };
  }

  /** How long each source took, ms, and what failed: for measurements and support. */
  get harvest(): SourceResults {
    return this.#harvest;
  }

  async #readId(): Promise<string | undefined> {
    const from = this.#settings.persistentId ?? 'browser';
    if (from === 'server') return undefined;
    await this.#forgetting;
    const given = typeof from === 'function' ? await inTime(from) : undefined;
    return persistentId(this.#stores, given);
  }
}

/** The id that the customer's own code gives, if it gives one in time. */
async function inTime(give: () => string | Promise<string>): Promise<string | undefined> {
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, GIVEN_ID_TIMEOUT_MS, undefined));
  try {
    const id = await Promise.race([give(), late]);
    return isToken(id) ? id : undefined;
  } catch {
    return undefined;
  }
}
