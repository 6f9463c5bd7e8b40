// An environment's failures by minute and by hour, its age and its mode, cached in the process.
import type { FailureCounts, History } from '../../scoring/history.ts';
import { DAY, HOUR, MINUTE } from '../../vocabulary/clock.ts';
import { BASELINE_HOURS, COUNTED_FAILURE_KINDS, type CountedFailureKind } from '../../vocabulary/failure-kinds.ts';
import type { Reader } from '../engine.ts';
import {
  READ_FAILURES_BY_HOUR,
  READ_FAILURES_BY_MINUTE,
  READ_FIRST_EVENT,
  READ_LAST_SERVER_SUCCESS,
} from './ingest-reads.ts';

const HOUR_MINUTES = 60;
const DAY_HOURS = 24;
const VERIFIED_FOR = 7 * DAY;
/** Environments cached, and hours of each: enough for live events and an import beside them. An hour is at most 336 numbers. */
const MAX_CACHED_ENVIRONMENTS = 512;
const MAX_HOURS = 4;
/** Another process may add a late failure to a past hour: cached hours are read again after this time. */
const MAX_AGE = MINUTE;
/** Failures listed for the events that are being recorded, which take milliseconds; an import takes longer. */
const MAX_LISTED = 10_000;

/** Failures of one kind in one minute or hour; `kind` is its position in `COUNTED_FAILURE_KINDS`. A type, so that it is a `Row`. */
type CountRow = { kind: number; failures: number };

/** The same with the hour. */
type HourRow = CountRow & { start: number };

/** Failures of each kind in past hours. */
type Hours = Readonly<Record<CountedFailureKind, Pick<FailureCounts, 'byHour' | 'byDay'>>>;

/** A failure that this process has added. */
interface AddedFailure {
  environmentNumber: number;
  minute: number;
  kind: CountedFailureKind;
}

interface CachedHours {
  readAt: number;
  failures: Hours;
}

/**
 * Reads the environment's part of a history. Past hours are cached; a process evicts them when it writes into one, so a
 * single process always sees exact numbers, and failures written by other processes appear within a minute.
 */
export class FailureHistory {
  readonly #hours = new Map<number, Map<number, CachedHours>>();
  readonly #successes = new Map<number, number>();
  readonly #firstEvents = new Map<number, number>();
  readonly #minutes = new Map<number, { minute: number; rows: CountRow[] }>();
  readonly #now: () => number;
  readonly #exclusive: boolean;
  /** Failures added so far. */
  #added = 0;
  /**
   * The newest of them, in order. `clear` leaves them: otherwise, whoever sends an event that is refused would hide them. What was rolled
   * back counts for events in progress only.
   */
  #listed: AddedFailure[] = [];

  /**
   * `exclusive`: no other process counts failures, so the last hour's can be cached, too. Counts that were read before a concurrently
   * recorded event added a failure are not cached then.
   */
  constructor(now: () => number, { exclusive = false } = {}) {
    this.#now = now;
    this.#exclusive = exclusive;
  }

  /**
   * For an event whose `read` begins now: returns a function that adds the failures that this process has added since to what was read.
   * Without them, failures at the same moment make no wave: sixty logins of a scattered credential stuffing were all allowed (four,
   * one after the other).
   */
  addedFromNow(environmentNumber: number, at: number): (read: History['environment']) => History['environment'] {
    const before = this.#added;
    const last = Math.floor(at / MINUTE);
    return (read) => {
      const missing = Math.min(this.#added - before, this.#listed.length);
      if (missing === 0) return read;
      const failures = { ...read.failures };
      for (const added of this.#listed.slice(-missing)) {
        if (added.environmentNumber !== environmentNumber || !isInHour(added.minute, last)) continue;
        const counts = failures[added.kind];
        failures[added.kind] = { ...counts, lastHour: counts.lastHour + 1 };
      }
      return { ...read, failures };
    };
  }

  async read(reader: Reader, environmentNumber: number, at: number): Promise<History['environment']> {
    const lastHour = this.#lastHour(reader, environmentNumber, Math.floor(at / MINUTE));
    const byHour = this.#byHour(reader, environmentNumber, Math.floor(at / HOUR));
    const verified = this.#verified(reader, environmentNumber, at);
    const firstEvent = this.#firstEvent(reader, environmentNumber);
    const [minutes, hours, isVerified, firstEventAt] = await Promise.all([lastHour, byHour, verified, firstEvent]);
    const failures = byKind((kind, number): FailureCounts => {
      const lastHourOf = minutes.find((row) => row.kind === number)?.failures ?? 0;
      return { lastHour: lastHourOf, ...hours[kind] };
    });
    return { failures, firstEventAt, verified: isVerified };
  }

  /** Called when a failure at `at` was written. Only hours after it include it; the last hour may. */
  add(environmentNumber: number, at: number, failure: CountedFailureKind): void {
    const minute = Math.floor(at / MINUTE);
    this.#added += 1;
    if (this.#listed.length >= MAX_LISTED) this.#listed = this.#listed.slice(MAX_LISTED / 2);
    this.#listed.push({ environmentNumber, minute, kind: failure });
    const cached = this.#hours.get(environmentNumber);
    if (cached !== undefined) for (const hour of cached.keys()) if (hour > Math.floor(at / HOUR)) cached.delete(hour);
    const last = this.#minutes.get(environmentNumber);
    if (last === undefined || !isInHour(minute, last.minute)) return;
    const kind = COUNTED_FAILURE_KINDS.indexOf(failure);
    const row = last.rows.find((one) => one.kind === kind);
    if (row === undefined) last.rows.push({ kind, failures: 1 });
    else row.failures += 1;
  }

  /** Called when a transaction was rolled back: what it read may never have been committed. */
  clear(): void {
    this.#minutes.clear();
    this.#hours.clear();
    this.#successes.clear();
    this.#firstEvents.clear();
  }

  /** The failures of the hour that ends with `minute`. */
  async #lastHour(reader: Reader, environmentNumber: number, minute: number): Promise<readonly CountRow[]> {
    const cached = this.#minutes.get(environmentNumber);
    // A copy: `add` changes the cached rows, and what it adds after this read is not part of its result.
    if (cached?.minute === minute) return cached.rows.map((row) => ({ ...row }));
    const since = minute - HOUR_MINUTES;
    const added = this.#added;
    const rows = await reader.all<CountRow>(READ_FAILURES_BY_MINUTE, environmentNumber, MINUTE, since, minute);
    if (this.#exclusive && this.#added === added) {
      store(this.#minutes, environmentNumber, { minute, rows });
    }
    return rows;
  }

  async #byHour(reader: Reader, environmentNumber: number, hour: number): Promise<Hours> {
    const cached = this.#hours.get(environmentNumber)?.get(hour);
    const now = this.#now();
    if (cached !== undefined && now - cached.readAt < MAX_AGE) return cached.failures;
    const added = this.#added;
    const rows = await reader.all<HourRow>(READ_FAILURES_BY_HOUR, environmentNumber, HOUR, hour - BASELINE_HOURS, hour);
    const failures = byKind((_, number) => {
      const ofKind = rows.filter((row) => row.kind === number);
      return { byHour: ofKind.map((row) => row.failures), byDay: byDay(ofKind, hour) };
    });
    // Caches the result, never the pending read: a transaction must not wait for the read of another one, which may
    // itself be waiting for a lock of this one.
    if (!this.#exclusive || this.#added === added) this.#storeHours(environmentNumber, hour, { readAt: now, failures });
    return failures;
  }

  #storeHours(environmentNumber: number, hour: number, hours: CachedHours): void {
    const cached = this.#hours.get(environmentNumber) ?? new Map<number, CachedHours>();
    if (cached.size >= MAX_HOURS) cached.clear();
    store(this.#hours, environmentNumber, cached.set(hour, hours));
  }

  /** Only "none yet" is read again: an older event that is imported later changes nothing that matters. */
  async #firstEvent(reader: Reader, environmentNumber: number): Promise<number | null> {
    const known = this.#firstEvents.get(environmentNumber);
    if (known !== undefined) return known;
    const rows = await reader.all<{ at: number }>(READ_FIRST_EVENT, environmentNumber);
    const first = rows[0]?.at;
    if (first === undefined) return null;
    store(this.#firstEvents, environmentNumber, first);
    return first;
  }

  async #verified(reader: Reader, environmentNumber: number, at: number): Promise<boolean> {
    // A stored success is permanent, so only "none yet" requires a read.
    const seen = this.#successes.get(environmentNumber);
    if (seen !== undefined && seen <= at && seen > at - VERIFIED_FOR) return true;
    const rows = await reader.all<{ at: number }>(READ_LAST_SERVER_SUCCESS, environmentNumber, at);
    const newest = rows[0]?.at;
    if (newest === undefined) return false;
    store(this.#successes, environmentNumber, newest);
    return newest > at - VERIFIED_FOR;
  }
}

/**
 * The failures of past days at the time of day of an event in `hour`. The hour before the event overlaps two; the busier one counts, so
 * that a rush that begins at noon is as usual at five past twelve as at five to one.
 */
function byDay(rows: readonly HourRow[], hour: number): number[] {
  const days = new Map<number, number>();
  for (const { start, failures } of rows) {
    const [day, rest] = [Math.floor((hour - start) / DAY_HOURS), (hour - start) % DAY_HOURS];
    if (day > 0 && rest < 2) days.set(day, Math.max(days.get(day) ?? 0, failures));
  }
  return [...days.values()];
}

/** Whether a minute is in the hour that ends with `last`. */
function isInHour(minute: number, last: number): boolean {
  return minute > last - HOUR_MINUTES && minute <= last;
}

/** A value for each kind, read with its number. */
function byKind<T>(read: (kind: CountedFailureKind, number: number) => T): Record<CountedFailureKind, T> {
  const entries = COUNTED_FAILURE_KINDS.map((kind, number) => [kind, read(kind, number)]);
  return Object.fromEntries(entries) as Record<CountedFailureKind, T>;
}

/** Empties a full cache first: an installation may have any number of environments. */
function store<T>(cache: Map<number, T>, environmentNumber: number, value: T): void {
  if (!cache.has(environmentNumber) && cache.size >= MAX_CACHED_ENVIRONMENTS) cache.clear();
  cache.set(environmentNumber, value);
}
