// Outcomes, written once for both engines: rows are appended, and one of an event's rows is current.
import type { OutcomeRow, OutcomeStore } from '../../records/outcomes.ts';
import type { Announcement } from '../../webhooks/announce.ts';
import type { EventFacts } from '../../webhooks/envelope.ts';
import { type Engine, first, type Querier, type Row } from '../engine.ts';
import { unpackSignals } from './event-codec.ts';
import { INSERT_DELIVERY } from './event-statements.ts';

const COLUMNS = `id, event_id, revision, label, authentication_outcome, reason, metadata, submitted_by_type, submitted_by_id,
  submitted_by_name, submitted_at, is_current, decision, evaluation`;
/** Locks the event's row: submissions about one event take their turns, and the next one sees what this one wrote. */
const READ_SUBJECT = `SELECT e.id, e.type, e.device_id, e.score, e.level, e.decision, d.signals FROM events e
  JOIN event_details d ON d.environment_id = e.environment_id AND d.event_id = e.id
  WHERE e.environment_id = ? AND e.id = ? {{lock_e}}`;
const READ_CURRENT = `SELECT ${COLUMNS} FROM outcomes WHERE environment_id = ? AND event_id = ? AND is_current = 1`;
const HISTORY = `SELECT ${COLUMNS} FROM outcomes WHERE environment_id = ? AND event_id = ?`;
const READ_AFTER = `${HISTORY} AND revision > ? ORDER BY revision LIMIT ?`;
const READ_BEFORE = `${HISTORY} AND revision < ? ORDER BY revision DESC LIMIT ?`;
const RETIRE = 'UPDATE outcomes SET is_current = 0 WHERE environment_id = ? AND event_id = ? AND is_current = 1';
const INSERT = `INSERT INTO outcomes (environment_id, ${COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 1, ?, ?)`;

export function outcomeStore(engine: Engine): OutcomeStore {
  const { read } = engine;
  return {
    revise: (environmentNumber, eventId, revise) =>
      engine.write(async (querier) => {
        const event = await readEventFacts(querier, environmentNumber, eventId);
        if (event === null) return null;
        const current = await readCurrent(querier, environmentNumber, eventId);
        const revision = revise(event, current);
        if (revision === null) {
          if (current === null) throw new Error('a first outcome cannot stand already');
          return { row: current, written: false };
        }
        await querier.run(RETIRE, environmentNumber, eventId);
        await append(querier, environmentNumber, revision.row, revision.deliveries);
        return { row: revision.row, written: true };
      }),
    history: async (environmentNumber, eventId, limit, from) => {
      const sql = from?.direction === 'prev' ? READ_BEFORE : READ_AFTER;
      return (await read.all(sql, environmentNumber, eventId, from?.revision ?? 0, limit)).map(outcomeRecord);
    },
    current: (environmentNumber, eventId) => readCurrent(read, environmentNumber, eventId),
  };
}

async function readEventFacts(
  querier: Querier,
  environmentNumber: number,
  eventId: string,
): Promise<EventFacts | null> {
  const row = await first(querier.all(READ_SUBJECT, environmentNumber, eventId));
  if (row === null) return null;
  return {
    eventId: row.id as string,
    eventType: row.type as string,
    deviceId: row.device_id as string,
    risk: {
      score: row.score as number,
      level: row.level as EventFacts['risk']['level'],
      decision: row.decision as EventFacts['risk']['decision'],
      signals: unpackSignals(row.signals as string),
    },
  };
}

async function readCurrent(querier: Querier, environmentNumber: number, eventId: string): Promise<OutcomeRow | null> {
  const row = await first(querier.all(READ_CURRENT, environmentNumber, eventId));
  return row === null ? null : outcomeRecord(row);
}

async function append(
  querier: Querier,
  environmentNumber: number,
  row: OutcomeRow,
  deliveries: readonly Announcement[],
): Promise<void> {
  const { id, eventId, revision, label, authenticationOutcome, reason, metadata, submittedBy, submittedAt } = row;
  const { decision, evaluation } = row;
  const written = metadata === null ? null : JSON.stringify(metadata);
  await querier.run(
    INSERT,
    ...[environmentNumber, id, eventId, revision, label, authenticationOutcome, reason, written],
    ...[submittedBy.type, submittedBy.id, submittedBy.name, submittedAt, decision, evaluation],
  );
  for (const delivery of deliveries) {
    const { id: deliveryId, endpointId, type, body } = delivery;
    await querier.run(
      INSERT_DELIVERY,
      ...[environmentNumber, deliveryId, endpointId, type, eventId, body, submittedAt, submittedAt],
    );
  }
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
