// An event with everything that is determined before its transaction begins.
import type { Policy } from '../../policy/policy.ts';
import type { Environment } from '../../records/tenants.ts';
import type { Subscriber } from '../../webhooks/announce.ts';
import type { Context } from '../context.ts';
import type { EventInput } from './event-input.ts';
import { type ObservedEvent, observeEvent } from './observe-event.ts';

export interface PreparedEvent {
  /**
   * Made at the arrival, not when the event is assessed: lists are in the order of ids and filter by the time in them, and an event
   * may wait hundreds of milliseconds for the events of its account.
   */
  id: string;
  environment: Environment;
  policy: Policy;
  subscribers: readonly Subscriber[];
  input: EventInput;
  observed: ObservedEvent;
  /** The arrival time, ms. */
  now: number;
}

/** Observes an event that arrived at `now` (ms), and makes its id. */
export function prepareEvent(
  context: Pick<Context, 'newId'>,
  { environment, policy, subscribers }: Pick<PreparedEvent, 'environment' | 'policy' | 'subscribers'>,
  input: EventInput,
  now: number,
): PreparedEvent {
  const observed = observeEvent(environment, input, now);
  return { id: context.newId('event', observed.createdAt), environment, policy, subscribers, input, observed, now };
}
