// How a device was resolved, in an event's detail and in the device's history.
import Type from 'typebox';
import type { EventRow } from '../../records/ingest.ts';
import { RESOLUTION_METHODS } from '../../vocabulary/words.ts';
import { type BodyOf, closed, count, oneOf } from './schema.ts';

const SignalNames = Type.Array(Type.String());
const ChangedSignal = { signal: Type.String(), from: Type.String(), to: Type.String() };

export const RESOLUTION_FIELDS = {
  method: oneOf(RESOLUTION_METHODS, { description: 'How the device was resolved.' }),
  confidence: Type.Integer({ minimum: 0, maximum: 100 }),
  candidate_count: count(),
  reason: Type.String({ description: 'One sentence for analysts.' }),
  matched_signals: SignalNames,
  changed_signals: Type.Array(closed(ChangedSignal)),
  conflicting_signals: Type.Array(closed({ ...ChangedSignal, severity: oneOf(['hard', 'soft']) })),
  unknown_signals: SignalNames,
};
export const ResolutionSchema = closed(RESOLUTION_FIELDS);

export function resolutionBody(resolution: EventRow['resolution']): BodyOf<typeof ResolutionSchema> {
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
