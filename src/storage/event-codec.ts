// Fired signals and resolutions as compact JSON: lists in a fixed order, because names would double an event's size.
import type { EventRow } from '../records/ingest.ts';
import type { FiredSignal } from '../scoring/assessment.ts';

type KeptResolution = EventRow['resolution'];
type PackedResolution = [
  method: KeptResolution['method'],
  confidence: number,
  candidateCount: number,
  reason: string,
  matched: readonly string[],
  changed: readonly (readonly [string, string, string])[],
  conflicting: readonly (readonly [string, string, string, 'hard' | 'soft'])[],
  unknown: readonly string[],
  posterior: number,
  runnerUp: number,
  deviceCount: number,
  weights: string,
];

export function packSignals(signals: readonly FiredSignal[]): string {
  return JSON.stringify(
    signals.map(({ code, weight, description, metadata }) => [code, weight, description, metadata]),
  );
}

export function unpackSignals(text: string): FiredSignal[] {
  const packed = JSON.parse(text) as [string, number, string, FiredSignal['metadata']][];
  return packed.map(([code, weight, description, metadata]) => ({ code, weight, description, metadata }));
}

export function packResolution(resolution: KeptResolution): string {
  const packed: PackedResolution = [
    resolution.method,
    resolution.confidence,
    resolution.candidateCount,
    resolution.reason,
    resolution.matchedSignals,
    resolution.changedSignals.map(({ signal, from, to }) => [signal, from, to]),
    resolution.conflictingSignals.map(({ signal, from, to, severity }) => [signal, from, to, severity]),
    resolution.unknownSignals,
    resolution.evidence.posterior,
    resolution.evidence.runnerUp,
    resolution.evidence.deviceCount,
    resolution.evidence.weights,
  ];
  return JSON.stringify(packed);
}

export function unpackResolution(text: string): KeptResolution {
  const packed = JSON.parse(text) as PackedResolution;
  const [method, confidence, candidateCount, reason, matched, changed, conflicting, unknown] = packed;
  const [posterior, runnerUp, deviceCount, weights] = packed.slice(8) as [number, number, number, string];
  return {
    method,
    confidence,
    candidateCount,
    reason,
    matchedSignals: matched,
    changedSignals: changed.map(([signal, from, to]) => ({ signal, from, to })),
    conflictingSignals: conflicting.map(([signal, from, to, severity]) => ({ signal, from, to, severity })),
    unknownSignals: unknown,
    evidence: { posterior, runnerUp, deviceCount, weights },
  };
}
