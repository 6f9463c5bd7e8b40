// How the form was filled. Capped at 30: password managers fill it fast and without keys too.
import type { ClientEvidence } from './client-evidence.ts';
import type { AutomationFinding } from './finding.ts';

/** Half a second: less than a person needs to find a button. */
const FAST_SUBMIT_MS = 500;
const POINTS = { fastSubmit: 20, noInput: 20 } as const;

/** The findings of the group, before its cap. */
export function behaviorFindings(evidence: ClientEvidence): AutomationFinding[] {
  const found: AutomationFinding[] = [];
  const ms = evidence.msToSubmit;
  if (ms !== undefined && ms >= 0 && ms < FAST_SUBMIT_MS) {
    found.push({ points: POINTS.fastSubmit, says: `a form submitted after ${Math.round(ms)} ms` });
  }
  if (evidence.keyEvents === 0 && evidence.pointerEvents === 0) {
    found.push({ points: POINTS.noInput, says: 'no key and no pointer events' });
  }
  return found;
}
