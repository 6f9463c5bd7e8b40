// The script-tag build: `window.Assay`, started at once when the tag bears a key. The same file can run as a worker.
import { collect, type InitOptions, init, setConsent, track, VERSION } from './index.ts';
import { answerAsWorker } from './worker.ts';

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

if (!answerAsWorker()) {
  const tag = document.currentScript as HTMLScriptElement | null;
  const source = tag?.src ? new URL(tag.src) : null;
  const defaults = {
    baseUrl: source?.origin ?? '',
    // Only a script of the page's own origin may be a worker.
    workerUrl: source?.origin === location.origin ? source : null,
  };
  window.Assay = {
    init: (options) => init({ ...defaults, ...options }),
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
