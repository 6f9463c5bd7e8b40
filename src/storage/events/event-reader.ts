// Reads stored events back into the records they were written from.
import type { AccountEvent, EventDetail, EventReader } from '../../records/events.ts';
import type { EventRow } from '../../records/ingest.ts';
import { MINUTE } from '../../vocabulary/clock.ts';
import { idFloor } from '../../vocabulary/ids.ts';
import type { Reader } from '../engine.ts';
import { first } from '../reads.ts';
import { columns, EMPTY, select, sql } from '../sql.ts';
import { unpackResolution, unpackSignals } from './event-codec.ts';
import { EVENT_COLUMNS, type EventDetailsRow, type EventsRow, storedFields } from './event-columns.ts';

const DETAILS = [
  'signals',
  'posterior',
  'runner_up',
  'device_count',
  'candidate_count',
  'confidence',
  'volatile_signals',
  'stable_digest',
] as const satisfies readonly (keyof EventDetailsRow)[];

const READ_EVENT = select`${columns(EVENT_COLUMNS, 'e')}, ${columns(DETAILS, 'v')},
  coalesce(v.resolution, r.body) AS resolution, c.body AS stable_body, a.external_id,
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

/** Ids begin with the time of arrival, and an event may be dated at most five minutes after it. */
const MAX_EARLY = 5 * MINUTE;
const ACCOUNT_EVENTS = sql`id, type, at FROM events
  WHERE environment_id = ? AND account_key = ? AND id >= ? AND at >= ? AND at <= ?`;

interface EventDetailRow extends EventsRow, Pick<EventDetailsRow, (typeof DETAILS)[number]> {
  resolution: string;
  stable_body: string | null;
  external_id: string | null;
  is_trusted: number;
  device_first_seen_at: number;
  device_last_seen_at: number;
  session_event_count: number;
  started_at: number;
  session_last_seen_at: number;
}

export function eventReader(read: Reader): EventReader {
  return {
    async event(environmentNumber, id) {
      const row = await first(read.all<EventDetailRow>(READ_EVENT, environmentNumber, id));
      return row === null ? null : eventDetail(row);
    },
    async accountEvents(environmentNumber, accountKey, { from, to, type }, limit) {
      const types = type === null ? [] : [type];
      const statement = select`${ACCOUNT_EVENTS}${type === null ? EMPTY : sql` AND type = ?`} ORDER BY at, id LIMIT ?`;
      const keys = [environmentNumber, accountKey, idFloor('event', Math.max(0, from - MAX_EARLY))];
      const rows = await read.all<AccountEvent>(statement, ...keys, from, to, ...types, limit);
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
    ...storedFields(row),
    signals: unpackSignals(row.signals),
    resolution: unpackResolution(row.resolution, row),
    stableSignals: stable ? { digest: row.stable_digest as string, body: row.stable_body as string } : null,
    volatileSignals: row.volatile_signals,
  };
}
