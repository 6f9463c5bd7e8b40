// Schemas that stand by name among the components of the document.
import { ProblemSchema } from '../problem.ts';
import { EventDetailShape } from './event-detail.ts';
import { RecordedEventShape } from './recorded-event.ts';
import { FiredSignalShape } from './risk.ts';
import { DeliveryShape, EndpointShape, EndpointWithSecretShape } from './webhook.ts';

export const SHARED_SCHEMAS = [
  ProblemSchema,
  FiredSignalShape,
  RecordedEventShape,
  EventDetailShape,
  EndpointShape,
  EndpointWithSecretShape,
  DeliveryShape,
];
