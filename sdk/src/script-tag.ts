// The script-tag build: sets `window.Assay` and starts it if the tag has a key. The same file can run as a worker.
import { collect, type InitOptions, init, setConsent, track, VERSION } from './index.ts';
import { reportAsWorker } from './worker.ts';

declare global {
  interface Window {
    Assay: {
      init(options: Omit<InitOptions, 'baseUrl'> & { baseUrl?: string }): ReturnType<typeof init>;
      track: typeof track;
      collect: typeof collect;
      setConsent: typeof setConsent;
      version: string;
    };
  }
}

if (!reportAsWorker()) {
  // Not `document.currentScript`: an image with that name, such as one in a comment, would be read in place of the tag, and events
  // sent to its origin.
  const tag = Reflect.get(Document.prototype, 'currentScript', document) as HTMLScriptElement | null;
  const source = tag?.src ? new URL(tag.src) : null;
  const defaults = {
    baseUrl: source?.origin ?? '',
    // Workers must be same-origin.
    workerUrl: source?.origin === location.origin ? source : null,
  };
  const withDefaults = (options: Parameters<Window['Assay']['init']>[0]): InitOptions => {
    try {
      return { ...defaults, ...options };
    } catch {
      // Reading an option threw; `init` reads it again and reports that.
      return options as InitOptions;
    }
  };
  window.Assay = {
    init: (options) => init(withDefaults(options)),
    track,
    collect,
    setConsent,
    version: VERSION,
  };
  const { publicKey, baseUrl, consent } = tag?.dataset ?? {};
  if (publicKey) {
    window.Assay.init({ publicKey, consent: consent !== 'denied', ...(baseUrl && { baseUrl }) });
  }
}
