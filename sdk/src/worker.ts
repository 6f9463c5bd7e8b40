// What the script tells when it runs as a worker instead of in a page: the browser as a worker sees it.

export interface WorkerAnswer {
  userAgent: string;
  platform: string;
  hardwareConcurrency: number;
  languages: string;
}

/** True, after answering, when this is a worker. */
export function answerAsWorker(): boolean {
  if (typeof window !== 'undefined' || typeof postMessage !== 'function') return false;
  const { userAgent, platform, hardwareConcurrency, languages } = navigator;
  postMessage({ userAgent, platform, hardwareConcurrency, languages: String(languages) } satisfies WorkerAnswer);
  return true;
}
