// Writes attempt results: the delivery's next state, the log row, and the endpoint's health.
import type { AttemptResult, ClaimedDelivery } from '../../records/webhooks.ts';
import { ATTEMPT_IN_PROGRESS } from '../../vocabulary/words.ts';
import type { Querier } from '../engine.ts';
import { EMPTY, insertInto, type Sql, sql, update, type Write } from '../sql.ts';
import { int8At, macro, textAt } from '../sql-macros.ts';

/**
 * Results as a JSON list of [environment, delivery, token, number, ended at], followed for scheduled attempts by [scheduled
 * attempt, next attempt, finished, status]. Each row contains the environment: as a separate value it would let the
 * planner start with all deliveries of the environment and search for each among the results (88 ms a batch instead of 5).
 */
const RESULT = sql`${int8At(0)} AS environment, ${textAt(1)} AS delivery, ${textAt(2)} AS token, ${int8At(3)} AS number,
  ${int8At(4)} AS ended`;
const SCHEDULED_RESULT = sql`${RESULT}, ${int8At(5)} AS rung, ${int8At(6)} AS next, ${int8At(7)} AS finished,
  ${textAt(8)} AS state`;
const RELEASED = sql`attempts = number, runs = 0, lease_token = NULL, lease_until = NULL`;
/** Finds the row by its key: a plan made while few rows were leased would scan the index of leased rows each time. */
const LEASED_BY = sql`WHERE environment_id = environment AND id = delivery AND coalesce(lease_token, '') = token`;
const from = (result: Sql): Sql => sql`FROM (SELECT ${result} FROM ${macro.each_json}) AS result`;

// A requested redelivery saves the delivery's own state: `redelivery_over` contains its status, `ladder_at` the time of
// its next scheduled attempt. `rung` counts the scheduled attempts made.

/** Scheduled attempts. If a redelivery was requested meanwhile, the result becomes the saved state instead. */
const completeScheduled = (scope: Sql) => update('webhook_deliveries')`SET ${RELEASED}, rung = result.rung,
  status = CASE WHEN redelivery_over IS NULL THEN state ELSE 'pending' END,
  next_attempt_at = CASE WHEN redelivery_over IS NULL THEN next ELSE next_attempt_at END,
  finished_at = CASE WHEN redelivery_over IS NULL THEN finished ELSE NULL END,
  ladder_at = CASE WHEN redelivery_over IS NULL THEN NULL ELSE next END,
  redelivery_over = CASE WHEN redelivery_over IS NULL THEN NULL ELSE state END
  ${from(SCHEDULED_RESULT)} ${LEASED_BY}${scope} RETURNING id`;
const completeRedelivered = (scope: Sql) => update(
  'webhook_deliveries',
)`SET ${RELEASED}, status = 'delivered', next_attempt_at = NULL,
  finished_at = ended, redelivery_over = NULL, ladder_at = NULL ${from(RESULT)} ${LEASED_BY}${scope} RETURNING id`;
/** A failed redelivery restores the saved state. */
const completeRedeliveryFailed = (scope: Sql) => update('webhook_deliveries')`SET ${RELEASED}, status = redelivery_over,
  next_attempt_at = ladder_at, finished_at = CASE WHEN redelivery_over = 'pending' THEN NULL ELSE ended END,
  redelivery_over = NULL, ladder_at = NULL ${from(RESULT)} ${LEASED_BY}${scope} RETURNING id`;
const LOG_ATTEMPTS = insertInto('webhook_attempts')`(environment_id, delivery_id, number, id, started_at, duration_ms,
  http_status, error, response_snippet)
  SELECT ?, ${textAt(0)}, ${int8At(1)}, ${textAt(2)}, ${int8At(3)}, ${int8At(4)}, ${int8At(5)}, ${textAt(6)}, ${textAt(7)}
  FROM ${macro.each_json} WHERE true
  ON CONFLICT (environment_id, delivery_id, number) DO UPDATE SET id = excluded.id, started_at = excluded.started_at,
  duration_ms = excluded.duration_ms, http_status = excluded.http_status, error = excluded.error,
  response_snippet = excluded.response_snippet`;
/** A JSON list of [environment, endpoint, last success, last failure, failures, all failed, timeouts, all timed out]. */
const updateHealth = (scope: Sql) => update(
  'webhook_endpoints',
)`SET last_success_at = COALESCE(success, last_success_at),
  last_failure_at = COALESCE(failure, last_failure_at),
  consecutive_failures = failures + consecutive_failures * all_failed,
  consecutive_timeouts = timeouts + consecutive_timeouts * all_timed_out
  FROM (SELECT ${int8At(0)} AS environment, ${textAt(1)} AS endpoint, ${int8At(2)} AS success, ${int8At(3)} AS failure,
    ${int8At(4)} AS failures, ${int8At(5)} AS all_failed, ${int8At(6)} AS timeouts, ${int8At(7)} AS all_timed_out
    FROM ${macro.each_json}) AS results
  WHERE environment_id = environment AND id = endpoint${scope}`;

/** The statements of results, and on a distributed database the same with the environment as a constant, which routes them. */
const statementsWith = (scope: Sql) => ({
  scheduled: completeScheduled(scope),
  redelivered: completeRedelivered(scope),
  redeliveryFailed: completeRedeliveryFailed(scope),
  health: updateHealth(scope),
});
const RESULTS = statementsWith(EMPTY);
const DISTRIBUTED_RESULTS = statementsWith(sql` AND environment_id = ?`);

/**
 * Writes the results whose lease is still held and returns them. Others are dropped: their delivery now belongs to another
 * process, which logs its own attempt. One statement for all results of a kind: row by row, they took the server half as long again
 * as the rest of a delivery.
 */
export async function writeAttemptResults(
  querier: Querier,
  environmentNumber: number,
  results: readonly AttemptResult[],
  isDistributed: boolean,
): Promise<AttemptResult[]> {
  const statements = isDistributed ? DISTRIBUTED_RESULTS : RESULTS;
  const scope = isDistributed ? [environmentNumber] : [];
  const complete = async (statement: Write, rows: readonly AttemptResult[]): Promise<string[]> => {
    if (rows.length === 0) return [];
    const list = JSON.stringify(rows.map((result) => [environmentNumber, ...resultRow(result)]));
    return (await querier.all<{ id: string }>(statement, list, ...scope)).map(({ id }) => id);
  };
  const isRedelivery = ({ delivery }: AttemptResult) => delivery.scheduledAttempt === null;
  const scheduled = results.filter((result) => !isRedelivery(result));
  const redelivered = results.filter((result) => isRedelivery(result) && result.attemptClass === 'success');
  const failed = results.filter((result) => isRedelivery(result) && result.attemptClass !== 'success');
  const written = await Promise.all([
    complete(statements.scheduled, scheduled),
    complete(statements.redelivered, redelivered),
    complete(statements.redeliveryFailed, failed),
  ]);
  const ids = new Set(written.flat());
  return results.filter(({ delivery }) => ids.has(delivery.id));
}

function resultRow({ delivery, next, endedAt }: AttemptResult): unknown[] {
  const { id, leaseToken, number, scheduledAttempt } = delivery;
  const { status, nextAttemptAt } = next;
  const finishedAt = status === 'pending' ? null : endedAt;
  return [id, leaseToken, number, endedAt, scheduledAttempt, nextAttemptAt, finishedAt, status];
}

/** Logs attempts that are about to start. After a crash, the row with the same number already exists. */
export async function logStartedAttempts(
  querier: Querier,
  environmentNumber: number,
  claims: readonly ClaimedDelivery[],
  at: number,
): Promise<void> {
  if (claims.length === 0) return;
  const rows = claims.map(({ id, number, attemptId }) => [
    id,
    number,
    attemptId,
    at,
    0,
    null,
    ATTEMPT_IN_PROGRESS,
    null,
  ]);
  await querier.run(LOG_ATTEMPTS, environmentNumber, JSON.stringify(rows));
}

/** Logs written results and updates the health of their endpoints. */
export async function logAttemptResults(
  querier: Querier,
  environmentNumber: number,
  results: readonly AttemptResult[],
  isDistributed: boolean,
): Promise<void> {
  if (results.length === 0) return;
  const { health } = isDistributed ? DISTRIBUTED_RESULTS : RESULTS;
  const scope = isDistributed ? [environmentNumber] : [];
  await Promise.all([
    querier.run(LOG_ATTEMPTS, environmentNumber, JSON.stringify(results.map(attemptRow))),
    querier.run(health, JSON.stringify(healthRows(results).map((row) => [environmentNumber, ...row])), ...scope),
  ]);
}

function attemptRow({ delivery, startedAt, durationMs, outcome, snippet }: AttemptResult): unknown[] {
  return [
    delivery.id,
    delivery.number,
    delivery.attemptId,
    startedAt,
    durationMs,
    outcome.httpStatus,
    outcome.error,
    snippet,
  ];
}

/** One row per endpoint, whatever the batch; in id order, so that two processes never deadlock. */
function healthRows(results: readonly AttemptResult[]): unknown[][] {
  const byEndpoint = new Map<string, AttemptResult[]>();
  for (const result of results) {
    const known = byEndpoint.get(result.delivery.endpointId);
    if (known === undefined) byEndpoint.set(result.delivery.endpointId, [result]);
    else known.push(result);
  }
  return [...byEndpoint]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([endpointId, own]) => {
      const failures = trailing(own, ({ attemptClass }) => attemptClass !== 'success');
      const timeouts = trailing(
        own,
        ({ outcome }) => outcome.error === 'request_timeout' || outcome.error === 'connect_timeout',
      );
      return [
        endpointId,
        latest(own, ({ attemptClass }) => attemptClass === 'success'),
        latest(own, ({ attemptClass }) => attemptClass !== 'success'),
        ...[failures, failures === own.length ? 1 : 0],
        ...[timeouts, timeouts === own.length ? 1 : 0],
      ];
    });
}

/** The number of consecutive matching results at the end of the list. */
function trailing(results: readonly AttemptResult[], matches: (result: AttemptResult) => boolean): number {
  return results.length - 1 - results.findLastIndex((result) => !matches(result));
}

function latest(results: readonly AttemptResult[], matches: (result: AttemptResult) => boolean): number | null {
  return results.findLast(matches)?.endedAt ?? null;
}
