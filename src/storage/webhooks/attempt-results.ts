// How ended attempts are written: the delivery's next state, the log row, and how the endpoint has been doing.
import type { AttemptResult } from '../../records/webhooks.ts';
import type { Querier } from '../engine.ts';

const text = (place: number) => `value ->> ${place}`;
const int8 = (place: number) => `CAST(value ->> ${place} AS {{int8}})`;

/**
 * Ends as a JSON list of [environment, delivery, token, number, ended at], and of [rung, next attempt, finished, status]
 * after them. The environment stands in each row: as a value of its own it would let the engine begin with all deliveries
 * of the environment and look for each among the ends (88 ms a batch instead of 5).
 */
const ENDED = `${int8(0)} AS environment, ${text(1)} AS delivery, ${text(2)} AS token, ${int8(3)} AS number, ${int8(4)} AS ended`;
const ENDED_RUNGS = `${ENDED}, ${int8(5)} AS rung, ${int8(6)} AS next, ${int8(7)} AS finished, ${text(8)} AS state`;
const RELEASED = 'attempts = number, runs = 0, lease_token = NULL, lease_until = NULL';
/** By the key: a plan made while little was leased would look into the index of what is, and find all of it each time. */
const LEASED_BY = `WHERE environment_id = environment AND id = delivery AND coalesce(lease_token, '') = token RETURNING id`;
const from = (columns: string) => `FROM (SELECT ${columns} FROM {{each_json}}) AS ended`;
/** Attempts of the ladder. When a redelivery was asked for meanwhile, the ladder's result waits behind it. */
const END_RUNGS = `UPDATE webhook_deliveries SET ${RELEASED}, rung = ended.rung,
  status = CASE WHEN redelivery_over IS NULL THEN state ELSE 'pending' END,
  next_attempt_at = CASE WHEN redelivery_over IS NULL THEN next ELSE next_attempt_at END,
  finished_at = CASE WHEN redelivery_over IS NULL THEN finished ELSE NULL END,
  ladder_at = CASE WHEN redelivery_over IS NULL THEN NULL ELSE next END,
  redelivery_over = CASE WHEN redelivery_over IS NULL THEN NULL ELSE state END ${from(ENDED_RUNGS)} ${LEASED_BY}`;
const REDELIVERED = `UPDATE webhook_deliveries SET ${RELEASED}, status = 'delivered', next_attempt_at = NULL,
  finished_at = ended, redelivery_over = NULL, ladder_at = NULL ${from(ENDED)} ${LEASED_BY}`;
/** A failed redelivery leaves the delivery as it was before it. */
const REDELIVERY_FAILED = `UPDATE webhook_deliveries SET ${RELEASED}, status = redelivery_over,
  next_attempt_at = ladder_at, finished_at = CASE WHEN redelivery_over = 'pending' THEN NULL ELSE ended END,
  redelivery_over = NULL, ladder_at = NULL ${from(ENDED)} ${LEASED_BY}`;
const LOG_ATTEMPTS = `INSERT INTO webhook_attempts (environment_id, delivery_id, number, id, started_at, duration_ms,
  http_status, error, response_snippet)
  SELECT ?, ${text(0)}, ${int8(1)}, ${text(2)}, ${int8(3)}, ${int8(4)}, ${int8(5)}, ${text(6)}, ${text(7)} FROM {{each_json}}`;
/** A JSON list of [environment, endpoint, last success, last failure, failures, 1 if all failed, time-outs, 1 if all timed out]. */
const NOTE_RESULTS = `UPDATE webhook_endpoints SET last_success_at = COALESCE(success, last_success_at),
  last_failure_at = COALESCE(failure, last_failure_at),
  consecutive_failures = failures + consecutive_failures * all_failed,
  consecutive_timeouts = timeouts + consecutive_timeouts * all_timed_out
  FROM (SELECT ${int8(0)} AS environment, ${text(1)} AS endpoint, ${int8(2)} AS success, ${int8(3)} AS failure,
    ${int8(4)} AS failures, ${int8(5)} AS all_failed, ${int8(6)} AS timeouts, ${int8(7)} AS all_timed_out
    FROM {{each_json}}) AS results
  WHERE environment_id = environment AND id = endpoint`;

/**
 * The ends whose lease was still held, now written. Those that lost it are dropped: the delivery is another process's
 * now, and it logs its own attempt. One statement for all ends of a kind: row by row they took the server half again as
 * long as the rest of a delivery.
 */
export async function writeAttemptResults(
  querier: Querier,
  environmentNumber: number,
  ends: readonly AttemptResult[],
): Promise<AttemptResult[]> {
  const of = async (sql: string, rows: readonly AttemptResult[]): Promise<string[]> => {
    if (rows.length === 0) return [];
    const list = JSON.stringify(rows.map((ended) => [environmentNumber, ...endRow(ended)]));
    const written = await querier.all<{ id: string }>(sql, list);
    return written.map(({ id }) => id);
  };
  const redelivered = (ended: AttemptResult) => ended.delivery.scheduledAttempt === null;
  const succeeded = (ended: AttemptResult) => ended.outcome === 'success';
  const written = await Promise.all([
    of(
      END_RUNGS,
      ends.filter((ended) => !redelivered(ended)),
    ),
    of(
      REDELIVERED,
      ends.filter((ended) => redelivered(ended) && succeeded(ended)),
    ),
    of(
      REDELIVERY_FAILED,
      ends.filter((ended) => redelivered(ended) && !succeeded(ended)),
    ),
  ]);
  const kept = new Set(written.flat());
  return ends.filter(({ delivery }) => kept.has(delivery.id));
}

function endRow({ delivery, next, endedAt }: AttemptResult): unknown[] {
  const { id, leaseToken, number, scheduledAttempt } = delivery;
  const { status, nextAttemptAt } = next;
  return [
    id,
    leaseToken,
    number,
    endedAt,
    scheduledAttempt,
    nextAttemptAt,
    status === 'pending' ? null : endedAt,
    status,
  ];
}

/** The log rows of ends that were written, and how their endpoints have been doing. */
export async function logAttemptResults(querier: Querier, environmentNumber: number, ends: readonly AttemptResult[]) {
  if (ends.length === 0) return;
  await Promise.all([
    querier.run(LOG_ATTEMPTS, environmentNumber, JSON.stringify(ends.map(attemptRow))),
    querier.run(NOTE_RESULTS, JSON.stringify(resultRows(ends).map((row) => [environmentNumber, ...row]))),
  ]);
}

function attemptRow({ delivery, attemptId, startedAt, durationMs, end, snippet }: AttemptResult): unknown[] {
  return [delivery.id, delivery.number, attemptId, startedAt, durationMs, end.httpStatus, end.error, snippet];
}

/** One row per endpoint, whatever the batch; in order of id, so that two processes never wait crosswise. */
function resultRows(ends: readonly AttemptResult[]): unknown[][] {
  const byEndpoint = new Map<string, AttemptResult[]>();
  for (const ended of ends) {
    const known = byEndpoint.get(ended.delivery.endpointId);
    if (known === undefined) byEndpoint.set(ended.delivery.endpointId, [ended]);
    else known.push(ended);
  }
  return [...byEndpoint]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([endpointId, results]) => {
      const failures = tail(results, ({ outcome }) => outcome !== 'success');
      const timeouts = tail(results, ({ end }) => end.error === 'request_timeout' || end.error === 'connect_timeout');
      return [
        endpointId,
        latest(results, ({ outcome }) => outcome === 'success'),
        latest(results, ({ outcome }) => outcome !== 'success'),
        ...[failures, failures === results.length ? 1 : 0],
        ...[timeouts, timeouts === results.length ? 1 : 0],
      ];
    });
}

/** How many of the last results, in a row, are so. */
function tail(results: readonly AttemptResult[], isSo: (ended: AttemptResult) => boolean): number {
  return results.length - 1 - results.findLastIndex((ended) => !isSo(ended));
}

function latest(results: readonly AttemptResult[], isSo: (ended: AttemptResult) => boolean): number | null {
  return results.findLast(isSo)?.endedAt ?? null;
}
