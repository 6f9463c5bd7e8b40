// Assessments in bulk, written once for both engines: short reads by the order of ids, so that nobody waits for them.
import type { AssessmentReader, IdRange, RecordedAssessment } from '../../records/assessments.ts';
import { first, type Querier } from '../engine.ts';

/** Without the list of columns a row has no names, which on SQLite cost as much again as all the rest of the reading. */
const COLUMNS = `e.id, e.type, e.created_at, e.score, e.level, e.automation_score, e.device_new, e.device_trusted,
  e.decision, e.policy_version, e.matched_rule_id, e.matched_rule_name, e.forced, v.signals, o.label`;
const DETAILS = 'JOIN event_details v ON v.environment_id = e.environment_id AND v.event_id = e.id';
const PAGE = packed(`SELECT ${COLUMNS} FROM events e ${DETAILS}
  LEFT JOIN outcomes o ON o.environment_id = e.environment_id AND o.event_id = e.id AND o.is_current = 1
  WHERE e.environment_id = ? AND e.id > ? AND e.id < ? ORDER BY e.id LIMIT ?`);
/** Led by the index of current outcomes: events that nobody judged cost nothing. */
const LABELED = packed(`SELECT ${COLUMNS} FROM outcomes o
  JOIN events e ON e.environment_id = o.environment_id AND e.id = o.event_id ${DETAILS}
  WHERE o.environment_id = ? AND o.is_current = 1 AND o.label IS NOT NULL AND o.event_id > ? AND o.event_id < ?
  ORDER BY o.event_id LIMIT ?`);
const COUNT = `SELECT count(*) AS count, max(id) AS last FROM
  (SELECT id FROM events WHERE environment_id = ? AND id > ? AND id < ? ORDER BY id LIMIT ?) AS part`;

/** All rows of a page as one JSON text. */
function packed(rows: string): string {
  return `SELECT {{json_rows}}(${COLUMNS.replaceAll(/\b[evo]\./g, '')})) AS rows FROM (${rows}) AS page`;
}

type Packed = [
  eventId: string,
  eventType: string,
  createdAt: number,
  score: number,
  level: RecordedAssessment['level'],
  automationScore: number,
  deviceNew: number,
  deviceTrusted: number,
  decision: RecordedAssessment['decision'],
  policyVersion: number,
  ruleId: string | null,
  ruleName: string | null,
  forced: number,
  signals: string,
  label: RecordedAssessment['label'],
];

export function assessmentReader(read: Querier): AssessmentReader {
  const page = async (sql: string, environmentNumber: number, { after, before }: IdRange, limit: number) => {
    const row = await first(read.all<{ rows: string | null }>(sql, environmentNumber, after, before, limit));
    return (JSON.parse(row?.rows ?? '[]') as Packed[]).map(recordedAssessment);
  };
  return {
    page: (environmentNumber, range, limit) => page(PAGE, environmentNumber, range, limit),
    labeledPage: (environmentNumber, range, limit) => page(LABELED, environmentNumber, range, limit),
    async count(environmentNumber, { after, before }, limit) {
      const sent = read.all<{ count: number; last: string | null }>(COUNT, environmentNumber, after, before, limit);
      return (await first(sent)) ?? { count: 0, last: null };
    },
  };
}

function recordedAssessment(row: Packed): RecordedAssessment {
  const [eventId, eventType, createdAt, score, level, automationScore, deviceNew, deviceTrusted, decision, version] =
    row;
  const [ruleId, ruleName, forced, signals, label] = row.slice(10) as [
    Packed[10],
    Packed[11],
    Packed[12],
    string,
    Packed[14],
  ];
  return {
    eventId,
    eventType,
    createdAt,
    score,
    level,
    automationScore,
    deviceNew: deviceNew === 1,
    deviceTrusted: deviceTrusted === 1,
    signals: (JSON.parse(signals) as [string][]).map(([code]) => code),
    decision,
    policyVersion: version,
    matchedRule: ruleId === null ? null : { id: ruleId, name: ruleName ?? '' },
    forced: forced === 1,
    label,
  };
}
