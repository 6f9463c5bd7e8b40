// Defines a source: a function that reads one or more signals from the browser and may fail independently.

export interface SourceContext {
  /** URL of a worker that reports as in `worker.ts`; null: no worker is started. */
  workerUrl: string | URL | null;
}

/**
 * Reads signals. Must not change the page. A value that the browser does not provide is `undefined` and is omitted:
 * absent means unknown. An exception is recorded as the source's error and does not affect other sources.
 */
export type Source = (context: SourceContext) => object | Promise<object>;

type ResultOf<Sources extends Record<string, Source>> = Awaited<ReturnType<Sources[keyof Sources]>>;
type NameIn<Union> = Union extends unknown ? keyof Union : never;
type ValueIn<Union, Name extends PropertyKey> = Union extends { [Key in Name]?: infer Value } ? Value : never;

/** The signals of a registry of sources, all of them optional. */
export type SignalsOf<Sources extends Record<string, Source>> = {
  [Name in NameIn<ResultOf<Sources>>]?: Exclude<ValueIn<ResultOf<Sources>, Name>, undefined>;
};
