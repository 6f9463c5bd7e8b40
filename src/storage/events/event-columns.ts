// Declares the columns of `events` and `event_details` once, for INSERT statements, values, row types and readers.
import type { EventRow, EventWrites } from '../../records/ingest.ts';
import { PARTITIONS, partitionOf } from '../../vocabulary/windows.ts';
import type { Value } from '../engine.ts';
import { appendTo, columns, placeholders, type Write } from '../sql.ts';

/** A flag as both engines store it. */
export const bit = (value: boolean): 0 | 1 => (value ? 1 : 0);

/** Each column of `events` in order, with its value. The column `environment_id` contains the environment's number. */
const EVENTS = {
  environment_id: ({ event }) => event.environmentNumber,
  at: ({ event }) => event.at,
  created_at: ({ event }) => event.createdAt,
  policy_version: ({ event }) => event.policyVersion,
  score: ({ event }) => event.score,
  automation_score: ({ event }) => event.automation.score,
  webdriver: ({ event }) => bit(event.automation.webdriver),
  headless_hint: ({ event }) => bit(event.automation.headlessHint),
  runtime_inconsistency: ({ event }) => bit(event.automation.runtimeInconsistency),
  recognised: ({ event }) => bit(event.recognized),
  server_success: ({ serverSuccess }) => bit(serverSuccess),
  forced: ({ event }) => bit(event.forced),
  device_new: ({ event }) => bit(event.deviceNew),
  device_trusted: ({ event }) => bit(event.deviceTrusted),
  windows: ({ event }) => event.windows,
  window_partition: ({ event }) => PARTITIONS.indexOf(partitionOf(event.type)),
  id: ({ event }) => event.id,
  type: ({ event }) => event.type,
  credential: ({ event }) => event.credential,
  account_key: ({ event }) => event.accountKey,
  device_id: ({ event }) => event.deviceId,
  session_id: ({ event }) => event.sessionId,
  address: ({ event }) => event.address,
  counter_address: ({ event }) => event.counterAddress,
  wide_network: ({ event }) => event.wideNetwork,
  classification: ({ event }) => event.classification,
  fingerprint: ({ event }) => event.fingerprint,
  agent: ({ event }) => event.agent,
  session_token: ({ event }) => event.sessionToken,
  state: ({ event }) => event.state,
  level: ({ event }) => event.level,
  default_decision: ({ event }) => event.defaultDecision,
  decision: ({ event }) => event.decision,
  matched_rule_id: ({ event }) => event.matchedRule?.id ?? null,
  matched_rule_name: ({ event }) => event.matchedRule?.name ?? null,
} satisfies Record<string, (source: Pick<EventWrites, 'event' | 'serverSuccess'>) => Value>;

/** An event with its signals and resolution as compact JSON (`event-codec.ts`). */
export interface PackedEvent {
  event: EventRow;
  signals: string;
  /** Names a resolution text that is stored once for many events; null when this event stores its own. */
  resolutionDigest: string | null;
  /** This event's own resolution text, or null. */
  resolution: string | null;
}

/** Each column of `event_details` in order, with its value. */
const DETAILS = {
  environment_id: ({ event }) => event.environmentNumber,
  event_id: ({ event }) => event.id,
  posterior: ({ event }) => event.resolution.evidence.posterior,
  runner_up: ({ event }) => event.resolution.evidence.runnerUp,
  device_count: ({ event }) => event.resolution.evidence.deviceCount,
  candidate_count: ({ event }) => event.resolution.candidateCount,
  confidence: ({ event }) => event.resolution.confidence,
  signals: ({ signals }) => signals,
  resolution_digest: ({ resolutionDigest }) => resolutionDigest,
  resolution: ({ resolution }) => resolution,
  stable_digest: ({ event }) => event.stableSignals?.digest ?? null,
  volatile_signals: ({ event }) => event.volatileSignals,
} satisfies Record<string, (source: PackedEvent) => Value>;

export type EventColumn = keyof typeof EVENTS;

/** A row of `events`. */
export type EventsRow = { [C in EventColumn]: ReturnType<(typeof EVENTS)[C]> };

/** A row of `event_details`. */
export type EventDetailsRow = { [C in keyof typeof DETAILS]: ReturnType<(typeof DETAILS)[C]> };

/** Rows of the given columns as tuples, as `json_rows` returns them. */
export type EventTuple<C extends readonly EventColumn[]> = { -readonly [I in keyof C]: EventsRow[C[I]] };

export const EVENT_COLUMNS = Object.keys(EVENTS) as readonly EventColumn[];

/** Columns that lead back to a person or a machine: an erasure clears them, and replaces the account key. */
export const IDENTIFYING_COLUMNS = [
  'address',
  'counter_address',
  'wide_network',
  'fingerprint',
  'agent',
  'session_token',
] as const satisfies readonly EventColumn[];

function insertAll(table: 'events' | 'event_details', names: readonly string[]): Write {
  return appendTo(table)`(${columns(names)}) VALUES (${placeholders(names.length)})`;
}

function valuesIn<S>(table: Readonly<Record<string, (source: S) => Value>>): (source: S) => Value[] {
  const readers = Object.values(table);
  return (source) => {
    const values: Value[] = [];
    for (const read of readers) values.push(read(source));
    return values;
  };
}

export const INSERT_EVENT = insertAll('events', EVENT_COLUMNS);
export const INSERT_DETAILS = insertAll('event_details', Object.keys(DETAILS));

/** The values of `INSERT_EVENT`. */
export const eventValues = valuesIn<Pick<EventWrites, 'event' | 'serverSuccess'>>(EVENTS);
/** The values of `INSERT_DETAILS`. */
export const detailValues = valuesIn<PackedEvent>(DETAILS);

/** The fields of an event that `events` stores; the others come from its details. */
type StoredFields = Omit<EventRow, 'signals' | 'resolution' | 'stableSignals' | 'volatileSignals'>;

/** The reverse of `eventValues`. */
export function storedFields(row: EventsRow): StoredFields {
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
    windows: row.windows,
    automation: {
      score: row.automation_score,
      webdriver: row.webdriver === 1,
      headlessHint: row.headless_hint === 1,
      runtimeInconsistency: row.runtime_inconsistency === 1,
    },
  };
}

export function matchedRule({
  matched_rule_id: id,
  matched_rule_name: name,
}: Pick<EventsRow, 'matched_rule_id' | 'matched_rule_name'>): EventRow['matchedRule'] {
  return id === null ? null : { id, name: name ?? '' };
}
