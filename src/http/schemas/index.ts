// Schemas that stand by name among the components of the document.
import { ProblemSchema } from '../server/problem.ts';
import { BacktestShape } from './backtest.ts';
import { AuditEntryShape, EnvironmentShape, KeyShape, KeyWithTextShape } from './control.ts';
import { AccountDeviceShape, DeviceAccountShape, DeviceShape, ResolutionItemShape } from './device.ts';
import { EventDetailShape } from './event-detail.ts';
import { AssessmentItemShape, ComparedAssessmentShape, EventItemShape } from './listed-event.ts';
import { InvitedShape, MemberShape, OwnSessionShape } from './member.ts';
import { NetworkShape } from './network.ts';
import { OutcomeShape } from './outcome.ts';
import { OverviewShape } from './overview.ts';
import { PolicyShape, RuleShape } from './policy.ts';
import { RecordedEventShape } from './recorded-event.ts';
import { FiredSignalShape } from './risk.ts';
import { DeliveryShape, EndpointShape, EndpointWithSecretShape } from './webhook.ts';

export const SHARED_SCHEMAS = [
  ProblemSchema,
  FiredSignalShape,
  OutcomeShape,
  RuleShape,
  PolicyShape,
  BacktestShape,
  EventItemShape,
  AssessmentItemShape,
  ComparedAssessmentShape,
  DeviceShape,
  AccountDeviceShape,
  DeviceAccountShape,
  ResolutionItemShape,
  NetworkShape,
  OverviewShape,
  RecordedEventShape,
  EventDetailShape,
  EndpointShape,
  EndpointWithSecretShape,
  DeliveryShape,
  EnvironmentShape,
  KeyShape,
  KeyWithTextShape,
  AuditEntryShape,
  MemberShape,
  InvitedShape,
  OwnSessionShape,
];
