// Stores outcomes, for both engines: rows are appended, and one row of each event is current.
import type { OutcomeRow, OutcomeStore, Revise } from '../../records/outcomes.ts';
import type { EventFacts } from '../../webhooks/envelope.ts';
import type { Engine, Querier, Reader, Row } from '../engine.ts';
import { first } from '../reads.ts';
import { columns, insertInto, placeholders, select, sql, update } from '../sql.ts';
import { macro } from '../sql-macros.ts';
import { insertDeliveries } from '../webhooks/insert-deliveries.ts';
import { unpackSignals } from './event-codec.ts';
import type { EventColumn, EventDetailsRow, EventsRow } from './event-columns.ts';

const COLUMNS = [
  ...['id', 'event_id', 'revision', 'label', 'authentication_outcome', 'reason', 'metadata', 'submitted_by_type'],
  ...['submitted_by_id', 'submitted_by_name', 'submitted_at', 'is_current', 'decision', 'evaluation'],
];
const FACTS = ['id', 'type', 'device_id', 'score', 'level', 'decision'] as const satisfies readonly EventColumn[];
type FactsRow = Pick<EventsRow, (typeof FACTS)[number]> & Pick<EventDetailsRow, 'signals'>;

/** Locks the event's row: revisions of one event run in sequence, and each sees what the previous one wrote. */
const READ_FACTS = select`${columns(FACTS, 'e')}, d.signals FROM events e
  JOIN event_details d ON d.environment_id = e.environment_id AND d.event_id = e.id
  WHERE e.environment_id = ? AND e.id = ? ${macro.lock_e}`;
const REVISIONS = sql`${columns(COLUMNS)} FROM outcomes WHERE environment_id = ? AND event_id = ?`;
const READ_CURRENT = select`${REVISIONS} AND is_current = 1`;
const READ_AFTER = select`${REVISIONS} AND revision > ? ORDER BY revision LIMIT ?`;
const READ_BEFORE = select`${REVISIONS} AND revision < ? ORDER BY revision DESC LIMIT ?`;
const RETIRE = update('outcomes')`SET is_current = 0 WHERE environment_id = ? AND event_id = ? AND is_current = 1`;
const UNKNOWN = select`value AS id FROM ${macro.each_text} WHERE NOT EXISTS
  (SELECT 1 FROM events e WHERE e.environment_id = ? AND e.id = value)`;
const INSERT = insertInto('outcomes')`(environment_id, ${columns(COLUMNS)})
  VALUES (?, ${placeholders(COLUMNS.length)})`;

export function outcomeStore(engine: Engine): OutcomeStore {
  const { read } = engine;
  return {
    revise: (environmentNumber, eventId, revise) =>
      engine.write(async (querier) => {
        const revised = await reviseOne(querier, environmentNumber, eventId, revise);
        if (revised === null || revised.row !== null) return revised as { row: OutcomeRow; written: boolean } | null;
        throw new Error('an event without an outcome has no current row to leave in place');
      }),
    reviseEach: (environmentNumber, eventIds, revise) =>
      engine.write(async (querier) => {
        let written = 0;
        // Sorted, so that two batches lock events in the same order and never deadlock.
        for (const eventId of [...new Set(eventIds)].sort()) {
          const revised = await reviseOne(querier, environmentNumber, eventId, revise);
          if (revised?.written === true) written += 1;
        }
        return written;
      }),
    unknownEvents: async (environmentNumber, eventIds) =>
      (await read.all<{ id: string }>(UNKNOWN, JSON.stringify(eventIds), environmentNumber)).map(({ id }) => id),
    history: async (environmentNumber, eventId, limit, from) => {
      const statement = from?.direction === 'prev' ? READ_BEFORE : READ_AFTER;
      return (await read.all(statement, environmentNumber, eventId, from?.revision ?? 0, limit)).map(outcomeRecord);
    },
    current: (environmentNumber, eventId) => readCurrent(read, environmentNumber, eventId),
  };
}

/** Returns null if there is no such event; a null row if it has no outcome and `revise` adds none. */
async function reviseOne(
  querier: Querier,
  environmentNumber: number,
  eventId: string,
  revise: Revise,
): Promise<{ row: OutcomeRow | null; written: boolean } | null> {
  const event = await readEventFacts(querier, environmentNumber, eventId);
  if (event === null) return null;
  const current = await readCurrent(querier, environmentNumber, eventId);
  const revision = revise(event, current);
  if (revision === null) return { row: current, written: false };
  await querier.run(RETIRE, environmentNumber, eventId);
  await append(querier, environmentNumber, revision.row);
  await insertDeliveries(querier, environmentNumber, revision.deliveries, revision.dueAt);
  return { row: revision.row, written: true };
}

async function readEventFacts(
  querier: Querier,
  environmentNumber: number,
  eventId: string,
): Promise<EventFacts | null> {
  const row = await first(querier.all<FactsRow>(READ_FACTS, environmentNumber, eventId));
  if (row === null) return null;
  const { id, type, device_id: deviceId, score, level, decision } = row;
  return {
    eventId: id,
    eventType: type,
    deviceId,
    risk: { score, level, decision, signals: unpackSignals(row.signals) },
  };
}

async function readCurrent(read: Reader, environmentNumber: number, eventId: string): Promise<OutcomeRow | null> {
  const row = await first(read.all(READ_CURRENT, environmentNumber, eventId));
  return row === null ? null : outcomeRecord(row);
}

async function append(querier: Querier, environmentNumber: number, row: OutcomeRow): Promise<void> {
  const { id, eventId, revision, label, authenticationOutcome, reason, metadata, submittedBy, submittedAt } = row;
  const { decision, evaluation } = row;
  const metadataText = metadata === null ? null : JSON.stringify(metadata);
  await querier.run(
    INSERT,
    ...[environmentNumber, id, eventId, revision, label, authenticationOutcome, reason, metadataText],
    ...[submittedBy.type, submittedBy.id, submittedBy.name, submittedAt, 1, decision, evaluation],
  );
}

function outcomeRecord(row: Row): OutcomeRow {
  return {
    id: row.id as string,
    eventId: row.event_id as string,
    revision: row.revision as number,
    label: row.label as OutcomeRow['label'],
    authenticationOutcome: row.authentication_outcome as OutcomeRow['authenticationOutcome'],
    reason: row.reason as string | null,
    metadata: row.metadata === null ? null : (JSON.parse(row.metadata as string) as OutcomeRow['metadata']),
    submittedBy: {
      type: row.submitted_by_type as OutcomeRow['submittedBy']['type'],
      id: row.submitted_by_id as string,
      name: row.submitted_by_name as string,
    },
    submittedAt: row.submitted_at as number,
    isCurrent: row.is_current === 1,
    decision: row.decision as OutcomeRow['decision'],
    evaluation: row.evaluation as OutcomeRow['evaluation'],
  };
}
