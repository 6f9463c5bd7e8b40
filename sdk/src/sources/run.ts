// Runs the sources of a registry: no source can break or delay the run, or block the page for long.
import { errorText } from '../error-text.ts';
import { yieldToPage } from '../yield.ts';
import type { Source, SourceContext } from './source.ts';

/**
 * Timeout of a source: a suspended audio context, for example, never responds. Long enough for a slow phone under load;
 * events do not wait for it, because `client.ts` limits the signals to half of its own timeout.
 */
const SOURCE_TIMEOUT_MS = 1500;
/** Yields to the page after this much work; a frame at 60 Hz takes 16 ms. */
const SLICE_MS = 4;

/** Results of a run. They are filled in during the run, so that a page that unloads can send what is already there. */
export interface SourceResults {
  signals: Record<string, unknown>;
  /** Errors of failed sources, by name. */
  errors: Record<string, string>;
  /** Duration of each source, ms, including waiting. */
  durations: Record<string, number>;
}

export function emptyResults(): SourceResults {
  return { signals: {}, errors: {}, durations: {} };
}

/**
 * Resolves when every source has finished, failed or timed out. Never rejects. Yields to the page between sources after
 * `sliceMs` of work.
 */
export async function runSources(
  sources: Record<string, Source>,
  context: SourceContext,
  results: SourceResults,
  sliceMs = SLICE_MS,
): Promise<void> {
  const pending: Promise<void>[] = [];
  let sliceEnd = performance.now() + sliceMs;
  for (const [name, source] of Object.entries(sources)) {
    if (performance.now() > sliceEnd) {
      await yieldToPage();
      sliceEnd = performance.now() + sliceMs;
    }
    const result = runSource(name, source, context, results);
    if (result !== undefined) pending.push(result);
  }
  await Promise.all(pending);
}

/** Runs one source. Synchronous signals are stored immediately; only an asynchronous source returns a promise. */
function runSource(
  name: string,
  source: Source,
  context: SourceContext,
  results: SourceResults,
): Promise<void> | undefined {
  const start = performance.now();
  let finished = false;
  const finish = (store: () => void) => {
    if (finished) return;
    finished = true;
    results.durations[name] = performance.now() - start;
    store();
  };
  const succeed = (signals: object) => finish(() => copyKnown(signals, results.signals));
  const fail = (error: unknown) =>
    finish(() => {
      results.errors[name] = errorText(error).slice(0, 100);
    });
  try {
    const signals = source(context);
    if (!(signals instanceof Promise)) {
      succeed(signals);
      return undefined;
    }
    return new Promise((resolve) => {
      const timer = setTimeout(() => {
        fail('timeout');
        resolve();
      }, SOURCE_TIMEOUT_MS);
      signals.then(succeed, fail).finally(() => {
        clearTimeout(timer);
        resolve();
      });
    });
  } catch (error) {
    fail(error);
    return undefined;
  }
}

/** Copies known values; undefined and null are omitted at any depth. */
function copyKnown(from: object, to: Record<string, unknown>): void {
  for (const [name, value] of Object.entries(from)) {
    if (value === undefined || value === null) continue;
    if (typeof value === 'object' && !Array.isArray(value)) {
      const inner: Record<string, unknown> = {};
      copyKnown(value, inner);
      to[name] = inner;
    } else {
      to[name] = value;
    }
  }
}
