// The counters that a transaction's events have added since its reads, applied to results read before.
import { MINUTE } from '../../vocabulary/clock.ts';
import type { Row, Value } from '../engine.ts';
import { COUNT_FAILURES, COUNT_FREQUENCIES } from '../events/event-statements.ts';
import { READ_FAILURES_BY_MINUTE, READ_FREQUENCIES } from '../events/ingest-reads.ts';
import type { Statement, Write } from '../sql.ts';

export class CountsSince {
  readonly #frequencies = new Map<string, number>();
  readonly #failures: { minute: number; kind: number; count: number }[] = [];

  add({ text }: Write, values: readonly Value[]): void {
    if (text === COUNT_FREQUENCIES.text) {
      const keys = JSON.parse(values[2] as string) as string[];
      for (const key of keys) this.#frequencies.set(key, (this.#frequencies.get(key) ?? 0) + 1);
    } else if (text === COUNT_FAILURES.text && values[1] === MINUTE) {
      this.#failures.push({ minute: Number(values[2]), kind: Number(values[3]), count: Number(values[5]) });
    }
  }

  /** The rows as they would be read now. */
  addTo({ text }: Statement, values: readonly Value[], rows: readonly Row[]): readonly Row[] {
    if (text === READ_FREQUENCIES.text) {
      const added = [...new Set(JSON.parse(values[1] as string) as string[])].flatMap((key) => {
        const count = this.#frequencies.get(key);
        return count === undefined ? [] : [[key, count] as const];
      });
      return withCounts(rows, 'key', 'count', added);
    }
    if (text === READ_FAILURES_BY_MINUTE.text) {
      const [, , after, until] = values.map(Number) as [number, number, number, number];
      const added = this.#failures
        .filter(({ minute }) => minute > after && minute <= until)
        .map(({ kind, count }) => [kind, count] as const);
      return withCounts(rows, 'kind', 'failures', added);
    }
    return rows;
  }
}

function withCounts(
  rows: readonly Row[],
  key: string,
  count: string,
  added: readonly (readonly [key: Value, count: number])[],
): readonly Row[] {
  if (added.length === 0) return rows;
  const counts = new Map(rows.map((row) => [row[key], Number(row[count])]));
  for (const [name, more] of added) counts.set(name, (counts.get(name) ?? 0) + more);
  return [...counts].map(([name, sum]) => ({ [key]: name, [count]: sum }));
}
