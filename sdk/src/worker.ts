// When the script runs as a worker, reports the browser properties that the worker sees.

export interface WorkerReport {
  userAgent: string;
  platform: string;
  hardwareConcurrency: number;
  languages: string;
}

/** Posts the report and returns true if this is a worker; otherwise returns false. */
export function reportAsWorker(): boolean {
  if (typeof window !== 'undefined' || typeof postMessage !== 'function') return false;
  const { userAgent, platform, hardwareConcurrency, languages } = navigator;
  postMessage({ userAgent, platform, hardwareConcurrency, languages: String(languages) } satisfies WorkerReport);
  return true;
}
