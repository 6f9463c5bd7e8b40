// A device's traits as rows, however the service lists them, and the comparison of two such sets. Pure.

export interface Trait {
  signal: string;
  /** As text; null when it is not known. */
  value: string | null;
  firstSeenAt: string | null;
  changedAt: string | null;
}

export function traitText(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (Array.isArray(value)) return value.map(String).join(', ');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** Rows `{signal, value, first_seen_at, last_changed_at}`, or an object from name to value or to such a row. */
export function traits(data: unknown): Trait[] {
  if (Array.isArray(data)) return data.map((row) => trait(String(row.signal ?? row.name), row));
  if (typeof data !== 'object' || data === null) return [];
  const inner = (data as Record<string, unknown>).signals ?? (data as Record<string, unknown>).profile;
  if (typeof inner === 'object' && inner !== null) return traits(inner);
  return Object.entries(data).map(([signal, value]) => trait(signal, value));
}

function trait(signal: string, row: unknown): Trait {
  if (typeof row === 'object' && row !== null && !Array.isArray(row) && 'value' in row) {
    const { value, ...times } = row as Record<string, unknown>;
    const time = (...names: string[]) =>
      (names.map((name) => times[name]).find((at) => typeof at === 'string') as string) ?? null;
    return {
      signal,
      value: traitText(value),
      firstSeenAt: time('first_seen_at', 'first_at', 'since'),
      changedAt: time('last_changed_at', 'changed_at', 'last_change_at'),
    };
  }
  return { signal, value: traitText(row), firstSeenAt: null, changedAt: null };
}

export type Verdict = 'agree' | 'differ' | 'unknown';

export interface Compared {
  signal: string;
  here: string | null;
  there: string | null;
  verdict: Verdict;
}

/** Every trait of either device: those that differ first, then those that agree, then those not known on one side. */
export function compareTraits(here: readonly Trait[], there: readonly Trait[]): Compared[] {
  const [mine, theirs] = [here, there].map((rows) => new Map(rows.map(({ signal, value }) => [signal, value])));
  const signals = [...new Set([...(mine?.keys() ?? []), ...(theirs?.keys() ?? [])])];
  const order: Record<Verdict, number> = { differ: 0, agree: 1, unknown: 2 };
  return signals
    .map((signal): Compared => {
      const [a, b] = [mine?.get(signal) ?? null, theirs?.get(signal) ?? null];
      return {
        signal,
        here: a,
        there: b,
        verdict: a === null || b === null ? 'unknown' : a === b ? 'agree' : 'differ',
      };
    })
    .sort((a, b) => order[a.verdict] - order[b.verdict] || a.signal.localeCompare(b.signal));
}
