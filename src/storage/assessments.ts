// Assessments in bulk, written once for both engines: short reads by the order of ids, so that nobody waits for them.
import type { AssessmentReader, IdRange, RecordedAssessment } from '../records/assessments.ts';
import { first, type Querier, type Row } from './engine.ts';

const COLUMNS = `e.id, e.type, e.created_at, e.score, e.level, e.automation_score, e.device_new, e.device_trusted,
  e.decision, e.policy_version, e.matched_rule_id, e.matched_rule_name, e.forced, v.signals, o.label`;
const DETAILS = 'JOIN event_details v ON v.environment_id = e.environment_id AND v.event_id = e.id';
const PAGE = `SELECT ${COLUMNS} FROM events e ${DETAILS}
  LEFT JOIN outcomes o ON o.environment_id = e.environment_id AND o.event_id = e.id AND o.is_current = 1
  WHERE e.environment_id = ? AND e.id > ? AND e.id < ? ORDER BY e.id LIMIT ?`;
/** Led by the index of current outcomes: events that nobody judged cost nothing. */
const LABELLED = `SELECT ${COLUMNS} FROM outcomes o
  JOIN events e ON e.environment_id = o.environment_id AND e.id = o.event_id ${DETAILS}
  WHERE o.environment_id = ? AND o.is_current = 1 AND o.label IS NOT NULL AND o.event_id > ? AND o.event_id < ?
  ORDER BY o.event_id LIMIT ?`;
const COUNT = `SELECT count(*) AS count, max(id) AS last FROM
  (SELECT id FROM events WHERE environment_id = ? AND id > ? AND id < ? ORDER BY id LIMIT ?) AS part`;

export function assessmentReader(read: Querier): AssessmentReader {
  const page = async (sql: string, environmentNumber: number, { after, before }: IdRange, limit: number) =>
    (await read.all(sql, environmentNumber, after, before, limit)).map(recordedAssessment);
  return {
    page: (environmentNumber, range, limit) => page(PAGE, environmentNumber, range, limit),
    labelledPage: (environmentNumber, range, limit) => page(LABELLED, environmentNumber, range, limit),
    async count(environmentNumber, { after, before }, limit) {
      const sent = read.all<{ count: number; last: string | null }>(COUNT, environmentNumber, after, before, limit);
      return (await first(sent)) ?? { count: 0, last: null };
    },
  };
}

function recordedAssessment(row: Row): RecordedAssessment {
  const ruleId = row.matched_rule_id as string | null;
  return {
    eventId: row.id as string,
    eventType: row.type as string,
    createdAt: row.created_at as number,
    score: row.score as number,
    level: row.level as RecordedAssessment['level'],
    automationScore: row.automation_score as number,
    deviceNew: row.device_new === 1,
    deviceTrusted: row.device_trusted === 1,
    signals: (JSON.parse(row.signals as string) as [string][]).map(([code]) => code),
    decision: row.decision as RecordedAssessment['decision'],
    policyVersion: row.policy_version as number,
    matchedRule: ruleId === null ? null : { id: ruleId, name: (row.matched_rule_name as string | null) ?? '' },
    forced: row.forced === 1,
    label: row.label as RecordedAssessment['label'],
  };
}
