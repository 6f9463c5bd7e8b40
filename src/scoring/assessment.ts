// The types of an assessment: which signals fired, with what evidence, and the resulting score.
import type { CountedFailureKind } from '../vocabulary/failure-kinds.ts';
import type { Level } from '../vocabulary/words.ts';

/** A fired signal as stored with the assessment. */
export interface FiredSignal {
  code: string;
  /** Fixed integer; negative lowers the score. */
  weight: number;
  /** One sentence with the numbers of this event. */
  description: string;
  /** The evidence: counts, windows, thresholds. Shown only in the event detail. */
  metadata: Readonly<Record<string, string | number | boolean | null>>;
}

/**
 * How familiar the source of an event is to the account. Stored with the event, and visible in the evidence of
 * PAYMENT_ON_NEW_DEVICE, so the words never change. `fp_elsewhere`: the fingerprint of a recognized device of the account,
 * seen on a network that the account has not proven.
 */
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

/** Signs of automation, reported separately from risk. */
export interface Automation {
  /** 0 to 100. */
  score: number;
  webdriver: boolean;
  headlessHint: boolean;
  runtimeInconsistency: boolean;
}

/** The event without the parts that proofs ignore: its signs of automation, and claims that are void. */
export interface ProofBasis {
  score: number;
  codes: readonly string[];
}

/** The assessment of one event. */
export interface Assessment {
  /** Integer 0 to 100, ceilings applied. */
  score: number;
  level: Level;
  signals: readonly FiredSignal[];
  automation: Automation;
  state: RecognitionState;
  recognized: boolean;
  /** Whether the account has proven the device for so long that it is no longer new (`isFreshDevice`). */
  settled: boolean;
  /** Whether this event proves its device and network to its account. */
  proves: boolean;
  /** What the proof rests on; null when the event proves nothing. */
  provesOn: ProofBasis | null;
  /** The environment's count of failures that includes this event, or null. */
  failure: CountedFailureKind | null;
  /** Times of earlier failures of this source that this login corrects. */
  corrects: readonly number[];
  /** The history windows that store this event: the bits of `WINDOW_BIT`. */
  windows: number;
}
