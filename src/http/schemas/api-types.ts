// The types of the API's responses, derived from its schemas, for the dashboard. Types only: import with `import type`.
import type { Static } from 'typebox';
import type { ListBody } from '../lists/paging.ts';
import type { AccountNetworkSchema, AccountSchema, AccountSummarySchema, TimelineEntrySchema } from './account.ts';
import type { AlertChannelSchema, AlertRuleSchema, AlertSchema } from './alert.ts';
import type { AssignedEventsSchema, AssignmentSchema } from './assignment.ts';
import type { CampaignDetailSchema, CampaignSchema } from './campaign.ts';
import type { AuditEntrySchema, EnvironmentSchema, KeyWithTextSchema } from './control.ts';
import type {
  AccountDeviceSchema,
  DeviceAccountSchema,
  DeviceComparisonSchema,
  DeviceSchema,
  DeviceSignalSchema,
  ResolutionItemSchema,
} from './device.ts';
import type { EventDetailSchema } from './event-detail.ts';
import type { IntegrationSchema } from './integration.ts';
import type { LinksSchema } from './links.ts';
import type {
  AssessmentItemSchema,
  ComparedAssessmentSchema,
  EventCountSchema,
  EventItemSchema,
  LetThroughSchema,
} from './listed-event.ts';
import type { InvitationSchema, MemberSchema, NewSessionSchema } from './member.ts';
import type { NetworkActivitySchema, NetworkSchema } from './network.ts';
import type { NoteSchema } from './note.ts';
import type { OutcomeSchema } from './outcome.ts';
import type { OutcomeBatchSchema } from './outcome-batch.ts';
import type { OverviewSchema } from './overview.ts';
import type { ConditionSchema, PolicySchema, RuleBody as RuleBodySchema, ThresholdsSchema } from './policy.ts';
import type { QualityMeasuresSchema, QualitySchema, RateSchema } from './quality.ts';
import type { ResolutionSchema } from './resolution.ts';
import type { FiredSignalSchema } from './risk.ts';
import type { SavedViewSchema } from './saved-view.ts';
import type { SearchSchema } from './search.ts';
import type { SimulationSchema } from './simulation.ts';
import type { TrendsSchema } from './trends.ts';
import type { AttemptSchema, DeliverySchema, DeliveryWithPayloadSchema, EndpointWithSecretSchema } from './webhook.ts';

/** The envelope of a single resource. */
export interface One<T> {
  data: T;
}
/** The envelope of a list. */
export type List<T> = Omit<ListBody<T>, 'data'> & { data: T[] };

export type Environment = Static<typeof EnvironmentSchema>;
export type Integration = Static<typeof IntegrationSchema>;
export type KeyWithText = Static<typeof KeyWithTextSchema>;
export type AuditEntry = Static<typeof AuditEntrySchema>;
export type NewSession = Static<typeof NewSessionSchema>;
export type Member = Static<typeof MemberSchema>;
export type Invitation = Static<typeof InvitationSchema>;

export type FiredSignal = Static<typeof FiredSignalSchema>;
export type EventCount = Static<typeof EventCountSchema>;
export type EventItem = Static<typeof EventItemSchema>;
export type EventDetail = Static<typeof EventDetailSchema>;
export type AssessmentItem = Static<typeof AssessmentItemSchema>;
export type ComparedAssessment = Static<typeof ComparedAssessmentSchema>;
export type Outcome = Static<typeof OutcomeSchema>;
export type Trends = Static<typeof TrendsSchema>;
export type Overview = Static<typeof OverviewSchema>;
export type Network = Static<typeof NetworkSchema>;
export type Account = Static<typeof AccountSchema>;
export type AccountSummary = Static<typeof AccountSummarySchema>;
export type AccountNetwork = Static<typeof AccountNetworkSchema>;
export type TimelineEntry = Static<typeof TimelineEntrySchema>;
export type NetworkActivity = Static<typeof NetworkActivitySchema>;
export type Campaign = Static<typeof CampaignSchema>;
export type LetThroughEvent = Static<typeof LetThroughSchema>;
export type CampaignDetail = Static<typeof CampaignDetailSchema>;
export type OutcomeBatch = Static<typeof OutcomeBatchSchema>;
export type Note = Static<typeof NoteSchema>;
export type AssignedEvents = Static<typeof AssignedEventsSchema>;
export type Assignment = Static<typeof AssignmentSchema>;
export type SavedView = Static<typeof SavedViewSchema>;
export type Links = Static<typeof LinksSchema>;
export type SearchResult = Static<typeof SearchSchema>;

export type Device = Static<typeof DeviceSchema>;
export type AccountDevice = Static<typeof AccountDeviceSchema>;
export type DeviceAccount = Static<typeof DeviceAccountSchema>;
export type DeviceSignal = Static<typeof DeviceSignalSchema>;
export type DeviceComparison = Static<typeof DeviceComparisonSchema>;
export type Resolution = Static<typeof ResolutionSchema>;
export type ResolutionItem = Static<typeof ResolutionItemSchema>;

export type Thresholds = Static<typeof ThresholdsSchema>;
export type Condition = Static<typeof ConditionSchema>;
export type RuleBody = Static<typeof RuleBodySchema>;
export type Policy = Static<typeof PolicySchema>;
export type Simulation = Static<typeof SimulationSchema>;
export type Rate = Static<typeof RateSchema>;
export type QualityMeasures = Static<typeof QualityMeasuresSchema>;
export type Quality = Static<typeof QualitySchema>;

export type Alert = Static<typeof AlertSchema>;
export type AlertRule = Static<typeof AlertRuleSchema>;
export type AlertChannel = Static<typeof AlertChannelSchema>;
export type EndpointWithSecret = Static<typeof EndpointWithSecretSchema>;
export type Attempt = Static<typeof AttemptSchema>;
export type DeliveryWithPayload = Static<typeof DeliveryWithPayloadSchema>;
export type Delivery = Static<typeof DeliverySchema>;
