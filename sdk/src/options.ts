// What `init` takes, and what of it is refused with a clear word in the console instead of an exception.

export interface InitOptions {
  /** A public key (`pub_test_…` or `pub_live_…`). A secret key is refused: it must never reach a browser. */
  publicKey: string;
  /** Where the service answers, such as `https://risk.example.com`. The script tag's own origin is its default there. */
  baseUrl: string;
  /** How long `track` waits for an answer before it fails open, ms. Default 2000. */
  timeout?: number;
  /** False: nothing is read from the device and nothing stored, until `setConsent(true)`. Default true. */
  consent?: boolean;
  /**
   * Where the browser's id lives. `"browser"` (default): in the page's first-party stores. `"server"`: nowhere here; your
   * backend keeps it in an HttpOnly cookie and adds it to what `collect` gave. A function: it gives an id that your
   * server keeps, 16 to 128 letters, digits, `-` or `_` (Safari empties script-written stores after seven days), and the
   * browser's stores are the fallback.
   */
  persistentId?: 'browser' | 'server' | (() => string | Promise<string>);
  /** Widens the id's cookie to the site's other hosts, such as `.example.com`. */
  cookieDomain?: string;
  /**
   * A script of the page's own origin that is this SDK's script-tag build: started as a worker, it tells how the browser
   * looks from there. Default: the script tag's own address where it is of the same origin, else none.
   */
  workerUrl?: string | URL | null;
  /** False: signals are first read at the first event, not in idle time after `init`. Default true. */
  preload?: boolean;
}

export interface Settings extends InitOptions {
  eventsUrl: string;
  timeout: number;
}

/** Browsers count a timer's time in 31 bits: a longer one ends at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;
export const WRONG_TIMEOUT = `timeout is not a number of ms above 0 and up to ${LONGEST_TIMER_MS}`;

export const isTimeout = (value: unknown): boolean => Number(value) > 0 && Number(value) <= LONGEST_TIMER_MS;

/** The settings, or what is wrong with the options. */
export function readOptions(options: InitOptions): Settings | string {
  const { publicKey, baseUrl, timeout = 2000 } = options ?? {};
  if (typeof publicKey !== 'string' || !/^pub_(test|live)_/.test(publicKey)) {
    return `publicKey is not pub_test_… or pub_live_…${String(publicKey).startsWith('sec_') ? ': revoke this SECRET key' : ''}`;
  }
  if (typeof baseUrl !== 'string' || !/^https?:\/\//.test(baseUrl)) {
    return 'baseUrl is not the http(s) address of the service';
  }
  if (!isTimeout(timeout)) return WRONG_TIMEOUT;
  return { ...options, timeout: Number(timeout), eventsUrl: `${baseUrl.replace(/\/+$/, '')}/v1/events` };
}
