// What the environment's failures were: by minute for the last hour, by hour for the week before, kept per process.

import type { History } from '../../scoring/history.ts';
import { DAY, HOUR, MINUTE } from '../../vocabulary/clock.ts';
import type { Querier } from '../engine.ts';
import { READ_FAILURES_BY_HOUR, READ_FAILURES_OF_MINUTES, READ_LAST_SERVER_SUCCESS } from './ingest-reads.ts';

const HOURS = 168;
const VERIFIED_FOR = 7 * DAY;
/** Environments remembered, and hours of each: live events, and an import beside them. An hour is at most 168 numbers. */
const ENVIRONMENTS = 512;
const HOURS_OF_ONE = 4;
/** Another process may still add a late failure to a past hour: after this long its hours are read again. */
const TRUSTED_FOR = MINUTE;

interface Hours {
  readAt: number;
  failures: readonly number[];
}

/**
 * Reads the environment's part of a history. Past hours are remembered: this process forgets them when it writes into
 * one, so a single process always sees exact numbers; failures of other processes show within a minute.
 */
export class FailureHistory {
  readonly #hours = new Map<number, Map<number, Hours>>();
  readonly #successes = new Map<number, number>();
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  async read(querier: Querier, environmentNumber: number, at: number): Promise<History['environment']> {
    const minute = Math.floor(at / MINUTE);
    const lastHour = querier.all<{ failures: number }>(
      READ_FAILURES_OF_MINUTES,
      environmentNumber,
      MINUTE,
      minute - 60,
      minute,
    );
    const byHour = this.#byHour(querier, environmentNumber, Math.floor(at / HOUR));
    const verified = this.#verified(querier, environmentNumber, at);
    const [minutes, failuresByHour, isVerified] = await Promise.all([lastHour, byHour, verified]);
    return { failuresLastHour: minutes[0]?.failures ?? 0, failuresByHour, verified: isVerified };
  }

  /** Called when a failure at `at` was written: only hours that look back on it change. */
  forget(environmentNumber: number, at: number): void {
    const kept = this.#hours.get(environmentNumber);
    if (kept === undefined) return;
    for (const hour of kept.keys()) if (hour > Math.floor(at / HOUR)) kept.delete(hour);
  }

  /** Called when a transaction was undone: what was read in it may never have been. */
  forgetAll(): void {
    this.#hours.clear();
    this.#successes.clear();
  }

  async #byHour(querier: Querier, environmentNumber: number, hour: number): Promise<readonly number[]> {
    const kept = this.#hours.get(environmentNumber)?.get(hour);
    const now = this.#now();
    if (kept !== undefined && now - kept.readAt < TRUSTED_FOR) return kept.failures;
    const rows = await querier.all<{ failures: number }>(
      READ_FAILURES_BY_HOUR,
      environmentNumber,
      HOUR,
      hour - HOURS,
      hour,
    );
    const failures = rows.map((row) => row.failures);
    // The answer is remembered, never the question: a transaction must not wait for a read of another that may be
    // waiting for its turn behind this one.
    this.#remember(environmentNumber, hour, { readAt: now, failures });
    return failures;
  }

  #remember(environmentNumber: number, hour: number, hours: Hours): void {
    const kept = this.#hours.get(environmentNumber) ?? new Map<number, Hours>();
    if (kept.size >= HOURS_OF_ONE) kept.clear();
    if (this.#hours.size >= ENVIRONMENTS) this.#hours.clear();
    this.#hours.set(environmentNumber, kept.set(hour, hours));
  }

  async #verified(querier: Querier, environmentNumber: number, at: number): Promise<boolean> {
    // A success once seen stays one, so only "none yet" needs asking.
    const seen = this.#successes.get(environmentNumber);
    if (seen !== undefined && seen <= at && seen > at - VERIFIED_FOR) return true;
    const rows = await querier.all<{ at: number }>(READ_LAST_SERVER_SUCCESS, environmentNumber, at);
    const newest = rows[0]?.at;
    if (newest === undefined) return false;
    this.#successes.set(environmentNumber, newest);
    return newest > at - VERIFIED_FOR;
  }
}
