// The API's responses about events, devices and networks, derived from the schemas of the service. Types only.
import type { EventDetail } from '../../../src/http/schemas/api-types.ts';

export type {
  Account,
  AccountDevice,
  AccountNetwork,
  AccountSummary,
  AssessmentItem,
  AssignedEvents,
  Assignment,
  Campaign,
  CampaignDetail,
  ComparedAssessment,
  Device,
  DeviceAccount,
  DeviceComparison,
  DeviceSignal as Trait,
  Environment,
  EventCount,
  EventDetail,
  EventItem,
  FiredSignal as Signal,
  LetThroughEvent,
  Links,
  List,
  Network as NetworkRow,
  NetworkActivity,
  Note,
  One,
  Outcome,
  OutcomeBatch,
  Overview,
  Resolution as ResolutionFacts,
  ResolutionItem as Resolution,
  SavedView,
  SearchResult,
  TimelineEntry,
  Trends,
} from '../../../src/http/schemas/api-types.ts';

export type SignalWithEvidence = EventDetail['risk']['signals'][number];
export type Change = EventDetail['resolution']['changed_signals'][number];
