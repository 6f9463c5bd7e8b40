// Schemas that stand by name among the components of the document.
import { ProblemSchema } from '../problem.ts';
import { EventDetailShape } from './event-detail.ts';
import { OutcomeShape } from './outcome.ts';
import { RecordedEventShape } from './recorded-event.ts';
import { FiredSignalShape } from './risk.ts';
import { DeliveryShape, EndpointShape, EndpointWithSecretShape } from './webhook.ts';

export const SHARED_SCHEMAS = [
  ProblemSchema,
  FiredSignalShape,
  OutcomeShape,
  RecordedEventShape,
  EventDetailShape,
  EndpointShape,
  EndpointWithSecretShape,
  DeliveryShape,
];
