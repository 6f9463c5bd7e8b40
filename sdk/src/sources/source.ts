// What a source is: one look at the browser, which gives one or several signals, or fails alone.

export interface SourceContext {
  /** Where a worker can be started from that answers as `worker.ts` does; null: no worker is started. */
  workerUrl: string | URL | null;
}

/**
 * Reads signals. Must not change the page. A value that the browser does not tell is `undefined` and is left out:
 * absent means unknown. What it throws becomes its error and touches no other source.
 */
export type Source = (context: SourceContext) => object | Promise<object>;

type Answer<Sources extends Record<string, Source>> = Awaited<ReturnType<Sources[keyof Sources]>>;
type NameIn<Union> = Union extends unknown ? keyof Union : never;
type ValueIn<Union, Name extends PropertyKey> = Union extends { [Key in Name]?: infer Value } ? Value : never;

/** The signals that a registry of sources gives, all of them optional. */
export type SignalsOf<Sources extends Record<string, Source>> = {
  [Name in NameIn<Answer<Sources>>]?: Exclude<ValueIn<Answer<Sources>, Name>, undefined>;
};
