// Encodes fired signals and resolutions as compact JSON: lists in a fixed order, because names would double their size.
import { hash } from 'node:crypto';
import type { EventRow } from '../../records/ingest.ts';
import type { FiredSignal } from '../../scoring/assessment.ts';
import type { EventDetailsRow } from './event-columns.ts';

type StoredResolution = EventRow['resolution'];
/** A resolution without its numbers, which have their own columns, so that thousands of events share one text. */
type PackedResolution = [
  method: StoredResolution['method'],
  reason: string,
  matched: readonly string[],
  changed: readonly (readonly [string, string, string])[],
  conflicting: readonly (readonly [string, string, string, 'hard' | 'soft'])[],
  unknown: readonly string[],
  weights: string,
];

/** The columns of a resolution's numbers. */
export type ResolutionNumbers = Pick<
  EventDetailsRow,
  'posterior' | 'runner_up' | 'device_count' | 'candidate_count' | 'confidence'
>;

export function packSignals(signals: readonly FiredSignal[]): string {
  return JSON.stringify(
    signals.map(({ code, weight, description, metadata }) => [code, weight, description, metadata]),
  );
}

export function unpackSignals(text: string): FiredSignal[] {
  const packed = JSON.parse(text) as [string, number, string, FiredSignal['metadata']][];
  return packed.map(([code, weight, description, metadata]) => ({ code, weight, description, metadata }));
}

/** The resolution as JSON text; `shared` when it contains nothing specific to this event. */
export function packResolution(resolution: StoredResolution): { text: string; shared: boolean } {
  const { changedSignals, conflictingSignals } = resolution;
  const packed: PackedResolution = [
    resolution.method,
    resolution.reason,
    resolution.matchedSignals,
    changedSignals.map(({ signal, from, to }) => [signal, from, to]),
    conflictingSignals.map(({ signal, from, to, severity }) => [signal, from, to, severity]),
    resolution.unknownSignals,
    resolution.evidence.weights,
  ];
  return { text: JSON.stringify(packed), shared: changedSignals.length === 0 && conflictingSignals.length === 0 };
}

export function unpackResolution(text: string, numbers: ResolutionNumbers): StoredResolution {
  const [method, reason, matched, changed, conflicting, unknown, weights] = JSON.parse(text) as PackedResolution;
  return {
    method,
    confidence: numbers.confidence,
    candidateCount: numbers.candidate_count,
    reason,
    matchedSignals: matched,
    changedSignals: changed.map(([signal, from, to]) => ({ signal, from, to })),
    conflictingSignals: conflicting.map(([signal, from, to, severity]) => ({ signal, from, to, severity })),
    unknownSignals: unknown,
    evidence: {
      posterior: numbers.posterior,
      runnerUp: numbers.runner_up,
      deviceCount: numbers.device_count,
      weights,
    },
  };
}

/** The name of a text: the first 22 characters of its SHA-256 in base64url. */
export function digestOf(text: string): string {
  return hash('sha256', text, 'base64url').slice(0, 22);
}
