// Reads windows of few rows, as most are, without sorting and packing them in SQL. For SQLite, where a read is a call in the process.
import type { PastEvent } from '../../scoring/history.ts';
import { PARTITIONS, WINDOW_NAMES, type WindowName } from '../../vocabulary/windows.ts';
import type { Reader } from '../engine.ts';
import { columns, EMPTY, joined, type Sql, type Statement, select, sql } from '../sql.ts';
import type { EventsRow } from './event-columns.ts';
import {
  keyOf,
  NO_EVENTS,
  PAST_EVENT_COLUMNS,
  type PastEventRow,
  QueriedWindows,
  rangeOf,
  unpackRow,
  WINDOW_PARTITIONS,
} from './windows.ts';

/** Below the smallest limit of a partition, so that all rows of a window are read. */
const FEW = 8;
/** Rows of a window that are read individually: beyond that, one statement that reads all of them is faster. */
const MAX_SINGLE_READS = 2;
/** Rows cached in each of two generations, about 500 bytes each. */
const MAX_CACHED = 2_000;

/** Values of a range: the environment, the key, and both ends of the time span. */
const VALUES = 4;
const ROW = sql`rowid AS row, id, window_partition, ${columns(PAST_EVENT_COLUMNS)}`;
const READ_ROW = select`${ROW} FROM events WHERE rowid = ?`;

/**
 * The rows of each window in any order, and one more than `FEW` if there are more. `rowids` reads nothing but the index: one range per
 * partition, because for a list of partitions SQLite builds a table (6.6 instead of 8.7 microseconds).
 */
const READ = Object.fromEntries(
  WINDOW_NAMES.map((name) => {
    const ranges = WINDOW_PARTITIONS[name].map((partition) => {
      const inPartition = partition === null ? EMPTY : sql`AND window_partition = ${PARTITIONS.indexOf(partition)}`;
      return rangeOf(name, keyOf(name), inPartition);
    });
    const all = (what: Statement[]) => sql`${joined(what, ' UNION ALL ')} LIMIT ${FEW + 1}`;
    const read = ({ text }: Sql): Statement => ({ text: numbered(text), touches: null });
    return [
      name,
      {
        rowids: read(all(ranges.map((range) => select`rowid AS row FROM events ${range}`))),
        rows: read(all(ranges.map((range) => select`${ROW} FROM events ${range}`))),
      },
    ];
  }),
) as Record<WindowName, { rowids: Statement; rows: Statement }>;

/** The ranges of a window have the same four values: numbered, they are bound once instead of once for each partition. */
function numbered(text: string): string {
  let count = 0;
  return text.replaceAll('?', () => `?${(count++ % VALUES) + 1}`);
}

type StoredRow = PastEventRow & Pick<EventsRow, 'id' | 'window_partition'> & { row: number };

/** A past event with its position among others. */
interface CachedRow {
  past: PastEvent;
  id: string;
  partition: number;
}

/** Newest first; of rows with the same time, the one stored last comes first. */
const byAge = (one: CachedRow, other: CachedRow) => other.past.at - one.past.at || (one.id < other.id ? 1 : -1);
const byAgeAndPartition = (one: CachedRow, other: CachedRow) =>
  other.past.at - one.past.at || one.partition - other.partition || byAge(one, other);

/**
 * With these reads, a window of one row takes SQLite 10 instead of 21 microseconds, and an empty one 5 instead of 10. A longer window
 * is read twice: on PostgreSQL that would be two round trips.
 *
 * A past event is in up to five windows of the next one: it is read from the table once and cached by its rowid. Code that changes
 * stored events, or the rowids themselves, must call `clear`.
 */
export class ShortWindows extends QueriedWindows {
  readonly #reader: Reader;
  #recent = new Map<number, CachedRow>();
  #earlier = new Map<number, CachedRow>();

  constructor(reader: Reader) {
    super(reader);
    this.#reader = reader;
  }

  override async between(name: WindowName, environmentNumber: number, key: string, since: number, until: number) {
    const { rowids, rows } = READ[name];
    const values = [environmentNumber, key, until, since] as const;
    const found = await this.#reader.all<{ row: number }>(rowids, ...values);
    if (found.length === 0) return NO_EVENTS;
    if (found.length > FEW) return super.between(name, environmentNumber, key, since, until);
    const known = found.map(({ row }) => this.#cached(row));
    const missing = known.filter((one) => one === undefined).length;
    const all =
      missing > MAX_SINGLE_READS
        ? (await this.#reader.all<StoredRow>(rows, ...values)).map((row) => this.#store(row))
        : await Promise.all(known.map((one, index) => one ?? this.#readRow((found[index] as { row: number }).row)));
    if (all.length > 1) all.sort(name === 'session' ? byAge : byAgeAndPartition);
    return all.map(({ past }) => past);
  }

  /** Forgets the rows read so far. */
  clear(): void {
    this.#recent.clear();
    this.#earlier.clear();
  }

  #cached(row: number): CachedRow | undefined {
    return this.#recent.get(row) ?? this.#earlier.get(row);
  }

  async #readRow(row: number): Promise<CachedRow> {
    const [stored] = await this.#reader.all<StoredRow>(READ_ROW, row);
    return this.#store(stored as StoredRow);
  }

  #store(row: StoredRow): CachedRow {
    if (this.#recent.size >= MAX_CACHED) {
      this.#earlier = this.#recent;
      this.#recent = new Map();
    }
    const cached = { past: unpackRow(row), id: row.id, partition: row.window_partition };
    this.#recent.set(row.row, cached);
    return cached;
  }
}
