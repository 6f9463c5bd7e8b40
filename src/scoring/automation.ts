// automation.score: four groups of evidence, three of them capped, so that one cause has one vote.

import { behaviorFindings } from './automation/behavior.ts';
import { readClientEvidence } from './automation/client-evidence.ts';
import { environmentFindings } from './automation/environment.ts';
import { type AutomationFinding, sumOf } from './automation/finding.ts';
import { hardFindings } from './automation/hard.ts';
import { inconsistencyFindings } from './automation/inconsistency.ts';

/** Caps in points. A user-agent switcher (55) or a virtual desktop with auto-fill (55) stays below suspicion (60). */
export const GROUP_CAPS = { inconsistency: 55, environment: 30, behavior: 30 } as const;

/** Points at which environment evidence hints at a headless browser: one strong sign. */
const HEADLESS_FROM = 25;
/** Points at which the runtime contradicts itself: one strong sign. */
const INCONSISTENT_FROM = 35;

export interface AutomationEvidence {
  /** 0 to 100: the sum of the groups. */
  score: number;
  webdriver: boolean;
  headlessHint: boolean;
  runtimeInconsistency: boolean;
  /** Points by group, caps applied. */
  hard: number;
  inconsistency: number;
  environment: number;
  behavior: number;
  /** What was found, in words, strongest groups first. */
  findings: readonly AutomationFinding[];
}

/** Judges the client's own report. `signals` may be anything; what is null, blocked or of a wrong type never scores. */
export function inspectAutomation(signals: unknown, headerUserAgent: string | null): AutomationEvidence {
  const evidence = readClientEvidence(signals, headerUserAgent);
  const hardFound = hardFindings(evidence);
  const inconsistencyFound = inconsistencyFindings(evidence);
  const environmentFound = environmentFindings(evidence);
  const behaviourFound = behaviorFindings(evidence);
  const hard = sumOf(hardFound);
  const inconsistency = Math.min(GROUP_CAPS.inconsistency, sumOf(inconsistencyFound));
  const environment = Math.min(GROUP_CAPS.environment, sumOf(environmentFound));
  const behavior = Math.min(GROUP_CAPS.behavior, sumOf(behaviourFound));
  return {
    score: Math.min(100, hard + inconsistency + environment + behavior),
    webdriver: evidence.webdriver === true,
    headlessHint: environment >= HEADLESS_FROM || hardFound.some(({ headless }) => headless === true),
    runtimeInconsistency: inconsistency >= INCONSISTENT_FROM,
    hard,
    inconsistency,
    environment,
    behavior,
    findings: [...hardFound, ...inconsistencyFound, ...environmentFound, ...behaviourFound],
  };
}
