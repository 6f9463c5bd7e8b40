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

type Union<Sources extends Record<string, Source>> = Awaited<ReturnType<Sources[keyof Sources]>>;
type Intersection<U> = (U extends unknown ? (member: U) => void : never) extends (member: infer I) => void ? I : never;

/** The signals that a registry of sources gives, all of them optional. */
export type SignalsOf<Sources extends Record<string, Source>> = {
  [Name in keyof Intersection<Union<Sources>>]?: Exclude<Intersection<Union<Sources>>[Name], undefined>;
};
