// How a device was resolved, as the event's detail and the device's history show it.
import Type from 'typebox';
import type { EventRow } from '../../records/ingest.ts';
import { RESOLUTION_METHODS } from '../../vocabulary/words.ts';
import { closed, oneOf } from './schema.ts';

const Names = Type.Array(Type.String());
const ChangedSignal = { signal: Type.String(), from: Type.String(), to: Type.String() };

export const RESOLUTION_FIELDS = {
  method: oneOf(RESOLUTION_METHODS, { description: 'How the device was resolved.' }),
  confidence: Type.Integer({ minimum: 0, maximum: 100 }),
  candidate_count: Type.Integer({ minimum: 0 }),
  reason: Type.String({ description: 'One sentence for people.' }),
  matched_signals: Names,
  changed_signals: Type.Array(closed(ChangedSignal)),
  conflicting_signals: Type.Array(closed({ ...ChangedSignal, severity: oneOf(['hard', 'soft']) })),
  unknown_signals: Names,
};

export function resolutionBody(resolution: EventRow['resolution']) {
  return {
    method: resolution.method,
    confidence: resolution.confidence,
    candidate_count: resolution.candidateCount,
    reason: resolution.reason,
    matched_signals: resolution.matchedSignals,
    changed_signals: resolution.changedSignals,
    conflicting_signals: resolution.conflictingSignals,
    unknown_signals: resolution.unknownSignals,
  };
}
