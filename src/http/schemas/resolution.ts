// How a device was resolved, in an event's detail and in the device's history.
import Type from 'typebox';
import type { EventRow } from '../../records/ingest.ts';
import { RESOLUTION_METHODS } from '../../vocabulary/words.ts';
import { type BodyOf, closed, oneOf } from './schema.ts';

const signalNames = (example: string[]) => Type.Array(Type.String(), { examples: [example] });
const ChangedSignal = { signal: Type.String(), from: Type.String(), to: Type.String() };

export const RESOLUTION_FIELDS = {
  method: oneOf(RESOLUTION_METHODS, { description: 'How the device was resolved.', examples: ['new_device'] }),
  confidence: Type.Integer({
    minimum: 0,
    maximum: 100,
    description:
      'How likely the result is right, in percent; for `ambiguous` and `new_device`, that the device is new.',
    examples: [100],
  }),
  candidate_count: Type.Integer({ minimum: 0, examples: [0] }),
  reason: Type.String({
    description: 'One sentence for analysts.',
    examples: ['No known device shares the id, the signals or the account of this event.'],
  }),
  matched_signals: signalNames([]),
  changed_signals: Type.Array(closed(ChangedSignal), { examples: [[]] }),
  conflicting_signals: Type.Array(closed({ ...ChangedSignal, severity: oneOf(['hard', 'soft']) }), { examples: [[]] }),
  unknown_signals: signalNames(['canvas_hash', 'audio_hash']),
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
