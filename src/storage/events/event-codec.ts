// Fired signals and the words of resolutions as compact JSON: lists in a fixed order, because names would double them.
import { hash } from 'node:crypto';
import type { EventRow } from '../../records/ingest.ts';
import type { FiredSignal } from '../../scoring/assessment.ts';

type KeptResolution = EventRow['resolution'];
/** The words of a resolution; its numbers have columns of their own, so that thousands of events share one text. */
type PackedWords = [
  method: KeptResolution['method'],
  reason: string,
  matched: readonly string[],
  changed: readonly (readonly [string, string, string])[],
  conflicting: readonly (readonly [string, string, string, 'hard' | 'soft'])[],
  unknown: readonly string[],
  weights: string,
];

export interface ResolutionColumns {
  posterior: number;
  runner_up: number;
  device_count: number;
  candidate_count: number;
  confidence: number;
}

export function packSignals(signals: readonly FiredSignal[]): string {
  return JSON.stringify(
    signals.map(({ code, weight, description, metadata }) => [code, weight, description, metadata]),
  );
}

export function unpackSignals(text: string): FiredSignal[] {
  const packed = JSON.parse(text) as [string, number, string, FiredSignal['metadata']][];
  return packed.map(([code, weight, description, metadata]) => ({ code, weight, description, metadata }));
}

/** The words as JSON text. `common` when nothing in it is of this event alone. */
export function packResolution(resolution: KeptResolution): { text: string; common: boolean } {
  const { changedSignals, conflictingSignals } = resolution;
  const packed: PackedWords = [
    resolution.method,
    resolution.reason,
    resolution.matchedSignals,
    changedSignals.map(({ signal, from, to }) => [signal, from, to]),
    conflictingSignals.map(({ signal, from, to, severity }) => [signal, from, to, severity]),
    resolution.unknownSignals,
    resolution.evidence.weights,
  ];
  return { text: JSON.stringify(packed), common: changedSignals.length === 0 && conflictingSignals.length === 0 };
}

export function unpackResolution(text: string, numbers: ResolutionColumns): KeptResolution {
  const [method, reason, matched, changed, conflicting, unknown, weights] = JSON.parse(text) as PackedWords;
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

/** What names a text: SHA-256, its first 22 characters of base64url. */
export function digestOf(text: string): string {
  return hash('sha256', text, 'base64url').slice(0, 22);
}
