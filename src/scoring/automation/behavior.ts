// Checks how the form was filled in. Capped at 30, because password managers are fast and press no keys either.
import type { ClientEvidence } from './client-evidence.ts';
import type { AutomationIndicator } from './indicator.ts';

/** Half a second is less than a person needs to find a button. */
const FAST_SUBMIT_MS = 500;
const POINTS = { fastSubmit: 20, noInput: 20 } as const;

/** The indicators of the group, before its cap. */
export function behaviorIndicators(evidence: ClientEvidence): AutomationIndicator[] {
  const found: AutomationIndicator[] = [];
  const ms = evidence.msToSubmit;
  if (ms !== undefined && ms >= 0 && ms < FAST_SUBMIT_MS) {
    found.push({ points: POINTS.fastSubmit, phrase: `a form submitted after ${Math.round(ms)} ms` });
  }
  if (evidence.keyEvents === 0 && evidence.pointerEvents === 0) {
    found.push({ points: POINTS.noInput, phrase: 'no key and no pointer events' });
  }
  return found;
}
