// An event with everything that is determined before its transaction begins.
import type { Policy } from '../../policy/policy.ts';
import type { Environment } from '../../records/tenants.ts';
import type { Subscriber } from '../../webhooks/announce.ts';
import type { EventInput } from './event-input.ts';
import type { ObservedEvent } from './observe-event.ts';

export interface PreparedEvent {
  environment: Environment;
  policy: Policy;
  subscribers: readonly Subscriber[];
  input: EventInput;
  observed: ObservedEvent;
  /** The arrival time, ms. */
  now: number;
}
