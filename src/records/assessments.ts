// Storage contract for bulk reads of assessments, which backtests and quality reports iterate over.
import type { Decision, Label, Level } from '../vocabulary/words.ts';

/** Events between two ids, both exclusive: `after` < id < `before`. */
export interface IdRange {
  after: string;
  before: string;
}

/** An assessment as recorded, reduced to the facts a policy can test, with the label that its event has received since. */
export interface RecordedAssessment {
  eventId: string;
  eventType: string;
  /** When the event was received, ms. */
  createdAt: number;
  score: number;
  level: Level;
  automationScore: number;
  deviceNew: boolean;
  deviceTrusted: boolean;
  /** Codes of the fired signals. */
  signals: readonly string[];
  decision: Decision;
  policyVersion: number;
  matchedRule: { id: string; name: string } | null;
  /** True when a test environment's `force_*` account set the decision instead of the policy. */
  forced: boolean;
  /** The label of the current outcome; null without an outcome, or when the outcome has no label. */
  label: Label | null;
}

export interface AssessmentReader {
  /** The next assessments of the range in id order, at most `limit`, as one short read. */
  page(environmentNumber: number, range: IdRange, limit: number): Promise<RecordedAssessment[]>;
  /** Like `page`, but only events whose current outcome has a label. */
  labeledPage(environmentNumber: number, range: IdRange, limit: number): Promise<RecordedAssessment[]>;
  /** The number of events in the range, counting at most `limit`, and the id of the last one counted (to continue); null at the end. */
  count(environmentNumber: number, range: IdRange, limit: number): Promise<{ count: number; last: string | null }>;
}
