// How ended attempts are written: the delivery's next state, the log row, and how the endpoint has been doing.
import type { EndedAttempt } from '../records/webhooks.ts';
import type { Querier } from './engine.ts';

const RELEASED = 'attempts = ?, runs = 0, lease_token = NULL, lease_until = NULL';
const LEASED_BY = 'WHERE environment_id = ? AND id = ? AND lease_token = ?';
/** An attempt of the ladder. When a redelivery was asked for meanwhile, the ladder's result waits behind it. */
const END_RUNG = `UPDATE webhook_deliveries SET ${RELEASED}, rung = ?,
  status = CASE WHEN redelivery_over IS NULL THEN ? ELSE 'pending' END,
  next_attempt_at = CASE WHEN redelivery_over IS NULL THEN CAST(? AS {{int8}}) ELSE next_attempt_at END,
  finished_at = CASE WHEN redelivery_over IS NULL THEN CAST(? AS {{int8}}) ELSE NULL END,
  ladder_at = CASE WHEN redelivery_over IS NULL THEN NULL ELSE CAST(? AS {{int8}}) END,
  redelivery_over = CASE WHEN redelivery_over IS NULL THEN NULL ELSE ? END ${LEASED_BY}`;
const REDELIVERED = `UPDATE webhook_deliveries SET ${RELEASED}, status = 'delivered', next_attempt_at = NULL,
  finished_at = ?, redelivery_over = NULL, ladder_at = NULL ${LEASED_BY}`;
/** A failed redelivery leaves the delivery as it was before it. */
const REDELIVERY_FAILED = `UPDATE webhook_deliveries SET ${RELEASED}, status = redelivery_over,
  next_attempt_at = ladder_at, finished_at = CASE WHEN redelivery_over = 'pending' THEN NULL ELSE CAST(? AS {{int8}}) END,
  redelivery_over = NULL, ladder_at = NULL ${LEASED_BY}`;
const LOG_ATTEMPT = `INSERT INTO webhook_attempts (environment_id, delivery_id, number, id, started_at, duration_ms,
  http_status, error, response_snippet) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`;
const NOTE_RESULTS = `UPDATE webhook_endpoints SET last_success_at = COALESCE(CAST(? AS {{int8}}), last_success_at),
  last_failure_at = COALESCE(CAST(? AS {{int8}}), last_failure_at),
  consecutive_failures = ? + consecutive_failures * ?, consecutive_timeouts = ? + consecutive_timeouts * ?
  WHERE environment_id = ? AND id = ?`;

/** Ends whose lease was lost are dropped: the delivery is another process's now, and it logs its own attempt. */
export async function writeEnds(querier: Querier, environmentNumber: number, ends: readonly EndedAttempt[]) {
  const changed = await Promise.all(ends.map((ended) => writeEnd(querier, environmentNumber, ended)));
  const kept = ends.filter((_, index) => changed[index] === 1);
  await Promise.all(kept.map((ended) => logAttempt(querier, environmentNumber, ended)));
  await noteResults(querier, environmentNumber, kept);
}

function writeEnd(querier: Querier, environmentNumber: number, ended: EndedAttempt): Promise<number> {
  const { delivery, next, endedAt, outcome } = ended;
  const { id, leaseToken, number, rung } = delivery;
  const place = [environmentNumber, id, leaseToken] as const;
  if (rung === null && outcome === 'success') return querier.run(REDELIVERED, number, endedAt, ...place);
  if (rung === null) return querier.run(REDELIVERY_FAILED, number, endedAt, ...place);
  const { status, nextAttemptAt } = next;
  const finishedAt = status === 'pending' ? null : endedAt;
  return querier.run(END_RUNG, number, rung, status, nextAttemptAt, finishedAt, nextAttemptAt, status, ...place);
}

function logAttempt(querier: Querier, environmentNumber: number, ended: EndedAttempt): Promise<number> {
  const { delivery, attemptId, startedAt, durationMs, end, snippet } = ended;
  return querier.run(
    LOG_ATTEMPT,
    ...[environmentNumber, delivery.id, delivery.number, attemptId, startedAt, durationMs],
    ...[end.httpStatus, end.error, snippet],
  );
}

/** One update per endpoint, whatever the batch; in order of id, so that two processes never wait crosswise. */
async function noteResults(querier: Querier, environmentNumber: number, ends: readonly EndedAttempt[]): Promise<void> {
  const byEndpoint = new Map<string, EndedAttempt[]>();
  for (const ended of ends) {
    const known = byEndpoint.get(ended.delivery.endpointId);
    if (known === undefined) byEndpoint.set(ended.delivery.endpointId, [ended]);
    else known.push(ended);
  }
  for (const [endpointId, results] of [...byEndpoint].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const failures = tail(results, ({ outcome }) => outcome !== 'success');
    const timeouts = tail(results, ({ end }) => end.error === 'request_timeout' || end.error === 'connect_timeout');
    await querier.run(
      NOTE_RESULTS,
      latest(results, ({ outcome }) => outcome === 'success'),
      latest(results, ({ outcome }) => outcome !== 'success'),
      ...[failures, failures === results.length ? 1 : 0],
      ...[timeouts, timeouts === results.length ? 1 : 0],
      ...[environmentNumber, endpointId],
    );
  }
}

/** How many of the last results, in a row, are so. */
function tail(results: readonly EndedAttempt[], isSo: (ended: EndedAttempt) => boolean): number {
  return results.length - 1 - results.findLastIndex((ended) => !isSo(ended));
}

function latest(results: readonly EndedAttempt[], isSo: (ended: EndedAttempt) => boolean): number | null {
  return results.findLast(isSo)?.endedAt ?? null;
}
