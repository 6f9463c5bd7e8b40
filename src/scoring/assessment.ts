// The types of an assessment: which signals fired, with which evidence, and what they add up to.
import type { Level } from '../vocabulary/words.ts';

/** A fired signal as kept with the assessment. */
export interface FiredSignal {
  code: string;
  /** Fixed integer; negative lowers the score. */
  weight: number;
  /** One sentence with the numbers of this event. */
  description: string;
  /** The evidence: counts, windows, thresholds. Shown in the event detail alone. */
  metadata: Readonly<Record<string, string | number | boolean | null>>;
}

/** How the account knows the source of an event (`scoring.md` 3.3). */
export const RECOGNITION_STATES = [
  'trusted',
  'known',
  'recent',
  'fingerprint',
  'fp_elsewhere',
  'unproven',
  'new',
  'network_only',
  'none',
] as const;
export type RecognitionState = (typeof RECOGNITION_STATES)[number];

/** Signs of automation, separate from risk (`scoring.md` 3.6). */
export interface Automation {
  /** 0 to 100. */
  score: number;
  webdriver: boolean;
  headlessHint: boolean;
  runtimeInconsistency: boolean;
}

/** The judgment of one event. */
export interface Assessment {
  /** Integer 0 to 100, ceilings applied. */
  score: number;
  level: Level;
  signals: readonly FiredSignal[];
  automation: Automation;
  state: RecognitionState;
  recognized: boolean;
  /** Whether this event proves its device and network to its account. */
  proves: boolean;
}
