// Reads kept events back, whole, into the records they were written from.
import type { EventDetail, EventMoment, EventReader } from '../../records/events.ts';
import type { EventRow } from '../../records/ingest.ts';
import { first, type Querier } from '../engine.ts';
import { type ResolutionColumns, unpackResolution, unpackSignals } from './event-codec.ts';

const READ_EVENT = `SELECT e.*, v.signals, coalesce(v.resolution, r.body) AS resolution,
  v.posterior, v.runner_up, v.device_count, v.candidate_count, v.confidence, v.volatile_signals, v.stable_digest, c.body AS stable_body, a.external_id,
  d.is_trusted, d.first_seen_at AS device_first_seen_at, d.last_seen_at AS device_last_seen_at,
  s.event_count AS session_event_count, s.started_at, s.last_seen_at AS session_last_seen_at
  FROM events e
  JOIN event_details v ON v.environment_id = e.environment_id AND v.event_id = e.id
  JOIN devices d ON d.environment_id = e.environment_id AND d.id = e.device_id
  JOIN sessions s ON s.environment_id = e.environment_id AND s.id = e.session_id
  LEFT JOIN accounts a ON a.environment_id = e.environment_id AND a.account_key = e.account_key
  LEFT JOIN resolution_texts r ON r.environment_id = e.environment_id AND r.digest = v.resolution_digest
  LEFT JOIN client_signals c ON c.environment_id = e.environment_id AND c.digest = v.stable_digest
  WHERE e.environment_id = ? AND e.id = ?`;

const MOMENTS = `SELECT id, type, at FROM events
  WHERE environment_id = ? AND account_key = ? AND at >= ? AND at <= ?`;

/** A row of `events` with its details, as both engines return it. */
interface EventDetailRow extends EventColumns, ResolutionColumns {
  signals: string;
  resolution: string;
  volatile_signals: string | null;
  stable_digest: string | null;
  stable_body: string | null;
  external_id: string | null;
  is_trusted: number;
  device_first_seen_at: number;
  device_last_seen_at: number;
  session_event_count: number;
  started_at: number;
  session_last_seen_at: number;
}

interface EventColumns {
  environment_id: number;
  id: string;
  type: string;
  at: number;
  created_at: number;
  credential: EventRow['credential'];
  account_key: string | null;
  device_id: string;
  session_id: string;
  address: string | null;
  counter_address: string | null;
  wide_network: string | null;
  classification: EventRow['classification'];
  fingerprint: string | null;
  agent: string | null;
  session_token: string | null;
  state: EventRow['state'];
  recognised: number;
  score: number;
  level: EventRow['level'];
  default_decision: EventRow['decision'];
  decision: EventRow['decision'];
  policy_version: number;
  matched_rule_id: string | null;
  matched_rule_name: string | null;
  forced: number;
  device_new: number;
  device_trusted: number;
  automation_score: number;
  webdriver: number;
  headless_hint: number;
  runtime_inconsistency: number;
}

export function eventReader(read: Querier): EventReader {
  return {
    async event(environmentNumber, id) {
      const row = await first(read.all<EventDetailRow>(READ_EVENT, environmentNumber, id));
      return row === null ? null : eventDetail(row);
    },
    async momentsOf(environmentNumber, accountKey, { from, to, type }, limit) {
      const ofType = type === null ? [] : [type];
      const sql = `${MOMENTS}${type === null ? '' : ' AND type = ?'} ORDER BY at, id LIMIT ?`;
      const rows = await read.all<EventMoment>(sql, environmentNumber, accountKey, from, to, ...ofType, limit);
      return rows.map(({ id, type, at }) => ({ id, type, at }));
    },
  };
}

function eventDetail(row: EventDetailRow): EventDetail {
  return {
    event: eventRow(row),
    externalAccountId: row.external_id,
    device: {
      id: row.device_id,
      isTrusted: row.is_trusted === 1,
      firstSeenAt: row.device_first_seen_at,
      lastSeenAt: row.device_last_seen_at,
    },
    session: {
      id: row.session_id,
      eventCount: row.session_event_count,
      startedAt: row.started_at,
      lastSeenAt: row.session_last_seen_at,
    },
  };
}

function eventRow(row: EventDetailRow): EventRow {
  const stable = row.stable_digest !== null && row.stable_body !== null;
  return {
    environmentNumber: row.environment_id,
    id: row.id,
    type: row.type,
    at: row.at,
    createdAt: row.created_at,
    credential: row.credential,
    accountKey: row.account_key,
    deviceId: row.device_id,
    sessionId: row.session_id,
    address: row.address,
    counterAddress: row.counter_address,
    wideNetwork: row.wide_network,
    classification: row.classification,
    fingerprint: row.fingerprint,
    agent: row.agent,
    sessionToken: row.session_token,
    state: row.state,
    recognized: row.recognised === 1,
    score: row.score,
    level: row.level,
    defaultDecision: row.default_decision,
    decision: row.decision,
    policyVersion: row.policy_version,
    matchedRule: matchedRule(row),
    forced: row.forced === 1,
    deviceNew: row.device_new === 1,
    deviceTrusted: row.device_trusted === 1,
    automation: {
      score: row.automation_score,
      webdriver: row.webdriver === 1,
      headlessHint: row.headless_hint === 1,
      runtimeInconsistency: row.runtime_inconsistency === 1,
    },
    signals: unpackSignals(row.signals),
    resolution: unpackResolution(row.resolution, row),
    stableSignals: stable ? { digest: row.stable_digest as string, body: row.stable_body as string } : null,
    volatileSignals: row.volatile_signals,
  };
}

function matchedRule({ matched_rule_id: id, matched_rule_name: name }: EventColumns): EventRow['matchedRule'] {
  return id === null ? null : { id, name: name ?? '' };
}
