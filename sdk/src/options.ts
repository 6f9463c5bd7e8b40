// The options of `init` and their validation, which reports issues in the console instead of throwing.

export interface InitOptions {
  /** A public key (`pub_test_…` or `pub_live_…`). A secret key is rejected: it must never reach a browser. */
  publicKey: string;
  /** Address of the service, such as `https://risk.example.com`. The script tag defaults to its own origin. */
  baseUrl: string;
  /** How long `track` waits for a response before it fails open, ms. Default 2000. */
  timeout?: number;
  /** If false, nothing is read or stored on the device until `setConsent(true)`. Default true. */
  consent?: boolean;
  /**
   * Where the browser's id is stored. `"browser"` (default): in the page's first-party stores. `"server"`: not in the
   * browser; your backend stores it in an HttpOnly cookie and adds it to the result of `collect`. A function: returns an
   * id stored by your server, 16 to 128 letters, digits, `-` or `_`, with the browser's stores as fallback. Such
   * ids outlive Safari's limit of seven days on script-written stores.
   */
  persistentId?: 'browser' | 'server' | (() => string | Promise<string>);
  /** Shares the id's cookie with the site's other hosts, such as `.example.com`. */
  cookieDomain?: string;
  /**
   * Same-origin URL of this SDK's script-tag build. Started as a worker, it reports the browser as workers see it.
   * Default: the script tag's own URL if it is same-origin, else none.
   */
  workerUrl?: string | URL | null;
  /** If false, signals are collected at the first event instead of in idle time after `init`. Default true. */
  preload?: boolean;
}

export interface Settings extends InitOptions {
  eventsUrl: string;
  timeout: number;
}

/** Browsers store a timer's delay in 31 bits: a longer one fires immediately. */
const MAX_TIMER_MS = 2 ** 31 - 1;
export const WRONG_TIMEOUT = `timeout is not between 0 and ${MAX_TIMER_MS}`;

export const isTimeout = (value: unknown): boolean => Number(value) > 0 && Number(value) <= MAX_TIMER_MS;

/** Returns the settings, or a sentence that names the invalid option. */
export function readOptions(options: InitOptions): Settings | string {
  const { publicKey, baseUrl, timeout = 2000 } = options ?? {};
  if (typeof publicKey !== 'string' || !/^pub_(test|live)_/.test(publicKey)) {
    return `publicKey is not pub_test_… or pub_live_…${String(publicKey).startsWith('sec_') ? ': revoke this SECRET key' : ''}`;
  }
  if (typeof baseUrl !== 'string' || !/^https?:\/\//.test(baseUrl)) {
    return 'baseUrl is not an http(s) address';
  }
  if (!isTimeout(timeout)) return WRONG_TIMEOUT;
  return { ...options, timeout: Number(timeout), eventsUrl: `${baseUrl.replace(/\/+$/, '')}/v1/events` };
}
