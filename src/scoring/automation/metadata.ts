// The evidence and the sentence that the signals of automation share.
import type { AutomationEvidence } from '../automation.ts';
import { describeIndicators } from './indicator.ts';

/** The score, the points of each group, and the indicators found as one phrase. */
export function automationMetadata({
  score,
  hard,
  inconsistency,
  environment,
  behavior,
  indicators,
}: AutomationEvidence) {
  return {
    automation_score: score,
    hard,
    inconsistency,
    environment,
    behavior,
    found: describeIndicators(indicators),
  };
}

export function describeAutomation({ automation_score, found }: ReturnType<typeof automationMetadata>): string {
  return `The browser shows ${found} (automation score ${automation_score}).`;
}
