// The API's responses about events, devices and networks, derived from the schemas of the service. Types only.
import type { EventDetail } from '../../../src/http/schemas/api-types.ts';

export type {
  AccountDevice,
  AssessmentItem,
  ComparedAssessment,
  Device,
  DeviceAccount,
  DeviceComparison,
  DeviceSignal as Trait,
  Environment,
  EventDetail,
  EventItem,
  FiredSignal as Signal,
  List,
  Network as NetworkRow,
  One,
  Outcome,
  Overview,
  Resolution as ResolutionFacts,
  ResolutionItem as Resolution,
} from '../../../src/http/schemas/api-types.ts';

export type SignalWithEvidence = EventDetail['risk']['signals'][number];
export type Change = EventDetail['resolution']['changed_signals'][number];
