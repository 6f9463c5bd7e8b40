// Computes automation.score from four groups of indicators. Three groups are capped, so that one cause counts once.
import { behaviorIndicators } from './automation/behavior.ts';
import { readClientEvidence } from './automation/client-evidence.ts';
import { environmentIndicators } from './automation/environment.ts';
import { hardIndicators } from './automation/hard.ts';
import { inconsistencyIndicators } from './automation/inconsistency.ts';
import { type AutomationIndicator, totalPoints } from './automation/indicator.ts';

/**
 * Caps in points. A user-agent switcher (55) stays below AUTOMATION_SUSPECTED (60). A virtual desktop with auto-fill reaches 60, but has
 * neither the hard evidence nor the inconsistency that the signal also requires.
 */
export const GROUP_CAPS = { inconsistency: 55, environment: 30, behavior: 30 } as const;

/** Environment points that hint at a headless browser: one strong indicator. */
const MIN_HEADLESS = 25;
/** Inconsistency points at which the runtime contradicts itself: one strong indicator. */
const MIN_INCONSISTENT = 35;

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
  /** The indicators found, strongest group first. */
  indicators: readonly AutomationIndicator[];
}

/** Evaluates the client's own report. `signals` may be anything; values that are null, blocked or of the wrong type never score. */
export function detectAutomation(signals: unknown, headerUserAgent: string | null): AutomationEvidence {
  const evidence = readClientEvidence(signals, headerUserAgent);
  const hardFound = hardIndicators(evidence);
  const inconsistencyFound = inconsistencyIndicators(evidence);
  const environmentFound = environmentIndicators(evidence);
  const behaviorFound = behaviorIndicators(evidence);
  const hard = totalPoints(hardFound);
  const inconsistency = Math.min(GROUP_CAPS.inconsistency, totalPoints(inconsistencyFound));
  const environment = Math.min(GROUP_CAPS.environment, totalPoints(environmentFound));
  const behavior = Math.min(GROUP_CAPS.behavior, totalPoints(behaviorFound));
  return {
    score: Math.min(100, hard + inconsistency + environment + behavior),
    webdriver: evidence.webdriver === true,
    headlessHint: environment >= MIN_HEADLESS || hardFound.some(({ headless }) => headless === true),
    runtimeInconsistency: inconsistency >= MIN_INCONSISTENT,
    hard,
    inconsistency,
    environment,
    behavior,
    indicators: [...hardFound, ...inconsistencyFound, ...environmentFound, ...behaviorFound],
  };
}
