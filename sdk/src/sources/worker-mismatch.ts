// Compares the browser as reported by a worker and by the page: spoofing in the page rarely extends to its workers.
import type { WorkerReport } from '../worker.ts';

/** Returns undefined if no worker is available or it does not respond. */
export async function workerMismatch(url: string | URL | null): Promise<boolean | undefined> {
  if (url === null || !window.Worker) return undefined;
  // The page's Content-Security-Policy may forbid workers, which means nothing.
  const report = await readWorkerReport(url).catch(() => null);
  if (!report) return undefined;
  return (
    report.userAgent !== navigator.userAgent ||
    report.platform !== navigator.platform ||
    report.hardwareConcurrency !== navigator.hardwareConcurrency ||
    report.languages !== String(navigator.languages)
  );
}

function readWorkerReport(url: string | URL): Promise<WorkerReport | null> {
  return new Promise((resolve) => {
    const worker = new Worker(url);
    const finish = (report: WorkerReport | null) => {
      clearTimeout(timer);
      worker.terminate();
      resolve(report);
    };
    // If the server returns a page instead of the script, the worker never sends a message.
    const timer = setTimeout(finish, 400, null);
    worker.onmessage = (event: MessageEvent<WorkerReport>) => finish(event.data);
    worker.onerror = (event) => {
      event.preventDefault();
      finish(null);
    };
  });
}
