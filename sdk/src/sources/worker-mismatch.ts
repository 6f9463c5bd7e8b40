// Whether a worker sees another browser than the page: a disguise painted over the page seldom reaches its workers.
import type { WorkerAnswer } from '../worker.ts';

/** Undefined where no worker can be asked: none was offered, or it did not answer. */
export async function workerMismatch(url: string | URL | null): Promise<boolean | undefined> {
  if (url === null || !window.Worker) return undefined;
  // A policy of the page may forbid workers: that is its right, and tells nothing.
  const seen = await askWorker(url).catch(() => null);
  if (!seen) return undefined;
  return (
    seen.userAgent !== navigator.userAgent ||
    seen.platform !== navigator.platform ||
    seen.hardwareConcurrency !== navigator.hardwareConcurrency ||
    seen.languages !== String(navigator.languages)
  );
}

function askWorker(url: string | URL): Promise<WorkerAnswer | null> {
  return new Promise((resolve) => {
    const worker = new Worker(url);
    const end = (answer: WorkerAnswer | null) => {
      clearTimeout(timer);
      worker.terminate();
      resolve(answer);
    };
    // A server that answers with a page instead of the script leaves a worker that never speaks.
    const timer = setTimeout(end, 400, null);
    worker.onmessage = (event: MessageEvent<WorkerAnswer>) => end(event.data);
    worker.onerror = (event) => {
      event.preventDefault();
      end(null);
    };
  });
}
