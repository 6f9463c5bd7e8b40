// The events of a time span by key, for baselines that count in windows.

export class RecentEvents<T extends { at: number }> {
  readonly #span: number;
  readonly #byKey = new Map<string, T[]>();

  /** `span` in ms. */
  constructor(span: number) {
    this.#span = span;
  }

  /** Adds an event, newer than all before; returns those of its key within the span, oldest first. */
  add(key: string, event: T): readonly T[] {
    const recent = (this.#byKey.get(key) ?? []).filter(({ at }) => at > event.at - this.#span);
    recent.push(event);
    this.#byKey.set(key, recent);
    return recent;
  }
}
