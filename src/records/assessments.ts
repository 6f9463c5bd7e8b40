// The written contract for reading assessments in bulk: what a backtest and the measures of quality go through.
import type { Decision, Label, Level } from '../vocabulary/words.ts';

/** Events between two ids: `after` < id < `before`. */
export interface IdRange {
  after: string;
  before: string;
}

/** What an assessment recorded, as far as a policy can ask about it, and what was said of it since. */
export interface RecordedAssessment {
  eventId: string;
  eventType: string;
  createdAt: number;
  score: number;
  level: Level;
  automationScore: number;
  deviceNew: boolean;
  deviceTrusted: boolean;
  /** Codes that fired. */
  signals: readonly string[];
  decision: Decision;
  policyVersion: number;
  matchedRule: { id: string; name: string } | null;
  /** A test environment's `force_*` account decided, not the policy. */
  forced: boolean;
  /** Of the current outcome; null without one, or when it has no label. */
  label: Label | null;
}

export interface AssessmentReader {
  /** The next assessments of the range in order of id, at most `limit`. One short read. */
  page(environmentNumber: number, range: IdRange, limit: number): Promise<RecordedAssessment[]>;
  /** The same, of events whose current outcome has a label alone. */
  labeledPage(environmentNumber: number, range: IdRange, limit: number): Promise<RecordedAssessment[]>;
  /** How many events follow in the range, counted no further than `limit`, and the last one counted. */
  count(environmentNumber: number, range: IdRange, limit: number): Promise<{ count: number; last: string | null }>;
}
