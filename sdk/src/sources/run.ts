// Runs a registry of sources: none can break the run, hold it up, or keep the page from its turn.
import { errorText } from '../error-text.ts';
import { yieldToPage } from '../yield.ts';
import type { Source, SourceContext } from './source.ts';

/**
 * A source that has not answered by then is given up: a suspended audio context, for one, never answers. Long enough for
 * a slow phone under load; an event does not wait for it (`client.ts` gives the signals half its own time).
 */
const SOURCE_TIMEOUT_MS = 1500;
/** The page gets its turn when our work has lasted this long; a frame at 60 Hz is 16 ms. */
const SLICE_MS = 4;

/** What a run has brought so far; it grows while the run goes on, so that a page that leaves can send what there is. */
export interface SourceResults {
  signals: Record<string, unknown>;
  /** Why a source gave nothing, by its name. */
  errors: Record<string, string>;
  /** How long each source took, ms, waiting included. */
  durations: Record<string, number>;
}

export function emptyResults(): SourceResults {
  return { signals: {}, errors: {}, durations: {} };
}

/** Resolves when every source has answered, failed or run out of time. Never rejects. */
export async function runSources(
  sources: Record<string, Source>,
  context: SourceContext,
  harvest: SourceResults,
): Promise<void> {
  const waiting: Promise<void>[] = [];
  let sliceEnd = performance.now() + SLICE_MS;
  for (const [name, source] of Object.entries(sources)) {
    if (performance.now() > sliceEnd) {
      await yieldToPage();
      sliceEnd = performance.now() + SLICE_MS;
    }
    const answered = runSource(name, source, context, harvest);
    if (answered) waiting.push(answered);
  }
  await Promise.all(waiting);
}

/** Runs one source; what it answers at once is kept at once, and only one that answers later gives a promise. */
function runSource(
  name: string,
  source: Source,
  context: SourceContext,
  harvest: SourceResults,
): Promise<void> | undefined {
  const start = performance.now();
  let over = false;
  const end = (keep: () => void) => {
    if (over) return;
    over = true;
    harvest.durations[name] = performance.now() - start;
    keep();
  };
  const take = (signals: object) => end(() => keepKnown(signals, harvest.signals));
  const fail = (error: unknown) =>
    end(() => {
      harvest.errors[name] = errorText(error).slice(0, 100);
    });
  try {
    const answer = source(context);
    if (!(answer instanceof Promise)) {
      take(answer);
      return undefined;
    }
    return new Promise((resolve) => {
      const timer = setTimeout(() => {
        fail('timeout');
        resolve();
      }, SOURCE_TIMEOUT_MS);
      answer.then(take, fail).finally(() => {
        clearTimeout(timer);
        resolve();
      });
    });
  } catch (error) {
    fail(error);
    return undefined;
  }
}

/** Copies what is known: an unknown value is absent, at any depth. */
function keepKnown(from: object, to: Record<string, unknown>): void {
  for (const [name, value] of Object.entries(from)) {
    if (value === undefined || value === null) continue;
    if (typeof value === 'object' && !Array.isArray(value)) {
      const inner: Record<string, unknown> = {};
      keepKnown(value, inner);
      to[name] = inner;
    } else {
      to[name] = value;
    }
  }
}
