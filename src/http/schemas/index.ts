// The schemas that the OpenAPI document lists by name among its components.
import { ProblemSchema } from '../server/problem.ts';
import { AccountNetworkSchema, AccountSchema, AccountSummarySchema, TimelineEntrySchema } from './account.ts';
import { AlertChannelSchema, AlertRuleSchema, AlertSchema } from './alert.ts';
import { AssignedEventsSchema, AssignmentSchema } from './assignment.ts';
import { BacktestSchema } from './backtest.ts';
import { CampaignDetailSchema, CampaignSchema } from './campaign.ts';
import { ClientSignalsSchema } from './client-signals.ts';
import { AuditEntrySchema, EnvironmentSchema, KeySchema, KeyWithTextSchema, OwnKeySchema } from './control.ts';
import { AccountDeviceSchema, DeviceAccountSchema, DeviceSchema, ResolutionItemSchema } from './device.ts';
import { EventDetailSchema } from './event-detail.ts';
import { IntegrationSchema } from './integration.ts';
import { LinksSchema } from './links.ts';
import {
  AssessmentItemSchema,
  ComparedAssessmentSchema,
  EventCountSchema,
  EventItemSchema,
  LetThroughSchema,
} from './listed-event.ts';
import { InvitationSchema, MemberSchema, OwnSessionSchema } from './member.ts';
import { NetworkActivitySchema, NetworkSchema } from './network.ts';
import { NoteSchema } from './note.ts';
import { OutcomeSchema } from './outcome.ts';
import { OutcomeBatchSchema } from './outcome-batch.ts';
import { OverviewSchema } from './overview.ts';
import { PolicySchema, RuleSchema } from './policy.ts';
import { RecordedEventSchema } from './recorded-event.ts';
import { FiredSignalSchema } from './risk.ts';
import { SavedViewSchema } from './saved-view.ts';
import { SearchSchema } from './search.ts';
import { TrendsSchema } from './trends.ts';
import { DeliverySchema, DeliveryWithPayloadSchema, EndpointSchema, EndpointWithSecretSchema } from './webhook.ts';
import { WEBHOOK_PAYLOADS } from './webhook-payloads.ts';

export const SHARED_SCHEMAS = [
  ProblemSchema,
  FiredSignalSchema,
  ClientSignalsSchema,
  OutcomeSchema,
  RuleSchema,
  PolicySchema,
  BacktestSchema,
  EventCountSchema,
  EventItemSchema,
  AssessmentItemSchema,
  ComparedAssessmentSchema,
  DeviceSchema,
  AccountDeviceSchema,
  DeviceAccountSchema,
  ResolutionItemSchema,
  AccountSchema,
  AccountSummarySchema,
  TimelineEntrySchema,
  AccountNetworkSchema,
  NetworkSchema,
  NetworkActivitySchema,
  SearchSchema,
  LinksSchema,
  CampaignSchema,
  CampaignDetailSchema,
  LetThroughSchema,
  OutcomeBatchSchema,
  NoteSchema,
  AssignmentSchema,
  AssignedEventsSchema,
  SavedViewSchema,
  OverviewSchema,
  TrendsSchema,
  RecordedEventSchema,
  EventDetailSchema,
  EndpointSchema,
  EndpointWithSecretSchema,
  DeliverySchema,
  DeliveryWithPayloadSchema,
  AlertSchema,
  AlertRuleSchema,
  AlertChannelSchema,
  EnvironmentSchema,
  KeySchema,
  KeyWithTextSchema,
  OwnKeySchema,
  IntegrationSchema,
  AuditEntrySchema,
  MemberSchema,
  InvitationSchema,
  OwnSessionSchema,
  ...WEBHOOK_PAYLOADS,
];
